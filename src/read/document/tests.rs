//! Documents as programs write them, packed here and read through the one entrance.

use super::{read as read_package, *};
use crate::{
    read::{package::tests::packed, read},
    record::Record,
};

const CONTAINER: &str = "<container><rootfiles><rootfile full-path='OEBPS/book.opf'/></rootfiles>\
    </container>";

/// A DOCX with this body, and parts beside it.
fn docx_with(body: &str, more: &[(&str, &str)]) -> Vec<u8> {
    let text = format!("<w:document><w:body>{body}<w:sectPr/></w:body></w:document>");
    let relations = "<Relationships><Relationship Type='http://x/styles' Target='styles.xml'/>\
        <Relationship Type='http://x/numbering' Target='/word/numbering.xml'/></Relationships>";
    let parts = [
        ("[Content_Types].xml", "<Types/>"),
        ("word/document.xml", &*text),
        ("word/_rels/document.xml.rels", relations),
    ];
    packed(&[&parts, more].concat())
}

fn docx(body: &str) -> Vec<u8> {
    docx_with(body, &[])
}

/// An ODT with these styles and this body.
fn odt(styles: &str, body: &str) -> Vec<u8> {
    let content = format!(
        "<office:document-content><office:automatic-styles>{styles}</office:automatic-styles>\
         <office:body><office:text>{body}</office:text></office:body></office:document-content>"
    );
    packed(&[
        ("mimetype", "application/vnd.oasis.opendocument.text"),
        ("content.xml", &content),
        ("styles.xml", STYLES),
    ])
}

const STYLES: &str = "<office:document-styles><office:styles><style:style style:name='Strong' \
    style:family='text'><style:text-properties fo:font-weight='bold'/></style:style>\
    </office:styles><office:master-styles><style:header><text:p>1. a4 a5 2. b4 b5</text:p>\
    </style:header></office:master-styles></office:document-styles>";

/// An EPUB with these files, its chapters in the order of their numbers.
fn epub(files: &[(&str, &str)], chapters: &[usize]) -> Vec<u8> {
    let item = |(at, (name, _)): (usize, &(&str, &str))| {
        let name = name.replace(' ', "%20");
        format!("<item id='c{at}' href='{name}' media-type='application/xhtml+xml'/>")
    };
    let items: String = files.iter().enumerate().map(item).collect();
    let spine: String = chapters.iter().map(|at| format!("<itemref idref='c{at}'/>")).collect();
    let list = format!(
        "<package><manifest><item id='n' href='nav.html' properties='nav'/>{items}</manifest>\
         <spine><itemref idref='n'/>{spine}</spine></package>"
    );
    let pages: Vec<(String, String)> = files
        .iter()
        .map(|(name, body)| {
            let page = format!("<html><head><title>1. a4</title></head><body>{body}</body></html>");
            (format!("OEBPS/{name}"), page)
        })
        .collect();
    let mut parts = vec![
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", CONTAINER),
        ("OEBPS/book.opf", &*list),
        ("OEBPS/nav.html", "<html><body><p>1. a4 a5</p></body></html>"),
    ];
    parts.extend(pages.iter().map(|(name, page)| (&**name, &**page)));
    packed(&parts)
}

/// What a package says.
fn document(bytes: &[u8]) -> Result<Document, ErrorKind> {
    let mut package = Package::open(bytes)?;
    let kind = package.kind()?;
    Ok(read_package(&mut package, &kind)?.expect("a document"))
}

/// What a package says, without what is wrong with it.
fn text(bytes: &[u8]) -> String {
    document(bytes).expect("a document").text
}

/// What a package has in bold.
fn bold(bytes: &[u8]) -> Vec<String> {
    let document = document(bytes).expect("a document");
    document.bold.iter().map(|part| document.text[part.clone()].to_owned()).collect()
}

fn entries(record: &Record) -> String {
    let entries = record.sheets.iter().flat_map(|sheet| &sheet.entries);
    entries.map(|entry| entry.text()).collect::<Vec<_>>().join(" ")
}

/// The entries of each game.
fn games(bytes: &[u8]) -> Vec<String> {
    read(bytes, "f").expect("games").iter().map(entries).collect()
}

