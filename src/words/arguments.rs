//! What is wrong with the arguments of the command line, each in one sentence.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use gettextrs::{gettext, pgettext};

use super::{enumerate, gettext_f, isolated};

/// Why arguments cannot be understood, of which these were given.
pub fn argument_error(error: &Error, given: &[OsString]) -> String {
    let named = |kind| match error.get(kind) {
        Some(ContextValue::String(name)) => vec![name.clone()],
        Some(ContextValue::Strings(names)) => names.clone(),
        _ => Vec::new(),
    };
    let of = |kind| named(kind).concat();
    let argument = of(ContextKind::InvalidArg);
    let option = option_in(&argument);
    let value = isolated(&of(ContextKind::InvalidValue));
    match error.kind() {
        ErrorKind::UnknownArgument => gettext_f(
            // Translators: {option} is an argument of the command line, such as --list
            "There is no option {option}.",
            &[("option", &isolated(&argument))],
        ),
        ErrorKind::InvalidValue if value.is_empty() => gettext_f(
            // Translators: {option} is an argument of the command line, such as --nodes
            "A value is missing after {option}.",
            &[("option", option)],
        ),
        ErrorKind::InvalidValue => {
            let values = enumerate(&named(ContextKind::ValidValue));
            let why = gettext_f(
                // Translators: {values} are words, such as white, black, both
                "“{value}” is none of these: {values}.",
                &[("value", &value), ("values", &values)],
            );
            format!("{option}: {why}")
        }
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map(ToString::to_string);
            format!("{option}: {}", why.unwrap_or_default())
        }
        ErrorKind::TooManyValues => gettext_f(
            // Translators: {option} is an argument of the command line, such as --list
            "Nothing can be set by {option}.",
            &[("option", option)],
        ),
        ErrorKind::ArgumentConflict => {
            let mut others = named(ContextKind::PriorArg);
            if others.is_empty() || others == [argument.as_str()] {
                return gettext_f(
                    // Translators: {option} is an argument of the command line, such as --list
                    "{option} can be given only once.",
                    &[("option", option)],
                );
            }
            let is_given = |other: &String| {
                let is_it =
                    |given: &OsString| option_of(&given.to_string_lossy()) == option_in(other);
                given.iter().any(is_it)
            };
            if others.iter().any(is_given) {
                others.retain(is_given);
            }
            let others: Vec<String> = others
                .iter()
                .map(|other| option_in(other).to_owned())
                .collect();
            gettext_f(
                // Translators: arguments of the command line, such as --list and --check
                "{option} does not go together with {others}.",
                &[("option", option), ("others", &enumerate(&others))],
            )
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = named(ContextKind::InvalidArg);
            let missing: Vec<String> = missing.iter().map(|missing| one_of(missing)).collect();
            gettext_f(
                // Translators: {options} are arguments of the command line, such as --output
                "This option is missing: {options}.",
                &[("options", &enumerate(&missing))],
            )
        }
        ErrorKind::InvalidUtf8 => gettext("An argument is not text."),
        _ => gettext("These options cannot be understood."),
    }
}

/// Why a text is no number that an option takes: none from `least` on, up to `most` where there is an end.
pub fn not_a_number(text: &str, least: u64, most: Option<u64>) -> String {
    let (text, least) = (isolated(text), least.to_string());
    match most {
        Some(most) => gettext_f(
            "“{text}” is not a whole number from {least} to {most}.",
            &[
                ("text", &text),
                ("least", &least),
                ("most", &most.to_string()),
            ],
        ),
        None => gettext_f(
            "“{text}” is not a whole number of {least} or more.",
            &[("text", &text), ("least", &least)],
        ),
    }
}

/// The option in what is shown of it: `--nodes` in `--nodes <N>`, `FILE` in `[FILE]...`.
fn option_in(shown: &str) -> &str {
    let option = shown.split(' ').next().unwrap_or_default();
    option.trim_matches(['[', ']', '.', '<', '>'])
}

/// The option that is given in an argument, such as `--nodes=100`.
fn option_of(argument: &str) -> &str {
    argument.split('=').next().unwrap_or_default()
}

/// The options of which one is wanted, as in `<--diagram <FEN>|--scoresheet <ID>>`.
fn one_of(shown: &str) -> String {
    let options: Vec<&str> = shown.split('|').map(option_in).collect();
    // Translators: what stands between two things of which one is wanted
    options.join(&pgettext("list", " or "))
}
