//! What the app says to people: every sentence about the game, translated.

mod analysis;
mod annotating;
mod correspondence;
mod engines;
mod faults;
mod importing;
mod keys;
mod lessons;
mod library;
mod moves;
mod names;
mod offers;
mod outcomes;
mod paper;
mod plain;
mod players;
mod practice;
mod reading;
mod refusals;
mod review;
mod setup;
mod status;
mod tutor;
pub mod twenty48;

use plain::is_right_to_left;

use gettextrs::{bind_textdomain_codeset, bindtextdomain, setlocale, textdomain};

pub use analysis::{
    accuracy, course, course_at, evaluation, evaluation_said, how_deep, in_side_line, line_said,
    lines, looking_ahead, looking_through, no_evaluation, no_line_yet, noted, other_notes,
    return_from_analysis, saves_power, score_figures, score_size, study_not_saved,
};
pub use annotating::{
    comment_heading, deleted, glyph, glyph_item, has_variation, judged, line_to, move_at,
    noted_move, promoted, signs, study_refusal,
};
pub use correspondence::{
    arrival, conditional_move_played, conditional_moves, days, deadline, deadline_day, i_am,
    next_conditional, remove_line, spoken_line, time_claim, written_line,
};
pub use engines::{
    built_in_engine, computer_said, computer_stuck, elo, engine_added, engine_failed, engine_fault,
    engine_given_up, engine_in_folder, engine_not_added, engine_removed, engine_trouble,
    engine_with_strength, full_strength, opponent, opponent_at_board, opponent_at_level,
    rated_strength, remove_engine, strength, style, trying_engine,
};
pub use faults::{
    brought, conflict_copies, copy_of, fault, fen_error, find_error, goes_on_in, healed, hindrance,
    impossible_start, io_error, not_saved, nothing_to_heal, notice, notices, open_elsewhere,
    pgn_fault, remark, same_as, saving, set_aside, shown_only, slow_disk, study_trouble,
    time_control_error,
};
pub use importing::{
    among_saved, backed_up, backup_fault, backup_is_checked, file_name, file_name_of, files_done,
    games_read, import_done, import_progress, import_question, import_source, not_among_saved,
    not_from_here, pgn_fault_at, pgn_note_at, restored, set_up, some_left_out, unread,
};
pub use keys::action as key_action;
pub use lessons::{
    chapter, found, found_another, lesson_article, lesson_board, lesson_position, lesson_task,
    lesson_text, lesson_title, not_found, overlooks_mate,
};
pub use library::{
    collection_name, details, games, games_column, games_found, keyword_heading, keywords,
    length_and_date, length_and_day, listed, named_player, never_played, no_color, no_date,
    nobody_went_on, occasion, opening_of, played, position_after, reached, result_and_reason,
    share, share_figures, short_details, speed, standing, undone, unread_collection, vocabulary,
    whose_games, written_term,
};
pub use moves::{
    Message, SpokenMoves, move_number, move_words, piece_letters, played_then, ply_said,
    promotion_question, say_moves, spoken_example, spoken_move, what_moves,
};
pub use names::{
    Players, between_names, called_alike, captured, color, colors, ends_at_once, enumerate, list,
    opening, pairing, piece, piece_on, player, rated_player, resigns, role, seats, shown_name,
    side, square, square_state, turn, versus, whose_color,
};
pub use offers::{asked, offer, taken_back};
pub use outcomes::{
    after_move, after_ply, move_name, move_said, numbered, outcome, own_result, places, proof,
    quiet_moves, reason, reason_of, result_figures, result_with_reason,
};
pub use paper::{
    cannot_draw, circumstances, final_caption, game_standing, no_computer, no_picture_kind,
    not_here, not_written, page_of, plays_on, saved_as, start_caption, write_error,
};
pub use plain::{isolated, plain, plain_lines};
pub use players::{
    by_color, estimated_rating, figures, games_between, had_white, last_played, merging,
    not_renamed, not_renamed_back, opponent_figures, opponent_said, percent, player_said,
    player_span, players_listed, renamed, results, results_said, rivalry_figures, score, score_of,
    streaks, table_said, versus_said,
};
pub use practice::{
    difficulty_name, nothing_due, positions_due, practice_clock, practice_close, practice_count,
    practice_found, practice_hardest, practice_hint, practice_missed, practice_not_saved,
    practice_own, practice_points, practice_progress, practice_race, practice_ratings,
    practice_score, practice_sitting, practice_source, practice_standing, practice_task,
    practice_turn, practice_wrong,
};
pub use reading::{
    allowance, analysis_shown, answer, both_clocks, commands, edge_of_the_board, last_and_next,
    near_side, openings_shown, position, short_of_time, span,
};
pub use refusals::refusal;
pub use review::{
    better_moves_found, chances, find_better, findings_kept, found_by, game_summary, improvement,
    judged_move, looks_good, motive, no_more_hints, not_weighed, punish_it, reason_lies_deeper,
    task_name, the_answer, the_move, the_review, they_overlook, tried_as_good, tried_best,
    tried_better, tried_close, tried_played, tried_worse, turning_point, turning_points, weighing,
    what_to_find,
};
pub use setup::{
    back_rank, castling_right, chess960, chess960_of, edited, odds, odds_start, standing_of,
    taken_up, tool,
};
pub use status::{
    clock_face, clock_of, clocks, confirm_move, event, looking_back, paused, return_to_game,
    selection, turn_in, welcome,
};
pub use tutor::{
    allows, best_line, board_motifs, finding, gave_away, held_back, helped, helped_times, judgment,
    line_proves, motif_name, oversight, threat, tip, won,
};