fn run(text: &str) -> String {
    format!("<w:r><w:t xml:space='preserve'>{text}</w:t></w:r>")
}

fn paragraph(inner: &str) -> String {
    format!("<w:p>{inner}</w:p>")
}

const RUY: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5";
const ROWS: [&str; 6] = ["e4 e5", "Nf3 Nc6", "Bb5 a6", "Ba4 Nf6", "O-O Be7", "Re1 b5"];

#[test]
fn words_of_docx_are_put_together() {
    let body = "<w:p><w:pPr><w:tabs><w:tab w:pos='9'/></w:tabs><w:rPr><w:b/></w:rPr></w:pPr>\
        <w:r><w:rPr><w:rPrChange><w:rPr><w:b/></w:rPr></w:rPrChange></w:rPr><w:t>1.</w:t></w:r>\
        <w:r><w:t xml:space='preserve'> N</w:t></w:r><w:proofErr w:type='spellStart'/><w:smartTag>\
        <w:r><w:t>f3</w:t></w:r></w:smartTag><w:r><w:tab/><w:t>d5 </w:t><w:noBreakHyphen/>\
        <w:sym w:font='Symbol' w:char='F02B'/><w:sym w:font='Wingdings' w:char='F04A'/></w:r></w:p>\
        <w:p/><w:p><w:hyperlink><w:r><w:t>2. g3&amp;&lt;</w:t><w:br/><w:t>c5</w:t></w:r>\
        </w:hyperlink><w:r><w:instrText>3. h3</w:instrText></w:r><w:ins><w:r><w:t>!</w:t></w:r></w:ins>\
        </w:p>";
    assert_eq!(text(&docx(body)), "1. Nf3\td5 -+\n\n2. g3&<\nc5!\n");
    assert!(bold(&docx(body)).is_empty());
}

#[test]
fn what_docx_does_not_show_is_not_read() {
    let body = "<w:p><w:r><w:t>1. e4</w:t></w:r><w:del><w:r><w:delText>x</w:delText></w:r></w:del>\
        <w:moveFrom><w:r><w:t>x</w:t></w:r></w:moveFrom><w:r><w:rPr><w:vanish/></w:rPr><w:t>x</w:t></w:r>\
        <w:r><w:footnoteReference w:id='1'/></w:r><w:r><w:rPr><w:vanish w:val='0'/><w:strike/></w:rPr>\
        <w:t>e5</w:t></w:r></w:p>";
    let notes = [("word/footnotes.xml", "<w:p><w:r><w:t>x</w:t></w:r></w:p>")];
    assert_eq!(text(&docx_with(body, &notes)), "1. e4(e5)\n");
}

#[test]
fn a_text_box_that_stands_there_twice_is_read_once() {
    let inside = |text: &str| format!("<w:txbxContent>{}</w:txbxContent>", paragraph(&run(text)));
    let body = format!(
        "<w:p>{}<w:r><mc:AlternateContent><mc:Choice>{}</mc:Choice><mc:Choice>{}</mc:Choice>\
         <mc:Fallback><w:pict>{}</w:pict></mc:Fallback></mc:AlternateContent></w:r>{}</w:p>",
        run("before "),
        inside("in it"),
        inside("in it"),
        inside("in it"),
        run("behind")
    );
    assert_eq!(text(&docx(&body)), "before behind\nin it\n");
}

