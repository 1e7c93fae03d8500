//! What each action does to a study, by table: where the reader stands, what is written, and what undo
//! gives back.

use rank_and_file_core::chess::board::{Drawing, DrawingColor};
use rank_and_file_core::chess::{Action, Game, Refusal, Role, Square};
use rank_and_file_core::record::log::Loaded;
use rank_and_file_core::record::pgn::write_with;
use rank_and_file_core::record::study::{
    Change, Glyph, NodeId, ReviewedMove, Row, Study, StudyAction, StudyEvent, StudyRefusal,
};

use crate::pgn_text::only;

/// A game and its study.
pub struct Desk {
    pub loaded: Loaded,
    pub study: Study,
}

impl Desk {
    pub fn new(text: &str) -> Self {
        let (imported, loaded) = only(text);
        let study = imported.study;
        Self { loaded, study }
    }

    pub fn act(&mut self, action: StudyAction) -> Result<StudyEvent, StudyRefusal> {
        self.study.act(&self.loaded.game, action)
    }

    /// The movetext on one line.
    pub fn text(&self) -> String {
        let written = write_with(&self.loaded, &self.study);
        let (_, movetext) = written.split_once("\n\n").unwrap();
        movetext.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The node after these moves, from the beginning.
    pub fn at(&self, moves: &str) -> NodeId {
        let game = &self.loaded.game;
        let mut wanted = moves.split_whitespace();
        let mut at = NodeId::Main(0);
        for wanted in wanted.by_ref() {
            let first = self.study.next(game, at).unwrap();
            let mut lines =
                std::iter::successors(Some(first), |at| self.study.next_line(game, *at));
            let leads = |node: &NodeId| {
                let mut steps = self.study.steps(game);
                let step = steps.find(|step| step.node == *node).unwrap();
                step.ply.san.to_string() == wanted
            };
            at = lines
                .find(leads)
                .unwrap_or_else(|| panic!("{wanted} of {moves}"));
        }
        at
    }
}

const GAME: &str = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4)) (1... e6) 2. Nf3 1-0";
const WRITTEN: &str = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4)) (1... e6) 2. Nf3 1-0";

fn write(at: NodeId, text: &str) -> StudyAction {
    let text = text.to_owned();
    StudyAction::Write { at, text }
}

/// Where the action is done, by the moves to there.
type Act = fn(NodeId) -> StudyAction;

