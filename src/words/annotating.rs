//! What is added to the moves of a game, in words: glyphs, side lines, and what was done to them.

use gettextrs::{gettext, pgettext};
use rank_and_file_core::chess::{Board, Game};
use rank_and_file_core::record::study::{Change, Glyph, NodeId, Study, StudyAction, StudyRefusal};

use super::{
    Message, enumerate, gettext_f, numbered, numbered_line, ply_said, refusal, sentence, sentences,
    undone,
};

/// That nothing was added that can be undone.
pub fn nothing_to_undo() -> String {
    gettext("There is nothing to undo.")
}

/// What is said of undoing and redoing.
pub fn study_action(action: &StudyAction) -> Option<String> {
    match action {
        StudyAction::Undo => Some(undone()),
        StudyAction::Redo => Some(gettext("Redone.")),
        _ => None,
    }
}

/// What has become of what was added to a game, after what was said of the way there.
pub fn study_changed(said: Option<String>, change: Change) -> String {
    let change = match change {
        Change::Nothing => String::new(),
        Change::Added(_) => gettext("The variation is back."),
        Change::Deleted(NodeId::Main(_)) => gettext("The variation is removed."),
        Change::Deleted(NodeId::Side(_)) => gettext("Moves of the variation are removed."),
        Change::Reordered(_) => gettext("The variations have another order."),
        Change::Noted(_) => gettext("Comments and symbols have changed."),
        Change::Several => gettext("Comments, symbols, and variations have changed."),
    };
    sentences(&[said.unwrap_or_default(), change])
}

/// A glyph in words, as they follow a move: `12. Nf3, good move`.
pub fn glyph(glyph: Glyph) -> String {
    match glyph.0 {
        1 => pgettext("glyph", "good move"),
        2 => pgettext("glyph", "mistake"),
        3 => pgettext("glyph", "brilliant move"),
        4 => pgettext("glyph", "blunder"),
        5 => pgettext("glyph", "interesting move"),
        6 => pgettext("glyph", "dubious move"),
        7 | 8 => pgettext("glyph", "only move"),
        10..=12 => pgettext("glyph", "equal position"),
        13 => pgettext("glyph", "unclear position"),
        14 => pgettext("glyph", "White is slightly better"),
        15 => pgettext("glyph", "Black is slightly better"),
        16 => pgettext("glyph", "White is better"),
        17 => pgettext("glyph", "Black is better"),
        18 | 20 => pgettext("glyph", "White is winning"),
        19 | 21 => pgettext("glyph", "Black is winning"),
        22 | 23 => pgettext("glyph", "zugzwang"),
        32 | 33 => pgettext("glyph", "development advantage"),
        36 | 37 => pgettext("glyph", "initiative"),
        40 | 41 => pgettext("glyph", "attack"),
        44 | 45 => pgettext("glyph", "compensation"),
        132 | 133 => pgettext("glyph", "counterplay"),
        140 => pgettext("glyph", "with the idea"),
        146 => pgettext("glyph", "novelty"),
        other => gettext_f("annotation {number}", &[("number", &other.to_string())]),
    }
}

/// The same in a menu, with its sign: `! Good Move`.
pub fn glyph_item(glyph: Glyph) -> String {
    let words = match glyph.0 {
        1 => gettext("_Good Move"),
        2 => gettext("_Mistake"),
        3 => gettext("_Brilliant Move"),
        4 => gettext("B_lunder"),
        5 => gettext("_Interesting Move"),
        6 => gettext("_Dubious Move"),
        10 => gettext("_Equal Position"),
        13 => gettext("_Unclear Position"),
        14 => gettext("Whi_te Is Slightly Better"),
        15 => gettext("Blac_k Is Slightly Better"),
        16 => gettext("W_hite Is Better"),
        17 => gettext("Bl_ack Is Better"),
        18 => gettext("_White Is Winning"),
        19 => gettext("Black Is Win_ning"),
        _ => self::glyph(glyph),
    };
    match glyph.sign() {
        Some(sign) => format!("{sign}  {words}"),
        None => words,
    }
}

