//! What the JSON of the cloud services has in common: numbers and boxes that may be wanting, and
//! files that end too early.

use serde::{Deserialize, Deserializer};

use super::page::{Bounds, Document, Trouble};

/// Deepest nesting that is closed where a file ends too early.
const MAX_DEPTH: usize = 128;

/// Reads all values of a text: one, an array of them, or one behind another. A text that ends too
/// early is read up to its last complete object.
pub(super) fn values<'a, T: Deserialize<'a>>(
    text: &'a str,
    closed: &'a mut String,
) -> (Vec<T>, Option<Trouble>) {
    let first = all(text);
    let (found, Some(error)) = first else { return (first.0, None) };
    let (line, column) = (error.line(), error.column());
    let mut trouble = Trouble {
        line: u32::try_from(line).unwrap_or(0),
        column: u32::try_from(column).unwrap_or(0),
        message: format!("the JSON is damaged here ({})", plain(&error)),
    };
    if error.is_eof()
        && let Some(whole) = close(text)
    {
        *closed = whole;
        let (again, _) = all(closed);
        if !again.is_empty() {
            trouble.message =
                "the file ends before its JSON does; what is there is read".to_owned();
            return (again, Some(trouble));
        }
    }
    (found, Some(trouble))
}

/// One value or a list of them.
#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany<T> {
    Many(Vec<T>),
    One(T),
}

fn all<'a, T: Deserialize<'a>>(text: &'a str) -> (Vec<T>, Option<serde_json::Error>) {
    let mut found = Vec::new();
    let text = text.trim_start_matches('\u{feff}');
    for value in serde_json::Deserializer::from_str(text).into_iter::<OneOrMany<T>>() {
        match value {
            Ok(OneOrMany::One(value)) => found.push(value),
            Ok(OneOrMany::Many(values)) => found.extend(values),
            Err(error) => return (found, Some(error)),
        }
    }
    (found, None)
}

/// The message without the place, which is told before it.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rfind(" at line ").map_or(text.clone(), |at| text[..at].to_owned())
}

/// A text that ends too early, cut behind its last complete object and closed.
fn close(text: &str) -> Option<String> {
    let mut open: Vec<u8> = Vec::new();
    let (mut in_string, mut escaped) = (false, false);
    let mut last: Option<(usize, Vec<u8>)> = None;
    for (at, byte) in text.bytes().enumerate() {
        if in_string {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'{' => open.push(b'}'),
            b'[' => open.push(b']'),
            b'}' | b']' => {
                if open.pop() != Some(byte) {
                    return None;
                }
                if byte == b'}' && !open.is_empty() {
                    last = Some((at + 1, open.clone()));
                }
            }
            _ => {}
        }
        if open.len() > MAX_DEPTH {
            return None;
        }
    }
    let (end, open) = last?;
    let mut whole = text[..end].to_owned();
    whole.extend(open.iter().rev().map(|&byte| char::from(byte)));
    Some(whole)
}

/// A corner of a box; services leave out what is 0.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub(super) struct Point {
    #[serde(default, deserialize_with = "number")]
    pub(super) x: f32,
    #[serde(default, deserialize_with = "number")]
    pub(super) y: f32,
}

/// Corners of a box: `[x, y, x, y, …]` or `[{"x": …, "y": …}, …]`.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Polygon {
    Flat(Vec<f32>),
    Points(Vec<Point>),
}

impl Polygon {
    /// The box around the corners.
    pub(super) fn bounds(&self) -> Option<Bounds> {
        match self {
            Polygon::Flat(numbers) => {
                Bounds::around(numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])))
            }
            Polygon::Points(points) => Bounds::around(points.iter().map(|p| (p.x, p.y))),
        }
    }
}

/// A number, 0 where `null` stands.
pub(super) fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f32, D::Error> {
    Ok(Option::<f32>::deserialize(deserializer)?.unwrap_or(0.0))
}

/// A list, empty where `null` stands.
pub(super) fn list<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    Ok(Option::<Vec<T>>::deserialize(deserializer)?.unwrap_or_default())
}

/// Reads all values of a text into a document.
pub(super) fn document<'a, T: Deserialize<'a>>(
    text: &'a str,
    closed: &'a mut String,
    mut add: impl FnMut(T, &mut Document),
) -> Document {
    let (values, trouble) = values(text, closed);
    let mut document = Document::default();
    values.into_iter().for_each(|value| add(value, &mut document));
    document.trouble = document.trouble.or(trouble);
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct Item {
        #[serde(default)]
        n: Vec<Inner>,
    }

    #[derive(Debug, Deserialize)]
    struct Inner {
        a: u32,
    }

    fn found(text: &str) -> (Vec<Vec<u32>>, bool) {
        let mut closed = String::new();
        let (values, trouble) = values::<Item>(text, &mut closed);
        let numbers = |item: Item| item.n.iter().map(|inner| inner.a).collect();
        (values.into_iter().map(numbers).collect(), trouble.is_some())
    }

    #[test]
    fn one_value_many_and_an_array() {
        let one = r#"{"n":[{"a":1},{"a":2}]}"#;
        assert_eq!(found(one), (vec![vec![1, 2]], false));
        assert_eq!(found(&format!("{one}\n{one}")).0.len(), 2);
        assert_eq!(found(&format!("[{one},{one}]")).0.len(), 2);
    }

    #[test]
    fn a_cut_text_is_read_up_to_its_last_object() {
        for text in [
            r#"{"n":[{"a":1},{"a":2},{"a"#,
            r#"{"n":[{"a":1},{"a":2},"#,
            r#"{"n":[{"a":1},{"a":2}"#,
            r#"[{"n":[{"a":1},{"a":2}]"#,
        ] {
            let (values, trouble) = found(text);
            assert_eq!(values, [vec![1, 2]], "{text}");
            assert!(trouble);
        }
        assert_eq!(found(r#"{"n":["#), (vec![], true));
        assert_eq!(found(r#"{"n":[}"#), (vec![], true));
    }

    #[test]
    fn polygons_in_both_shapes() {
        let flat: Polygon = serde_json::from_str("[1,2,3,2,3,4,1,4]").expect("a polygon");
        let points: Polygon =
            serde_json::from_str(r#"[{"x":1,"y":2},{"x":3,"y":4}]"#).expect("a polygon");
        assert_eq!(flat.bounds(), Bounds::new(1.0, 2.0, 3.0, 4.0));
        assert_eq!(points.bounds(), flat.bounds());
        let edge: Polygon = serde_json::from_str(r#"[{"y":2},{"x":3}]"#).expect("a polygon");
        assert_eq!(edge.bounds(), Bounds::new(0.0, 0.0, 3.0, 2.0));
    }
}