/// What each action at a node makes of the game: where the reader stands then, by its moves, and
/// what is written.
const ACTIONS: [(&str, Act, &str, &str); 25] = [
    // Along moves that are there.
    ("", |at| write(at, "e4"), "e4", WRITTEN),
    ("e4", |at| write(at, "c7c5"), "e4 c5", WRITTEN),
    ("e4 c5", |at| write(at, "c3"), "e4 c5 c3", WRITTEN),
    // New side lines: in place of a move, after one, after the end.
    (
        "",
        |at| write(at, "d4"),
        "d4",
        "1. e4 (1. d4) 1... e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4)) (1... e6) 2. Nf3 1-0",
    ),
    (
        "e4 e6",
        |at| write(at, "d4"),
        "e4 e6 d4",
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4)) (1... e6 2. d4) 2. Nf3 1-0",
    ),
    (
        "e4 c5",
        |at| write(at, "Nc3"),
        "e4 c5 Nc3",
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4) (2. Nc3)) (1... e6) 2. Nf3 1-0",
    ),
    (
        "e4 e5 Nf3",
        |at| write(at, "Nc6"),
        "e4 e5 Nf3 Nc6",
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4)) (1... e6) 2. Nf3 Nc6 1-0",
    ),
    (
        "e4",
        |at| StudyAction::Move {
            at,
            from: Square::A7,
            to: Square::A6,
            promotion: None,
        },
        "e4 a6",
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4)) (1... e6) (1... a6) 2. Nf3 1-0",
    ),
    // A line takes the place of the one before it, wherever in it one stands.
    (
        "e4 e6",
        StudyAction::Promote,
        "e4 e6",
        "1. e4 e5 (1... e6) (1... c5 2. Nf3 (2. c3 d5) (2. d4)) 2. Nf3 1-0",
    ),
    (
        "e4 c5 d4",
        StudyAction::Promote,
        "e4 c5 d4",
        "1. e4 e5 (1... c5 2. Nf3 (2. d4) (2. c3 d5)) (1... e6) 2. Nf3 1-0",
    ),
    (
        "e4 c5 c3 d5",
        StudyAction::Promote,
        "e4 c5 c3 d5",
        "1. e4 e5 (1... c5 2. c3 (2. Nf3) (2. d4) 2... d5) (1... e6) 2. Nf3 1-0",
    ),
    // Deleted from there on, with all that stands in it; what stands beside it takes its place.
    (
        "e4 c5",
        StudyAction::Delete,
        "e4",
        "1. e4 e5 (1... e6) 2. Nf3 1-0",
    ),
    (
        "e4 e6",
        StudyAction::Delete,
        "e4",
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4)) 2. Nf3 1-0",
    ),
    (
        "e4 c5 Nf3",
        StudyAction::Delete,
        "e4 c5",
        "1. e4 e5 (1... c5 2. c3 (2. d4) 2... d5) (1... e6) 2. Nf3 1-0",
    ),
    (
        "e4 c5 c3 d5",
        StudyAction::Delete,
        "e4 c5 c3",
        "1. e4 e5 (1... c5 2. Nf3 (2. c3) (2. d4)) (1... e6) 2. Nf3 1-0",
    ),
    // Notes.
    (
        "",
        |at| StudyAction::SetComment(at, "a }{\n b [%x 1]".to_owned()),
        "",
        "{a )( b [ %x 1]} 1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4)) (1... e6) 2. Nf3 1-0",
    ),
    (
        "e4",
        |at| StudyAction::SetComment(at, "good".to_owned()),
        "e4",
        "1. e4 {good} 1... e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4)) (1... e6) 2. Nf3 1-0",
    ),
    (
        "e4",
        |at| StudyAction::SetComment(at, " \n".to_owned()),
        "e4",
        WRITTEN,
    ),
    (
        "e4 e6",
        |at| StudyAction::SetCommentBefore(at, "or".to_owned()),
        "e4 e6",
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4)) ({or} 1... e6) 2. Nf3 1-0",
    ),
    (
        "e4 c5 d4",
        |at| StudyAction::SetCommentBefore(at, "or".to_owned()),
        "e4 c5 d4",
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) ({or} 2. d4)) (1... e6) 2. Nf3 1-0",
    ),
    (
        "e4 c5 c3 d5",
        |at| StudyAction::ToggleGlyph(at, Glyph(6)),
        "e4 c5 c3 d5",
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 $6) (2. d4)) (1... e6) 2. Nf3 1-0",
    ),
    (
        "e4 e5",
        |at| StudyAction::ToggleGlyph(at, Glyph(255)),
        "e4 e5",
        "1. e4 e5 $255 (1... c5 2. Nf3 (2. c3 d5) (2. d4)) (1... e6) 2. Nf3 1-0",
    ),
    (
        "e4 e5",
        |at| StudyAction::SetDrawings(at, Vec::new()),
        "e4 e5",
        WRITTEN,
    ),
    (
        "e4 e5 Nf3",
        |at| StudyAction::SetDrawings(at, drawings()),
        "e4 e5 Nf3",
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4)) (1... e6) 2. Nf3 {[%csl Re5] [%cal Gf3e5]} 1-0",
    ),
    (
        "",
        |at| StudyAction::SetDrawings(at, drawings()),
        "",
        "{[%csl Re5] [%cal Gf3e5]} 1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4)) (1... e6) 2. Nf3 1-0",
    ),
];

fn drawings() -> Vec<Drawing> {
    let circle = Drawing {
        from: Square::E5,
        to: Square::E5,
        color: DrawingColor::Red,
    };
    let arrow = Drawing {
        from: Square::F3,
        to: Square::E5,
        color: DrawingColor::Green,
    };
    vec![arrow, circle]
}

