//! Joins the records of several witnesses of one game into one record of several sheets.
//!
//! Nothing is weighed here: what the witnesses claim beside the moves is taken over where they
//! agree or only one of them speaks, and becomes a remark where they contradict one another. The
//! moves are left to the search, which reads all sheets together.

use crate::{
    error::{Error, ErrorKind},
    record::{Place, Record, Remark, Sheet},
};

/// One witness: a name for its sheet, and what it wrote.
#[derive(Debug, Clone)]
pub struct Witness {
    /// Name of the sheet, such as its file name.
    pub name: String,
    /// What is read from it.
    pub record: Record,
}

/// Joins the first game of each witness, the second of each, and so on. Each item is a witness's
/// name and all games that it tells of.
///
/// # Errors
///
/// [`ErrorKind::Unpaired`] where the witnesses do not tell of the same number of games.
pub fn pair(witnesses: Vec<(String, Vec<Record>)>) -> Result<Vec<Record>, Error> {
    let games = witnesses.first().map_or(0, |(_, records)| records.len());
    let names: Vec<&str> = witnesses.iter().map(|(name, _)| name.as_str()).collect();
    let names = names.join("+");
    if witnesses.iter().any(|(_, records)| records.len() != games) {
        let each: Vec<String> =
            witnesses.iter().map(|(name, records)| format!("{name} {}", records.len())).collect();
        return Err(Error::new(ErrorKind::Unpaired(each.join(", "))));
    }
    let mut sides: Vec<_> =
        witnesses.into_iter().map(|(name, records)| (name, records.into_iter())).collect();
    let mut joined = Vec::with_capacity(games);
    for game in 1..=games {
        let witness = |(name, records): &mut (String, std::vec::IntoIter<Record>)| {
            Some(Witness { name: name.clone(), record: records.next()? })
        };
        let all = sides.iter_mut().filter_map(witness).collect();
        let id = if games == 1 { names.clone() } else { format!("{names}#{game}") };
        joined.push(join(&id, all));
    }
    Ok(joined)
}

/// The record of one game that these witnesses saw; `id` is its name.
///
/// - Sheets keep their language, notation, gaps and length; each gets its witness's name, with its
///   own behind it (`round3:white`) where a witness brings several.
/// - A tag has the first value that says something; other values are a remark, `tags-differ`. That
///   of a start position is left to the positions.
/// - The result is the one that is claimed; where the claims contradict one another none is taken,
///   and the remark `results-differ` names them all.
/// - The start position is the first that is named; another one is a remark, `starts-differ`.
/// - Constraints hold together; of two ends or lengths the first is law, and the remark is
///   `constraints-differ`.
///
/// # Examples
///
/// ```
/// use scoresheet::{read, witnesses::{Witness, join}};
///
/// let witness = |name: &str, text: &str| -> Result<Witness, scoresheet::error::Error> {
///     Ok(Witness { name: name.to_owned(), record: read::read(text.as_bytes(), name)?.remove(0) })
/// };
/// let record = join("board 7", vec![
///     witness("white.txt", "1. e4 e5 2. Nf3 Nc6 1-0")?,
///     witness("black.txt", "1. e4 e5 2. Sf3 Sc6 0-1")?,
/// ]);
/// assert_eq!((record.sheets.len(), record.result), (2, None));
/// assert_eq!(record.remarks[0].message, "white.txt says 1-0, black.txt says 0-1");
/// # Ok::<(), scoresheet::error::Error>(())
/// ```
pub fn join(id: &str, witnesses: Vec<Witness>) -> Record {
    let mut joined = Record { id: id.to_owned(), ..Record::default() };
    join_tags(&mut joined, &witnesses);
    join_results(&mut joined, &witnesses);
    join_starts(&mut joined, &witnesses);
    join_constraints(&mut joined, &witnesses);
    for witness in witnesses {
        add_sheets(&mut joined, witness);
    }
    joined
}

/// A remark on what the witnesses contradict one another about.
fn differ(code: &'static str, message: String) -> Remark {
    Remark { code, place: Place::default(), message }
}

/// Takes every tag over that a witness has, in the order in which they are met.
fn join_tags(joined: &mut Record, witnesses: &[Witness]) {
    // What stands in the tag is the start position, unless that could not be read.
    let fen_is_start = witnesses
        .iter()
        .all(|Witness { record, .. }| record.start.is_some() || tag(record, "FEN").is_none());
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in witnesses.iter().flat_map(|witness| &witness.record.tags) {
        if !names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            names.push(name);
        }
    }
    for name in names {
        let values = claims(witnesses, |record| tag(record, name).map(str::to_owned));
        // Results and start positions have remarks of their own.
        let told =
            name.eq_ignore_ascii_case("Result") || fen_is_start && name.eq_ignore_ascii_case("FEN");
        if values.len() > 1 && !told {
            joined.remarks.push(differ("tags-differ", format!("{name}: {}", said(&values))));
        }
        // What says nothing is kept as it stands where nobody says more.
        let silent = || {
            let mut tags = witnesses.iter().flat_map(|witness| &witness.record.tags);
            tags.find(|tag| tag.0.eq_ignore_ascii_case(name)).map(|tag| tag.1.clone())
        };
        let value = values.into_iter().next().map(|claim| claim.value).or_else(silent);
        joined.tags.push((name.to_owned(), value.unwrap_or_default()));
    }
}