#[test]
fn styles_of_docx_say_what_is_bold() {
    let style = |kind: &str, id: &str, inner: &str| {
        format!("<w:style w:type='{kind}' w:styleId='{id}'>{inner}</w:style>")
    };
    let styles = [
        style("paragraph", "Game", "<w:rPr><w:b/></w:rPr>"),
        style("paragraph", "Main", "<w:basedOn w:val='Game'/>"),
        style("paragraph", "Round", "<w:basedOn w:val='Round'/>"),
        style("character", "Strong", "<w:rPr><w:b w:val='true'/></w:rPr>"),
    ]
    .concat();
    let styled = |style: &str, run: &str| {
        format!(
            "<w:p><w:pPr><w:pStyle w:val='{style}'/></w:pPr><w:r><w:rPr>{run}</w:rPr>\
             <w:t>{style} {}</w:t></w:r></w:p>",
            run.replace(['<', '>', '\''], " ")
        )
    };
    let body = [
        styled("Game", ""),
        styled("Main", ""),
        styled("Main", "<w:b w:val='0'/>"),
        styled("Main", "<w:rStyle w:val='Strong'/>"),
        styled("Round", ""),
        styled("Round", "<w:rStyle w:val='Strong'/>"),
        styled("Round", "<w:b/>"),
    ]
    .concat();
    let styles = format!("<w:styles>{styles}</w:styles>");
    let found = bold(&docx_with(&body, &[("word/styles.xml", &styles)]));
    let found: Vec<&str> = found.iter().map(|text| text.trim()).collect();
    assert_eq!(found, ["Game", "Main", "Round  w:rStyle w:val= Strong /", "Round  w:b/"]);
}

#[test]
fn numbers_of_lists_in_docx_are_counted() {
    let numbering = "<w:numbering><w:abstractNum w:abstractNumId='7'><w:lvl w:ilvl='0'><w:start \
        w:val='1'/><w:numFmt w:val='decimal'/><w:lvlText w:val='%1.'/></w:lvl><w:lvl w:ilvl='1'>\
        <w:numFmt w:val='lowerLetter'/><w:lvlText w:val='%2)'/></w:lvl></w:abstractNum>\
        <w:num w:numId='1'><w:abstractNumId w:val='7'/></w:num><w:num w:numId='2'><w:abstractNumId \
        w:val='7'/><w:lvlOverride w:ilvl='0'><w:startOverride w:val='1'/></w:lvlOverride></w:num>\
        </w:numbering>";
    let styles = "<w:styles><w:style w:type='paragraph' w:styleId='L'><w:pPr><w:numPr><w:numId \
        w:val='2'/></w:numPr></w:pPr></w:style></w:styles>";
    let item = |text: &str, list: u32, level: u32| {
        format!(
            "<w:p><w:pPr><w:numPr><w:ilvl w:val='{level}'/><w:numId w:val='{list}'/></w:numPr></w:pPr>\
             {}</w:p>",
            run(text)
        )
    };
    let of_style =
        |text: &str| format!("<w:p><w:pPr><w:pStyle w:val='L'/></w:pPr>{}</w:p>", run(text));
    let body = [
        item("e4 e5", 1, 0),
        item("h5 in a note", 1, 1),
        item("Nf3 Nc6", 1, 0),
        paragraph(&run("A word.")),
        item("Bb5 a6", 1, 0),
        item("h3 in no list", 9, 0),
        of_style("d4 d5"),
        of_style("c4 e6"),
        item("h4 is no item", 0, 0),
        "<w:p><w:pPr><w:pStyle w:val='L'/></w:pPr></w:p>".to_owned(),
    ]
    .concat();
    let parts = [("word/numbering.xml", numbering), ("word/styles.xml", styles)];
    assert_eq!(
        text(&docx_with(&body, &parts)),
        "1. e4 e5\nh5 in a note\n2. Nf3 Nc6\nA word.\n3. Bb5 a6\nh3 in no list\n1. d4 d5\n2. c4 e6\nh4 is no item\n\n"
    );
    // Without their names in the package the moves are there all the same.
    assert!(text(&docx(&body)).starts_with("e4 e5\n"));
}

#[test]
fn tables_of_docx_are_rows() {
    let cell = |text: &str| format!("<w:tc><w:tcPr/>{}</w:tc>", paragraph(&run(text)));
    let row = |cells: &[&str]| {
        format!("<w:tr>{}</w:tr>", cells.iter().map(|text| cell(text)).collect::<String>())
    };
    let wide = format!(
        "<w:tr>{}</w:tr>",
        cell("Game").replace("<w:tcPr/>", "<w:tcPr><w:gridSpan w:val='3'/></w:tcPr>")
    );
    let body =
        format!("<w:tbl>{wide}{}{}</w:tbl>", row(&["1", "e4", "e5"]), row(&["2", "", "Nf6"]));
    assert_eq!(text(&docx(&body)), "Game\n1\te4\te5\n2\t\tNf6\n");
    // Two columns without numbers.
    let pairs: String = ROWS.iter().map(|pair| row(&pair.split(' ').collect::<Vec<_>>())).collect();
    assert_eq!(games(&docx(&format!("<w:tbl>{pairs}</w:tbl>"))), [RUY]);
}