/// Glyphs as they are printed behind a move: `!?`, or `! ∓`, each that does not judge the move apart.
pub fn signs(glyphs: &[Glyph]) -> String {
    let mut signs = String::new();
    for glyph in glyphs {
        if !Glyph::OF_MOVES.contains(glyph) {
            signs.push('\u{a0}');
        }
        match glyph.sign() {
            Some(sign) => signs.push_str(sign),
            None => signs.push_str(&format!("${}", glyph.0)),
        }
    }
    signs
}

/// A move with what is to be heard of it: `14. Bishop captures knight on c6, variation, mistake`. `depth`: how deep in side
/// lines it is.
pub fn noted_move(name: &str, depth: usize, glyphs: &[Glyph]) -> String {
    let mut said = vec![name.to_owned()];
    match depth {
        0 => {}
        // Translators: follows a move that was not played: “14. Bxc6, side line”
        1 => said.push(gettext("variation")),
        depth => said.push(gettext_f(
            // Translators: follows a move of a side line within a side line
            "variation, depth {depth}",
            &[("depth", &depth.to_string())],
        )),
    }
    said.extend(glyphs.iter().map(|other| glyph(*other)));
    enumerate(&said)
}

/// Why something cannot be added to a game.
pub fn study_refusal(why: StudyRefusal, board: &Board) -> String {
    match why {
        StudyRefusal::Move(why) => refusal(&why, board),
        StudyRefusal::NoSuchNode => gettext("This move is no longer there."),
        StudyRefusal::MainLine => gettext("The moves of the game stay as they were played."),
        StudyRefusal::NotFirst => {
            gettext("A comment before a move belongs to the first move of a variation.")
        }
        StudyRefusal::Full => gettext("No more moves can be added to this game."),
        StudyRefusal::NothingDone => gettext("There is nothing to undo or redo."),
    }
}

/// The move that leads to a node, with its number: `12… Nf6`. None at the beginning of the game.
pub fn move_at(study: &Study, game: &Game, node: NodeId) -> Option<Message> {
    let plies = study.plies(game, &[node]).ok()?;
    let ply = plies.first()?;
    Some(Message::new(numbered(ply), ply_said(ply)))
}

/// The moves that lead to a node from the beginning: `1. e4 e5 2. Nf3`.
pub fn line_to(study: &Study, game: &Game, node: NodeId) -> String {
    let back = std::iter::successors(Some(node), |at| study.previous(*at));
    let mut nodes: Vec<NodeId> = back.filter(|at| *at != NodeId::Main(0)).collect();
    nodes.reverse();
    let plies = study.plies(game, &nodes).unwrap_or_default();
    numbered_line(plies).replace('…', "...")
}

/// What to comment on: `Comment on 12. Nf3`.
pub fn comment_heading(name: Option<&str>, before: bool) -> String {
    match name {
        Some(name) if before => gettext_f("Comment Before {move}", &[("move", name)]),
        Some(name) => gettext_f("Comment on {move}", &[("move", name)]),
        None => gettext("Comment Before the First Move"),
    }
}

/// What was deleted.
pub fn deleted(name: &str) -> String {
    gettext_f("Deleted {move} and the moves after it.", &[("move", name)])
}

/// Whether there is one more variation in the place of the move that is shown.
pub fn has_variation(more: bool) -> String {
    match more {
        true => gettext("There is a variation here."),
        false => gettext("There is no other variation here."),
    }
}

/// What was promoted.
pub fn promoted(name: &str) -> String {
    gettext_f("Variation {move} promoted.", &[("move", name)])
}

/// How a move is judged now: `12. Nf3, good move.`
pub fn judged(name: &str, glyphs: &[Glyph]) -> String {
    if glyphs.is_empty() {
        return gettext_f("{move}: no annotation.", &[("move", name)]);
    }
    sentence(&noted_move(name, 0, glyphs))
}
