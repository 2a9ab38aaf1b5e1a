//! A first, plain version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckSign {
    None,
    Check,
    Mate,
}
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Blank,
    Move,
    Result,
    Other,
}
#[derive(Debug)]
pub struct Prepared {
    pub core: Vec<char>,
    pub check: Option<CheckSign>,
    pub kind: Kind,
}
pub fn prepare(text: &str) -> Prepared {
    let t = text.trim_end_matches(['+', '#', '!', '?', '.']);
    let check = (t.len() != text.len()).then_some(CheckSign::Check);
    let mut core: Vec<char> = t.chars().filter(|c| !c.is_whitespace()).collect();
    let o: String = core.iter().map(|c| if *c == '0' { 'O' } else { *c }).collect();
    if o == "O-O" || o == "OO" {
        core = "O-O".chars().collect();
    }
    if o == "O-O-O" || o == "OOO" {
        core = "O-O-O".chars().collect();
    }
    let kind = if core.is_empty() {
        Kind::Blank
    } else if ["1-0", "0-1"].contains(&t) {
        Kind::Result
    } else {
        Kind::Move
    };
    Prepared { core, check, kind }
}
pub fn prepare_descriptive(_t: &str, _l: &super::Language) -> Option<Vec<char>> {
    None
}