#[test]
fn games_of_docx_are_read_with_their_places() {
    let list: String = ROWS
        .iter()
        .enumerate()
        .map(|(at, pair)| paragraph(&(run(&format!("{}. ", at + 1)) + &run(pair))))
        .collect();
    let body = format!("{}<w:p/>{list}", paragraph(&run("Berg – Falk")));
    let found = read(&docx(&body), "f").expect("a game");
    assert_eq!(found.iter().map(entries).collect::<Vec<_>>(), [RUY]);
    assert_eq!((&*found[0].id, found[0].tag("White")), ("f#1", Some("Berg")));
    // The third paragraph has the first move.
    let place = &found[0].sheets[0].entries[0].place;
    assert_eq!((place.line, place.column), (3, 4));
    assert_eq!(games(&docx(&format!("{body}{body}"))), [RUY, RUY]);
    let tagged = ["[White “Berg”]", "[Black “Falk”]", "", "1. e4 e5 2. Nf3 1–0"];
    let tagged: String = tagged.map(|line| paragraph(&run(line))).concat();
    let found = read(&docx(&format!("{tagged}{tagged}")), "f").expect("games");
    assert_eq!(found.iter().map(|game| game.tag("White")).collect::<Vec<_>>(), [Some("Berg"); 2]);
}

#[test]
fn bold_moves_are_those_of_the_game() {
    let row = |(at, pair): (usize, &&str)| {
        let note = format!(" Or {}. h3 h6.", at + 1);
        paragraph(&format!(
            "<w:r><w:rPr><w:b/></w:rPr><w:t>{}. {pair}</w:t></w:r>{}",
            at + 1,
            run(&note)
        ))
    };
    let body: String = ROWS.iter().enumerate().map(row).collect();
    let found = read(&docx(&body), "f").expect("a game");
    let entries = found[0].sheets[0].entries.iter().filter(|entry| entry.aside == 0.0);
    assert_eq!(entries.map(|entry| entry.text()).collect::<Vec<_>>().join(" "), RUY);
}

#[test]
fn paragraphs_of_odt_are_lines() {
    let styles = "<style:style style:name='T1' style:family='text'><style:text-properties \
        fo:font-weight='700'/></style:style><style:style style:name='T2' style:family='text' \
        style:parent-style-name='T1'><style:text-properties style:text-line-through-style='solid'/>\
        </style:style><style:style style:name='T3' style:family='text'><style:text-properties \
        text:display='none'/></style:style>";
    let body = "<text:tracked-changes><text:deletion><text:p>x</text:p></text:deletion>\
        </text:tracked-changes>\n <text:h>Berg – Falk</text:h>\n<text:p/><text:p>1.<text:s text:c='2'/>\
        <text:span text:style-name='T1'>e<text:span>4</text:span></text:span>\n  <text:tab/>e5\
        <text:note><text:note-body><text:p>x</text:p></text:note-body></text:note><text:line-break/>\
        2. <text:span text:style-name='T2'>d4</text:span><text:span text:style-name='Strong'> Nf3\
        </text:span><text:soft-page-break/><office:annotation><text:p>x</text:p></office:annotation>\
        <text:span text:style-name='T3'>x</text:span></text:p><text:section text:display='none'>\
        <text:p>x</text:p></text:section><text:p>A<draw:frame><draw:text-box><text:p>box</text:p>\
        </draw:text-box><svg:title>x</svg:title></draw:frame> b</text:p>";
    let file = odt(styles, body);
    assert_eq!(text(&file), "Berg – Falk\n\n1.  e4 \te5\n2. (d4) Nf3\nA b\nbox\n");
    assert_eq!(bold(&file), ["e4", "d4", " Nf3"]);
}