#[test]
fn every_action_does_what_it_says_and_can_be_undone() {
    for (number, (moves, act, stands, wanted)) in ACTIONS.into_iter().enumerate() {
        let mut desk = Desk::new(GAME);
        assert_eq!(desk.text(), WRITTEN);
        let event = desk.act(act(desk.at(moves))).unwrap();
        assert_eq!(desk.text(), wanted, "action {number}");
        assert_eq!(event.stands, desk.at(stands), "action {number}");
        assert_eq!(
            event.change == Change::Nothing,
            wanted == WRITTEN,
            "action {number}"
        );
        let changed = event.change != Change::Nothing;
        let undone = desk.act(StudyAction::Undo);
        assert_eq!(undone.is_ok(), changed, "action {number}");
        assert_eq!(desk.text(), WRITTEN, "action {number}");
        let again = desk.act(StudyAction::Redo);
        assert_eq!(again.is_ok(), changed, "action {number}");
        assert_eq!(desk.text(), wanted, "action {number}");
        // What was written is read as the same study.
        assert_eq!(
            Desk::new(&format!("[PlyCount \"3\"]\n\n{wanted}")).text(),
            wanted
        );
    }
}

#[test]
fn what_cannot_be_done_is_refused_and_changes_nothing() {
    let mut desk = Desk::new(GAME);
    let gone = desk.at("e4 c5 c3 d5");
    desk.act(StudyAction::Delete(desk.at("e4 c5 c3"))).unwrap();
    let written = desk.text();
    let comment = |at| StudyAction::SetComment(at, "x".to_owned());
    let before = |at| StudyAction::SetCommentBefore(at, "x".to_owned());
    let refusals = [
        (
            write(NodeId::Main(0), "nonsense"),
            StudyRefusal::Move(Refusal::Unreadable),
        ),
        (
            write(desk.at("e4 e6"), "Ke3"),
            StudyRefusal::Move(Refusal::PieceMove {
                role: Role::King,
                from: Square::E1,
            }),
        ),
        (
            StudyAction::Promote(desk.at("e4 e5")),
            StudyRefusal::MainLine,
        ),
        (
            StudyAction::Promote(desk.at("e4 c5 Nf3")),
            StudyRefusal::MainLine,
        ),
        (StudyAction::Delete(desk.at("e4")), StudyRefusal::MainLine),
        (StudyAction::Delete(NodeId::Main(0)), StudyRefusal::MainLine),
        (before(desk.at("e4")), StudyRefusal::MainLine),
        (before(desk.at("e4 c5 Nf3")), StudyRefusal::NotFirst),
        (StudyAction::Delete(gone), StudyRefusal::NoSuchNode),
        (comment(gone), StudyRefusal::NoSuchNode),
        (write(gone, "e4"), StudyRefusal::NoSuchNode),
        (comment(NodeId::Main(4)), StudyRefusal::NoSuchNode),
        (
            write(NodeId::Main(usize::MAX), "e4"),
            StudyRefusal::NoSuchNode,
        ),
        (StudyAction::Redo, StudyRefusal::NothingDone),
    ];
    for (action, wanted) in refusals {
        assert_eq!(desk.act(action.clone()), Err(wanted), "{action:?}");
        assert_eq!(desk.text(), written, "{action:?}");
    }
    assert!(desk.act(StudyAction::Undo).is_ok());
    assert_eq!(desk.act(StudyAction::Undo), Err(StudyRefusal::NothingDone));
    assert_eq!(desk.text(), WRITTEN);
}

#[test]
fn after_mate_nothing_is_played_and_after_a_draw_everything() {
    let mut desk = Desk::new("1. f3 e5 2. g4 (2. e4) Qh4# 0-1");
    let mate = desk.at("f3 e5 g4 Qh4#");
    let over = Err(StudyRefusal::Move(Refusal::GameOver));
    assert_eq!(desk.act(write(mate, "Kf2")), over);
    let bare = "[FEN \"8/8/8/8/8/4k3/4r3/4K3 w - - 0 1\"]\n\n1. Kd1 Re1+ 2. Kxe1 1/2-1/2";
    let mut desk = Desk::new(bare);
    assert!(desk.act(write(NodeId::Main(3), "Kd4")).is_ok());
    assert!(
        desk.text().ends_with("2. Kxe1 Kd4 1/2-1/2"),
        "{}",
        desk.text()
    );
}

