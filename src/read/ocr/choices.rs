//! Other readings of a word from other readings of its characters.

use super::page::MAX_ALTERNATIVES;

/// Least probability of a reading, beside that of the engine's own.
const LEAST: f32 = 0.01;

/// The readings of a word in which one character is another one, most likely first. `chars` holds
/// for each character what it could be with confidences, the engine's own first; where they do
/// not add up to `text`, they tell nothing.
pub(super) fn readings(text: &str, chars: &[Vec<(String, f32)>]) -> Vec<(String, Option<f32>)> {
    // Engines list the blank before a word as its first character.
    let solid = |choices: &&Vec<(String, f32)>| {
        choices.first().is_some_and(|(text, _)| !text.trim().is_empty())
    };
    let chars: Vec<&Vec<(String, f32)>> = chars.iter().filter(solid).collect();
    let own: String = chars.iter().map(|choices| choices[0].0.trim()).collect();
    if own != text || text.is_empty() {
        return Vec::new();
    }
    let sure = |choices: &[(String, f32)]| choices[0].1.clamp(0.01, 1.0);
    let all: f32 = chars.iter().map(|choices| sure(choices)).product();
    let mut found: Vec<(String, Option<f32>)> = Vec::new();
    for (at, choices) in chars.iter().enumerate() {
        for (other, confidence) in choices.iter().skip(1) {
            let probability = all / sure(choices) * confidence.clamp(0.0, 1.0);
            if probability < LEAST {
                continue;
            }
            let part = |(index, choices): (usize, &&Vec<(String, f32)>)| {
                let text = if index == at { other } else { &choices[0].0 };
                text.trim().to_owned()
            };
            let reading: String = chars.iter().enumerate().map(part).collect();
            if !reading.is_empty() && reading != text {
                found.push((reading, Some(probability)));
            }
        }
    }
    let sure = |(_, confidence): &(String, Option<f32>)| confidence.unwrap_or(0.0);
    found.sort_by(|a, b| sure(b).total_cmp(&sure(a)));
    found.truncate(MAX_ALTERNATIVES);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(list: &[&[(&str, f32)]]) -> Vec<Vec<(String, f32)>> {
        let own = |choices: &&[(&str, f32)]| {
            choices.iter().map(|&(text, c)| (text.to_owned(), c)).collect()
        };
        list.iter().map(own).collect()
    }

    #[test]
    fn one_character_is_exchanged_at_a_time() {
        let chars = choices(&[
            &[(" ", 0.9)],
            &[("B", 0.8), ("8", 0.15)],
            &[("b", 0.9)],
            &[("5", 0.5), ("S", 0.4)],
        ]);
        let found = readings("Bb5", &chars);
        let texts: Vec<&str> = found.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, ["BbS", "8b5"]);
        assert!(found[0].1.is_some_and(|p| (p - 0.288).abs() < 1e-4));
    }

    #[test]
    fn choices_of_another_word_tell_nothing() {
        assert!(readings("Bc5", &choices(&[&[("B", 0.8), ("8", 0.2)]])).is_empty());
        assert!(readings("", &[]).is_empty());
    }
}