/// Takes the result over that is claimed, and none where the claims differ.
fn join_results(joined: &mut Record, witnesses: &[Witness]) {
    let results = claims(witnesses, |record| record.result);
    joined.result = match &results[..] {
        [only] => Some(only.value),
        _ => None,
    };
    if results.len() > 1 {
        joined.tags.retain(|(name, _)| !name.eq_ignore_ascii_case("Result"));
        joined.remarks.push(differ("results-differ", said(&results)));
    }
}

/// Takes the first start position over that a witness names.
fn join_starts(joined: &mut Record, witnesses: &[Witness]) {
    let starts = claims(witnesses, |record| record.start.as_ref().map(|fen| fen.to_string()));
    if starts.len() > 1 {
        let message = format!("{}; the first is used", said(&starts));
        joined.remarks.push(differ("starts-differ", message));
    }
    joined.start = witnesses.iter().find_map(|witness| witness.record.start.clone());
}

/// Takes all fixed moves over, and the first end, length and result that are known.
fn join_constraints(joined: &mut Record, witnesses: &[Witness]) {
    let ends = claims(witnesses, |record| record.constraints.end.clone());
    let lengths = claims(witnesses, |record| record.constraints.length);
    let differing =
        [(ends.len() > 1).then(|| said(&ends)), (lengths.len() > 1).then(|| said(&lengths))];
    for differing in differing.into_iter().flatten() {
        let message = format!("{differing}; the first is law");
        joined.remarks.push(differ("constraints-differ", message));
    }
    let all = || witnesses.iter().map(|witness| &witness.record.constraints);
    let known = &mut joined.constraints;
    known.fixed = all().flat_map(|constraints| constraints.fixed.iter().cloned()).collect();
    known.end = all().find_map(|constraints| constraints.end.clone());
    known.length = all().find_map(|constraints| constraints.length);
    known.result = all().find_map(|constraints| constraints.result);
}

/// Adds the sheets of a witness, and what was remarked on them, under its name.
fn add_sheets(joined: &mut Record, Witness { name, record }: Witness) {
    let several = record.sheets.len() > 1;
    let result = record.result;
    joined.sheets.extend(record.sheets.into_iter().map(|sheet| {
        let id = if several { format!("{name}:{}", sheet.id) } else { name.clone() };
        Sheet { id, result, ..sheet }
    }));
    joined.remarks.extend(record.remarks.into_iter().map(|remark| {
        let place = match remark.place.line {
            0 => String::new(),
            _ => format!(":{}", remark.place),
        };
        let message = format!("{name}{place}: {}", remark.message);
        Remark { place: Place::default(), message, ..remark }
    }));
}

/// A value and the first witness that claims it.
struct Claim<'a, T> {
    witness: &'a str,
    value: T,
}

/// The different values that the witnesses claim, in their order.
fn claims<T: PartialEq>(
    witnesses: &[Witness],
    claim: impl Fn(&Record) -> Option<T>,
) -> Vec<Claim<'_, T>> {
    let mut claims: Vec<Claim<'_, T>> = Vec::new();
    for witness in witnesses {
        if let Some(value) = claim(&witness.record)
            && !claims.iter().any(|known| known.value == value)
        {
            claims.push(Claim { witness: &witness.name, value });
        }
    }
    claims
}