#[test]
fn glyphs_of_one_kind_take_the_place_of_each_other() {
    let mut desk = Desk::new("1. e4 *");
    for (glyph, wanted) in [
        (1, "1. e4 $1 *"),
        (14, "1. e4 $1 $14 *"),
        (4, "1. e4 $14 $4 *"),
        (19, "1. e4 $4 $19 *"),
        (146, "1. e4 $4 $19 $146 *"),
        (4, "1. e4 $19 $146 *"),
        (0, "1. e4 $19 $146 $0 *"),
    ] {
        desk.act(StudyAction::ToggleGlyph(NodeId::Main(1), Glyph(glyph)))
            .unwrap();
        assert_eq!(desk.text(), wanted);
    }
}

#[test]
fn ways_from_node_to_node() {
    let desk = Desk::new(
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4)) (1... e6) 2. Nf3 Nc6 (2... d6) 1-0",
    );
    let (study, game) = (&desk.study, &desk.loaded.game);
    let at = |moves| desk.at(moves);
    for (from, next, previous, next_line, previous_line, branch) in [
        ("e4", Some("e4 e5"), Some(""), None, None, None),
        (
            "e4 e5",
            Some("e4 e5 Nf3"),
            Some("e4"),
            Some("e4 c5"),
            None,
            None,
        ),
        (
            "e4 c5",
            Some("e4 c5 Nf3"),
            Some("e4"),
            Some("e4 e6"),
            Some("e4 e5"),
            Some("e4"),
        ),
        ("e4 e6", None, Some("e4"), None, Some("e4 c5"), Some("e4")),
        (
            "e4 c5 Nf3",
            None,
            Some("e4 c5"),
            Some("e4 c5 c3"),
            None,
            Some("e4"),
        ),
        (
            "e4 c5 c3",
            Some("e4 c5 c3 d5"),
            Some("e4 c5"),
            Some("e4 c5 d4"),
            Some("e4 c5 Nf3"),
            Some("e4 c5"),
        ),
        (
            "e4 c5 c3 d5",
            None,
            Some("e4 c5 c3"),
            None,
            None,
            Some("e4 c5"),
        ),
        (
            "e4 c5 d4",
            None,
            Some("e4 c5"),
            None,
            Some("e4 c5 c3"),
            Some("e4 c5"),
        ),
        (
            "e4 e5 Nf3 d6",
            None,
            Some("e4 e5 Nf3"),
            None,
            Some("e4 e5 Nf3 Nc6"),
            Some("e4 e5 Nf3"),
        ),
    ] {
        let here = at(from);
        assert_eq!(study.next(game, here), next.map(at), "{from}");
        assert_eq!(study.previous(here), previous.map(at), "{from}");
        assert_eq!(study.next_line(game, here), next_line.map(at), "{from}");
        assert_eq!(
            study.previous_line(game, here),
            previous_line.map(at),
            "{from}"
        );
        assert_eq!(study.branch(game, here), branch.map(at), "{from}");
    }
    assert_eq!(study.previous(NodeId::Main(0)), None);
    assert_eq!(study.next_line(game, NodeId::Main(0)), None);
    let read: Vec<String> = study
        .steps(game)
        .map(|step| {
            let here = study.position(game, step.node).unwrap();
            assert_eq!(here, step.ply.position);
            format!(
                "{}{}{}",
                step.depth,
                if step.begins { "(" } else { "" },
                step.ply.san
            )
        })
        .collect();
    assert_eq!(
        read.join(" "),
        "0e4 0e5 1(c5 1Nf3 2(c3 2d5 2(d4 1(e6 0Nf3 0Nc6 1(d6"
    );
}