#[test]
fn lists_and_tables_of_odt_are_rows() {
    let styles = "<text:list-style style:name='L1'><text:list-level-style-number text:level='1' \
        style:num-suffix='.' style:num-format='1'/><text:list-level-style-number text:level='2' \
        style:num-format='a'/><text:list-level-style-number text:level='3' style:num-format='1' \
        style:num-prefix='(' style:num-suffix=')' text:display-levels='3' text:start-value='4'/>\
        </text:list-style>";
    let item = |text: &str| {
        format!("<text:list-item><text:p>{text}</text:p><text:p>+</text:p></text:list-item>")
    };
    let body = format!(
        "<text:list text:style-name='L1'>{}<text:list-item><text:p/><text:list>{}<text:list-item>\
         <text:list>{}</text:list></text:list-item></text:list></text:list-item></text:list>\
         <text:list text:style-name='L1' text:continue-numbering='true'>{}</text:list>\
         <text:list text:style-name='L1'>{}</text:list><text:list>{}</text:list>",
        item("e4"),
        item("h5"),
        item("c5"),
        item("d4"),
        item("c4").replace("<text:list-item>", "<text:list-item text:start-value='9'>"),
        item("h6")
    );
    assert_eq!(
        text(&odt(styles, &body)).replace("\n+", ""),
        "1. e4\n\nh5\n(2.1.4) c5\n3. d4\n9. c4\nh6\n"
    );
    let cell = |text: &str| format!("<table:table-cell><text:p>{text}</text:p></table:table-cell>");
    let row = |pair: &&str| {
        let cells: String = pair.split(' ').map(cell).collect();
        format!("<table:table-row>{cells}</table:table-row>")
    };
    let table: String = ROWS.iter().map(row).collect();
    assert_eq!(games(&odt("", &format!("<table:table>{table}</table:table>"))), [RUY]);
}

#[test]
fn chapters_are_read_in_the_order_of_the_spine() {
    let rows = |from: usize, to: usize| -> String {
        (from..to).map(|at| format!("<p><b>{}.</b> {}</p>", at + 1, ROWS[at])).collect()
    };
    // A game may go on in the next chapter.
    let book = epub(&[("a b.html", &rows(3, 6)), ("text/c.html", &rows(0, 3))], &[1, 0, 1]);
    assert_eq!(games(&book), [RUY]);
    assert_eq!(bold(&book), ["1.", "2.", "3.", "4.", "5.", "6."]);
    let whole = |name: &str| format!("<h1>{name}</h1>{}", rows(0, 6));
    let book =
        epub(&[("2.html", &whole("Holm – Thal")), ("1.html", &whole("Berg – Falk"))], &[1, 0]);
    let found = read(&book, "f").expect("games");
    let white: Vec<_> = found.iter().map(|game| game.tag("White")).collect();
    assert_eq!(white, [Some("Berg"), Some("Holm")]);
}

#[test]
fn what_is_missing_is_told() {
    let why = |bytes: &[u8]| match read(bytes, "f").map_err(|error| error.kind().clone()) {
        Err(ErrorKind::Document(why)) => why,
        other => panic!("{other:?}"),
    };
    let types = ("[Content_Types].xml", "<Types/>");
    let list = ("OEBPS/book.opf", "<package><spine/></package>");
    let main = "<Relationships><Relationship Type='x/officeDocument' Target='word/a.xml'/></Relationships>";
    for (parts, want) in [
        (vec![types, ("_rels/.rels", main)], "word/a.xml"),
        (vec![types, ("word/document.xml", "<w:document><w:p>")], "ends before"),
        (vec![("mimetype", "opendocument.text"), ("content.xml", "<a")], "content.xml"),
        (vec![("META-INF/container.xml", "<a/>")], "where its list of chapters is"),
        (vec![("META-INF/container.xml", CONTAINER)], "OEBPS/book.opf"),
        (vec![("META-INF/container.xml", CONTAINER), list], "chapters is empty"),
    ] {
        let found = why(&packed(&parts));
        assert!(found.contains(want), "{found}");
    }
    // What stands before the damage is read.
    let rows: String = ROWS.map(|pair| paragraph(&run(pair))).concat();
    let cut = docx(&format!("{rows}<w:p w:x='"));
    let found: Vec<_> = crate::read::records(&cut[..], "f").collect();
    assert!(found[0].as_ref().is_ok_and(|record| entries(record) == RUY));
    assert!(found[1].as_ref().is_err_and(|error| error.to_string().contains("damaged")));
    // A document without a game is whole.
    let letter = docx(&paragraph(&run("Dear Sir, the club meets on Tuesday.")));
    assert_eq!(read(&letter, "f").expect_err("no game").kind(), &ErrorKind::NoGame);
    assert_eq!(read(&docx("<w:p/>"), "f").expect_err("nothing").kind(), &ErrorKind::Empty);
}