/// `white.txt says 1-0, black.txt says 0-1`
fn said<T: ToString>(claims: &[Claim<'_, T>]) -> String {
    let each: Vec<String> = claims
        .iter()
        .map(|claim| format!("{} says {}", claim.witness, claim.value.to_string()))
        .collect();
    each.join(", ")
}

/// The value of a tag, where it says something.
fn tag<'a>(record: &'a Record, wanted: &str) -> Option<&'a str> {
    let says = |value: &str| {
        let known = value.trim().trim_matches(['?', '.', '*', '-']);
        !known.is_empty()
    };
    record
        .tags
        .iter()
        .find(|(name, value)| name.eq_ignore_ascii_case(wanted) && says(value))
        .map(|(_, value)| value.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Entry, GameResult};

    fn witness(name: &str, tags: &[(&str, &str)], result: Option<GameResult>) -> Witness {
        let sheet =
            Sheet { id: "1".into(), entries: vec![Entry::from_text(name)], ..Sheet::default() };
        let tags = tags.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        let record = Record { tags, result, sheets: vec![sheet], ..Record::default() };
        Witness { name: name.to_owned(), record }
    }

    #[test]
    fn tags_are_joined_and_contradictions_said() {
        let joined = join(
            "g",
            vec![
                witness("a", &[("White", "?"), ("Black", "Y"), ("Date", "????.??.??")], None),
                witness("b", &[("white", "X"), ("Black", "Z"), ("Round", "3")], None),
                witness("c", &[("Black", "Y")], None),
            ],
        );
        let tags: Vec<(&str, &str)> =
            joined.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(tags, [("White", "X"), ("Black", "Y"), ("Date", "????.??.??"), ("Round", "3")]);
        assert_eq!(joined.remarks.len(), 1);
        assert_eq!(joined.remarks[0].message, "Black: a says Y, b says Z");
        let ids: Vec<&str> = joined.sheets.iter().map(|sheet| sheet.id.as_str()).collect();
        assert_eq!(ids, ["a", "b", "c"]);
    }

    #[test]
    fn games_are_paired_in_order() {
        let side = |name: &str, games: &[&str]| {
            (name.to_owned(), games.iter().map(|text| witness(text, &[], None).record).collect())
        };
        let paired = pair(vec![side("a", &["e4", "d4"]), side("b", &["e5", "d5"])]);
        let texts: Vec<(String, Vec<String>)> = paired
            .expect("as many games")
            .into_iter()
            .map(|record| {
                let text = |sheet: &Sheet| format!("{}: {}", sheet.id, sheet.entries[0].text());
                (record.id.clone(), record.sheets.iter().map(text).collect())
            })
            .collect();
        assert_eq!(texts[0], ("a+b#1".into(), vec!["a: e4".into(), "b: e5".into()]));
        assert_eq!(texts[1], ("a+b#2".into(), vec!["a: d4".into(), "b: d5".into()]));
        let error = pair(vec![side("a", &["e4", "d4"]), side("b", &["e5"])]).expect_err("unequal");
        assert_eq!(*error.kind(), ErrorKind::Unpaired("a 2, b 1".to_owned()));
        assert!(pair(Vec::new()).is_ok_and(|records| records.is_empty()));
    }

    #[test]
    fn a_contradicted_result_is_no_result() {
        let (white, black) = (Some(GameResult::WhiteWins), Some(GameResult::BlackWins));
        let result = |results: &[Option<GameResult>]| {
            let all = results.iter().enumerate().map(|(at, &result)| {
                let text = result.map_or("*", GameResult::as_str);
                witness(&at.to_string(), &[("Result", text)], result)
            });
            let joined = join("g", all.collect());
            let codes: Vec<&str> = joined.remarks.iter().map(|remark| remark.code).collect();
            let claimed = joined.tags.iter().any(|(_, value)| value != "*");
            (joined.result, codes, claimed)
        };
        assert_eq!(result(&[white, None, white]), (white, vec![], true));
        assert_eq!(result(&[white, black]), (None, vec!["results-differ"], false));
        assert_eq!(result(&[None, None]), (None, vec![], false));
    }

    #[test]
    fn other_start_positions_are_told_once() {
        let codes = |fens: [&str; 2], readable: bool| {
            let all = fens.iter().map(|fen| {
                let mut witness = witness("w", &[("FEN", fen)], None);
                witness.record.start = fen.parse().ok().filter(|_| readable);
                witness
            });
            let joined = join("g", all.collect());
            joined.remarks.iter().map(|remark| remark.code).collect::<Vec<_>>()
        };
        let (one, other) = ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K1R1 w - - 0 1");
        assert_eq!(codes([one, other], true), ["starts-differ"]);
        assert_eq!(codes([one, other], false), ["tags-differ"], "a tag that could not be read");
        assert!(codes([one, &format!("{one} ")], true).is_empty());
    }

    #[test]
    fn several_sheets_of_a_witness_keep_their_names() {
        let mut both = witness("round3", &[], None);
        both.record.sheets =
            ["white", "black"].map(|id| Sheet { id: id.to_owned(), ..Sheet::default() }).into();
        both.record.remarks = vec![Remark {
            code: "too-long",
            place: Place { line: 3, column: 1, ..Place::default() },
            message: "cut".to_owned(),
        }];
        let joined = join("g", vec![both, witness("arbiter", &[], None)]);
        let ids: Vec<&str> = joined.sheets.iter().map(|sheet| sheet.id.as_str()).collect();
        assert_eq!(ids, ["round3:white", "round3:black", "arbiter"]);
        assert_eq!(joined.remarks[0].message, "round3:3:1: cut");
    }
}