#[test]
fn what_can_be_undone_and_done_again_is_told() {
    let mut desk = Desk::new(GAME);
    let can = |desk: &Desk| (desk.study.can_undo(), desk.study.can_redo());
    assert_eq!(can(&desk), (false, false));
    desk.act(StudyAction::ToggleGlyph(NodeId::Main(1), Glyph(1)))
        .unwrap();
    assert_eq!(can(&desk), (true, false));
    desk.act(StudyAction::Undo).unwrap();
    assert_eq!(can(&desk), (false, true));
    desk.act(StudyAction::Redo).unwrap();
    assert_eq!(can(&desk), (true, false));
}

/// What was added after moves that were taken back has no place any more.
#[test]
fn what_is_taken_back_takes_what_was_added_after_it() {
    let mut desk =
        Desk::new("1. e4 {a} (1. d4 {b}) 1... e5 {c} (1... c5 2. Nf3) 2. Nf3 {d} (2. Nc3) 1-0");
    let gone = [desk.at("e4 e5 Nc3"), NodeId::Main(3)];
    let stays = [desk.at("d4"), desk.at("e4 c5 Nf3"), NodeId::Main(2)];
    desk.study.cut(2);
    let plies = &desk.loaded.game.plies()[..2];
    let mut shorter = Game::default();
    for ply in plies {
        let action = Action::Write(ply.san.to_string());
        shorter.act(action).unwrap();
    }
    for node in stays {
        assert!(desk.study.position(&shorter, node).is_ok(), "{node:?}");
    }
    // The line in the place of the third ply could be played still.
    assert!(desk.study.position(&shorter, gone[0]).is_ok());
    assert!(desk.study.position(&shorter, gone[1]).is_err());
    assert!(desk.study.notes(gone[1]).is_empty());
    desk.study.cut(1);
    for node in gone {
        assert!(desk.study.position(&desk.loaded.game, node).is_err() || node == gone[1]);
    }
    assert_eq!(desk.study.steps(&desk.loaded.game).count(), 3 + 3);
    assert!(!desk.study.can_undo());
}

/// Adds moves from the node after others.
fn add_line(desk: &Desk, moves: &str, line: &str) -> StudyAction {
    let at = desk.at(moves);
    let mut there = desk.study.game_at(&desk.loaded.game, at).unwrap();
    let before = there.plies().len();
    for san in line.split_whitespace() {
        there.act(Action::Write(san.to_owned())).unwrap();
    }
    let moves = there.plies()[before..].iter().map(|ply| ply.mv).collect();
    StudyAction::AddLine { at, moves }
}

#[test]
fn a_line_is_added_in_one_step_as_far_as_it_is_not_there() {
    for (moves, line, wanted) in [
        ("e4", "e5 Nf3", WRITTEN),
        ("e4", "c5 c3 d5", WRITTEN),
        ("", "", WRITTEN),
        (
            "e4",
            "d5 exd5 Qxd5",
            "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4)) (1... e6) (1... d5 2. exd5 Qxd5) 2. Nf3 1-0",
        ),
        (
            "",
            "e4 c5 c3 Nf6 e5",
            "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 (2... Nf6 3. e5)) (2. d4)) (1... e6) 2. Nf3 1-0",
        ),
        (
            "e4 e5 Nf3",
            "Nc6 Bb5 a6",
            "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4)) (1... e6) 2. Nf3 Nc6 3. Bb5 a6 1-0",
        ),
    ] {
        let mut desk = Desk::new(GAME);
        let action = add_line(&desk, moves, line);
        let event = desk.act(action.clone()).unwrap();
        assert_eq!(desk.text(), wanted);
        assert_eq!(event.stands, desk.at(&format!("{moves} {line}")), "{line}");
        let changed = wanted != WRITTEN;
        assert_eq!(event.change != Change::Nothing, changed, "{line}");
        assert_eq!(desk.act(action).unwrap().change, Change::Nothing, "{line}");
        assert_eq!(desk.act(StudyAction::Undo).is_ok(), changed, "{line}");
        assert_eq!(desk.text(), WRITTEN, "one step undoes all of {line}");
        assert_eq!(desk.act(StudyAction::Redo).is_ok(), changed, "{line}");
        assert_eq!(desk.text(), wanted);
    }
}