use crate::config;

/// Makes the words those of the user's language. Without an installed translation they stay
/// English.
pub fn init() {
    setlocale(gettextrs::LocaleCategory::LcAll, "");
    let bound = bindtextdomain(config::GETTEXT_DOMAIN, config::locale_folder())
        .and_then(|_| bind_textdomain_codeset(config::GETTEXT_DOMAIN, "UTF-8"))
        .and_then(|_| textdomain(config::GETTEXT_DOMAIN));
    if let Err(error) = bound {
        tracing::warn!("no translations: {error}");
    }
}

/// A translated sentence with `{key}` replaced by its value.
pub fn gettext_f(sentence: &str, values: &[(&str, &str)]) -> String {
    filled(gettextrs::gettext(sentence), values)
}

/// A translated sentence in the plural form for `count`, with `{key}` replaced by its value.
pub fn ngettext_f(one: &str, many: &str, count: usize, values: &[(&str, &str)]) -> String {
    let form = u32::try_from(count).unwrap_or(u32::MAX);
    let number = count.to_string();
    let mut values = values.to_vec();
    values.push(("count", &number));
    filled(gettextrs::ngettext(one, many, form), &values)
}

/// A statement as a sentence of its own.
pub fn sentence(statement: &str) -> String {
    // Translators: a statement such as “Ann to move”, which becomes a sentence
    gettext_f("{statement}.", &[("statement", statement)])
}

/// The same with a full stop, where it does not end as a sentence does.
pub fn ended(said: &str) -> String {
    match said.ends_with(['.', '!', '?', ':', '…', '。', '！', '？', '؟']) {
        true => said.to_owned(),
        false => sentence(said),
    }
}

/// Sentences one after the other, without those that are empty.
pub fn sentences(said: &[String]) -> String {
    let said = said.iter().map(String::as_str);
    let said: Vec<&str> = said.filter(|said| !said.is_empty()).collect();
    // Translators: what stands between two sentences: a space, or nothing
    said.join(&gettextrs::pgettext("between sentences", " "))
}

/// One pass over the sentence, so that a value which holds braces is left as it is.
///
/// What goes against the direction of the sentence keeps its own: among words from right to left,
/// names in Latin letters, moves and numbers read as they do on the scoresheet; and a name from right
/// to left does not turn around what stands beside it.
fn filled(sentence: String, values: &[(&str, &str)]) -> String {
    const ISOLATE: char = '\u{2068}';
    const END_OF_ISOLATE: char = '\u{2069}';
    const LEFT_TO_RIGHT: char = '\u{200e}';
    let right_to_left = sentence.chars().any(is_right_to_left);
    let mut result = String::with_capacity(sentence.len());
    let mut rest = sentence.as_str();
    let mut wordy = false;
    while let Some(open) = rest.find('{') {
        let (before, from) = rest.split_at(open);
        result += before;
        wordy |= before.contains(char::is_alphabetic);
        let known = from[1..].find('}').and_then(|close| {
            let key = &from[1..=close];
            values
                .iter()
                .find(|(name, _)| *name == key)
                .map(|(_, value)| (*value, close + 2))
        });
        let against = |value: &str| value.chars().any(is_right_to_left) != right_to_left;
        let isolated = known.is_some_and(|(value, _)| against(value));
        let (value, length) = known.unwrap_or((&from[..1], 1));
        let value = plain_lines(value);
        result.extend(isolated.then_some(ISOLATE));
        result += &value;
        result.extend(isolated.then_some(END_OF_ISOLATE));
        rest = &from[length..];
    }
    result += rest;
    wordy |= rest.contains(char::is_alphabetic);
    // Where a sentence begins with such a name, Pango takes its direction for that of the sentence.
    if result.starts_with(ISOLATE) && wordy && !right_to_left {
        result.insert(0, LEFT_TO_RIGHT);
    }
    result
}