#[test]
fn chapters_may_be_locked_or_lost() {
    let opf = "<package><manifest><item id='a' href='a.html'/><item id='b' href='b.html'/></manifest>\
        <spine><itemref idref='a'/><itemref idref='b'/></spine></package>";
    let page = "<html><body><p>1. e4 e5</p><p>2. Nf3 Nc6</p><p>3. Bb5 a6</p></body></html>";
    let parts =
        [("META-INF/container.xml", CONTAINER), ("OEBPS/book.opf", opf), ("OEBPS/a.html", page)];
    let found = document(&packed(&parts)).expect("a book");
    assert!(found.text.contains("1. e4 e5\n2. Nf3 Nc6"));
    assert_eq!(found.troubles, ["the chapter OEBPS/b.html is not in the file"]);
    let keys = |part: &str| {
        let keys = format!("<encryption><CipherReference URI='OEBPS/{part}'/></encryption>");
        document(&packed(&[&parts[..], &[("META-INF/encryption.xml", &keys)]].concat()))
    };
    assert!(keys("a%2Ehtml").is_err_and(|error| error.to_string().contains("protected")));
    // Fonts are locked in books that are open.
    assert!(keys("font.otf").is_ok());
}

#[test]
fn no_elements_make_it_panic() {
    let names = [
        "p",
        "r",
        "t",
        "tbl",
        "tr",
        "tc",
        "txbxContent",
        "pPr",
        "rPr",
        "b",
        "numPr",
        "numId",
        "ilvl",
        "gridSpan",
        "AlternateContent",
        "Choice",
        "Fallback",
        "br",
        "tab",
        "sym",
        "del",
        "strike",
        "h",
        "span",
        "s",
        "list",
        "list-item",
        "table-row",
        "table-cell",
        "text-box",
        "note",
        "body",
        "style",
        "text-properties",
        "list-style",
        "list-level-style-number",
        "abstractNum",
        "num",
        "lvl",
        "lvlText",
        "startOverride",
        "abstractNumId",
        "pStyle",
        "section",
    ];
    let attributes = [
        "",
        " val='1'",
        " val='99999999999'",
        " val='x'",
        " name='L'",
        " style-name='L'",
        " level='1'",
        " level='0'",
        " level='77'",
        " c='999999999'",
        " num-format='1'",
        " display-levels='9'",
        " abstractNumId='1'",
        " numId='1'",
        " ilvl='9'",
        " val='%1%2%3'",
        " char='F0'",
        " char='-1'",
        " styleId='1'",
        " family='text'",
        " display='none'",
        " start-value='0'",
        " space='preserve'",
    ];
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    for _ in 0..3_000 {
        let mut part = String::new();
        for _ in 0..next(40) {
            let (name, attribute) = (names[next(names.len())], attributes[next(attributes.len())]);
            match next(6) {
                0 => part.push_str("1. e4 "),
                1 => part.push_str(&format!("<w:{name}{attribute}/>")),
                2 => part.push_str(&format!("</w:{name}>")),
                _ => part.push_str(&format!("<w:{name}{attribute}>")),
            }
        }
        for file in [
            docx_with(&part, &[("word/styles.xml", &part), ("word/numbering.xml", &part)]),
            odt(&part, &part),
            packed(&[("META-INF/container.xml", CONTAINER), ("OEBPS/book.opf", &part)]),
        ] {
            if let Ok(document) = document(&file) {
                for part in &document.bold {
                    assert!(document.text.get(part.clone()).is_some(), "{document:?}");
                }
            }
        }
    }
}