#[test]
fn a_line_that_cannot_be_played_adds_nothing() {
    let mut desk = Desk::new(GAME);
    let action = add_line(&desk, "e4 e5", "d4 exd4 Qxd4");
    let StudyAction::AddLine { mut moves, .. } = action else {
        unreachable!()
    };
    moves.push(moves[0]);
    let at = desk.at("e4 e5");
    let refused = desk.act(StudyAction::AddLine { at, moves });
    assert!(matches!(refused, Err(StudyRefusal::Move(_))), "{refused:?}");
    assert_eq!(desk.text(), WRITTEN);
    assert!(!desk.study.can_undo());
}

#[test]
fn what_was_found_is_kept_in_one_step_and_not_twice() {
    let mut game = Game::default();
    for san in ["e4", "e5", "Qh5", "Nc6"] {
        game.act(Action::Write(san.to_owned())).unwrap();
    }
    let mut study = Study::default();
    let better = {
        let mut other = Game::default();
        for san in ["e4", "e5", "Nf3", "Nc6"] {
            other.act(Action::Write(san.to_owned())).unwrap();
        }
        other.plies()[2..].iter().map(|ply| ply.mv).collect()
    };
    let third = NodeId::Main(3);
    study
        .act(&game, StudyAction::SetComment(third, "Early.".to_owned()))
        .unwrap();
    let findings = vec![
        ReviewedMove {
            ply: 3,
            glyph: Some(Glyph(2)),
            comment: "The queen is chased.".to_owned(),
            line: better,
            about_line: vec![
                "A piece comes out.".to_owned(),
                "So does another.".to_owned(),
            ],
        },
        ReviewedMove {
            ply: 4,
            glyph: Some(Glyph(1)),
            comment: String::new(),
            line: Vec::new(),
            about_line: Vec::new(),
        },
    ];
    let before = study.clone();
    let event = study.act(&game, StudyAction::Keep(findings.clone()));
    let event = event.unwrap();
    assert_eq!((event.change, event.stands), (Change::Noted(third), third));
    assert_eq!(study.notes(third).comment, "Early. The queen is chased.");
    assert_eq!(study.notes(third).glyphs, [Glyph(2)]);
    assert_eq!(study.notes(NodeId::Main(4)).glyphs, [Glyph(1)]);
    let line = study.next_line(&game, third).unwrap();
    assert_eq!(study.notes(line).comment, "A piece comes out.");
    let next = study.next(&game, line).unwrap();
    assert_eq!(study.notes(next).comment, "So does another.");
    let kept = Row::all_of(&study, &game);
    let again = study.act(&game, StudyAction::Keep(findings)).unwrap();
    assert_eq!((again.change, again.stands), (Change::Nothing, third));
    assert_eq!(Row::all_of(&study, &game), kept);
    study.act(&game, StudyAction::Undo).unwrap();
    assert_eq!(Row::all_of(&study, &game), Row::all_of(&before, &game));
    assert_eq!(study.notes(third), before.notes(third));
    study.act(&game, StudyAction::Redo).unwrap();
    assert_eq!(Row::all_of(&study, &game), kept);
    // Nothing is kept where something cannot be.
    study.act(&game, StudyAction::Undo).unwrap();
    let beyond = ReviewedMove {
        ply: 9,
        glyph: None,
        comment: "Nowhere.".to_owned(),
        line: Vec::new(),
        about_line: Vec::new(),
    };
    let first = ReviewedMove {
        ply: 1,
        ..beyond.clone()
    };
    let refused = study.act(&game, StudyAction::Keep(vec![first, beyond]));
    assert_eq!(refused, Err(StudyRefusal::NoSuchNode));
    assert_eq!(study.notes(NodeId::Main(1)).comment, "");
    assert!(study.can_undo());
}
