//! Clicks, drags and keys on the board, by tables: what a person does, what that means, and which piece is selected or
//! dragged afterwards. Refusals come from the game itself.

use proptest::prelude::*;
use rank_and_file_core::chess::board::{Below, Input, Intent, Interaction, PromotionChoice};
use rank_and_file_core::chess::{
    Action, Color, DrawRule, Game, PROMOTION_ROLES, Refusal, Role, Square, read_fen,
};

use crate::random::{STARTS, act_of, chosen, config};

const START: &str = STARTS[0];
const CASTLING: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
const NO_CASTLING: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w - - 0 1";
const PROMOTION: &str = "1n2k3/P7/8/8/8/8/7p/4K3 w - - 0 1";
const PINNED: &str = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1";
const IN_CHECK: &str = "4r2k/8/8/8/8/8/3P3N/4K3 w - - 0 1";
const MATED: &str = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";

/// One step: what is done, what it means, what the hand holds then.
///
/// Done: `click e2`, `press e2`, `drag`, `release e4`, `release -`, `choose q`, `cancel`.
/// Meant: `look`, `ask e8`, `play e2e4`, or `refuse e2e5 piece-move`.
/// Held: `-`, `e2` selected, `e2*` dragged, `e7=e8` waiting for a piece.
type Step = (&'static str, &'static str, &'static str);

struct Hand {
    game: Game,
    interaction: Interaction,
    promotion: PromotionChoice,
}

impl Hand {
    fn over(game: Game) -> Self {
        Self {
            game,
            interaction: Interaction::default(),
            promotion: PromotionChoice::default(),
        }
    }

    /// Does as the board does: what is meant goes to the game, whose answer comes back.
    fn take(&mut self, input: Input) -> String {
        match self.interaction.take(input, &self.game, self.promotion) {
            Intent::Redraw => "look".to_owned(),
            Intent::AskPromotion(to) => format!("ask {to}"),
            Intent::Act(action) => {
                let meant = written(&action);
                let answer = self.game.act(action);
                self.interaction.answered(answer.as_ref().err());
                match answer {
                    Ok(_) => format!("play {meant}"),
                    Err(refusal) => format!("refuse {meant} {}", refusal.code()),
                }
            }
        }
    }

    fn held(&self) -> String {
        let hand = &self.interaction;
        match (hand.selected(), hand.dragged(), hand.promoting()) {
            (None, None, None) => "-".to_owned(),
            (Some(from), None, None) => from.to_string(),
            (Some(from), Some(dragged), None) if from == dragged => format!("{from}*"),
            (Some(from), None, Some((pawn, to))) if from == pawn => format!("{from}={to}"),
            contradiction => panic!("{contradiction:?}"),
        }
    }
}

fn written(action: &Action) -> String {
    match action {
        Action::Move {
            from,
            to,
            promotion,
        } => {
            let piece = promotion.map(|role| role.char().to_string());
            format!("{from}{to}{}", piece.unwrap_or_default())
        }
        other => panic!("a hand only moves pieces: {other:?}"),
    }
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn input(done: &str) -> Input {
    match done.split_once(' ').unwrap_or((done, "")) {
        ("click", at) => Input::Activate(square(at)),
        ("press", at) => Input::Press(square(at)),
        ("drag", "") => Input::Drag,
        ("release", "-") => Input::Release(None),
        ("release", at) => Input::Release(Some(square(at))),
        ("choose", role) => Input::Promote(Role::from_char(role.chars().next().unwrap()).unwrap()),
        ("cancel", "") => Input::Cancel,
        unknown => panic!("{unknown:?}"),
    }
}

fn game(fen: &str) -> Game {
    Game::new(read_fen(fen).unwrap(), DrawRule::default())
}

fn check(fen: &str, steps: &[Step]) {
    check_with(PromotionChoice::Asked, fen, steps);
}

fn check_with(promotion: PromotionChoice, fen: &str, steps: &[Step]) {
    let mut hand = Hand::over(game(fen));
    hand.promotion = promotion;
    for (number, (done, meant, held)) in steps.iter().enumerate() {
        let note = format!("step {} ({done}) of {steps:?}", number + 1);
        assert_eq!(hand.take(input(done)), *meant, "{note}");
        assert_eq!(hand.held(), *held, "{note}");
    }
}

#[test]
fn two_clicks_move_a_piece() {
    check(
        START,
        &[
            ("click e2", "look", "e2"),
            ("click e4", "play e2e4", "-"),
            ("click e7", "look", "e7"),
            ("click e5", "play e7e5", "-"),
        ],
    );
    check(
        START,
        &[
            ("press g1", "look", "g1"),
            ("release g1", "look", "g1"),
            ("press f3", "play g1f3", "-"),
            ("release f3", "look", "-"),
        ],
    );
}

#[test]
fn pointer_and_keyboard_may_be_mixed() {
    check(
        START,
        &[
            ("press e2", "look", "e2"),
            ("release e2", "look", "e2"),
            ("click e4", "play e2e4", "-"),
            ("click d7", "look", "d7"),
            ("press d5", "play d7d5", "-"),
            ("release d5", "look", "-"),
        ],
    );
}

#[test]
fn a_piece_is_dragged_to_its_square() {
    check(
        START,
        &[
            ("press e2", "look", "e2"),
            ("drag", "look", "e2*"),
            ("drag", "look", "e2*"),
            ("release e4", "play e2e4", "-"),
        ],
    );
    // A hand that is quicker than the threshold of dragging means the same.
    check(
        START,
        &[("press e2", "look", "e2"), ("release e4", "play e2e4", "-")],
    );
    // What is selected already can be dragged, too.
    check(
        START,
        &[
            ("click e2", "look", "e2"),
            ("press e2", "look", "e2"),
            ("drag", "look", "e2*"),
            ("release e4", "play e2e4", "-"),
        ],
    );
}

#[test]
fn a_drag_beside_the_board_or_back_keeps_the_piece_selected() {
    for release in ["release -", "release e2"] {
        check(
            START,
            &[
                ("press e2", "look", "e2"),
                ("drag", "look", "e2*"),
                (release, "look", "e2"),
                ("click e4", "play e2e4", "-"),
            ],
        );
    }
    // Also where the piece had been selected before.
    check(
        START,
        &[
            ("click e2", "look", "e2"),
            ("press e2", "look", "e2"),
            ("drag", "look", "e2*"),
            ("release e2", "look", "e2"),
        ],
    );
}

#[test]
fn another_piece_is_selected_instead() {
    check(
        START,
        &[
            ("click e2", "look", "e2"),
            ("click d2", "look", "d2"),
            ("press g1", "look", "g1"),
            ("release g1", "look", "g1"),
            ("press b1", "look", "b1"),
            ("drag", "look", "b1*"),
            ("release c3", "play b1c3", "-"),
        ],
    );
}

#[test]
fn the_same_square_again_or_escape_deselects() {
    check(
        START,
        &[
            ("click e2", "look", "e2"),
            ("click e2", "look", "-"),
            ("press e2", "look", "e2"),
            ("release e2", "look", "e2"),
            ("press e2", "look", "e2"),
            ("release e2", "look", "-"),
            ("click e2", "look", "e2"),
            ("cancel", "look", "-"),
            ("press e2", "look", "e2"),
            ("drag", "look", "e2*"),
            ("cancel", "look", "-"),
            ("release e4", "look", "-"),
        ],
    );
}

#[test]
fn castling_by_the_kings_step_and_onto_the_rook() {
    for (to, kind) in [
        ("g1", "kingside"),
        ("h1", "kingside"),
        ("c1", "queenside"),
        ("a1", "queenside"),
    ] {
        let play: &'static str = format!("play e1{to}").leak();
        let click: &'static str = format!("click {to}").leak();
        let press: &'static str = format!("press {to}").leak();
        let release: &'static str = format!("release {to}").leak();
        check(CASTLING, &[("click e1", "look", "e1"), (click, play, "-")]);
        check(CASTLING, &[("click e1", "look", "e1"), (press, play, "-")]);
        let dragged = [
            ("press e1", "look", "e1"),
            ("drag", "look", "e1*"),
            (release, play, "-"),
        ];
        check(CASTLING, &dragged);
        let mut hand = Hand::over(game(CASTLING));
        for (done, ..) in dragged {
            hand.take(input(done));
        }
        let side = hand.game.plies()[0].castling().unwrap();
        assert_eq!(side.is_king_side(), kind == "kingside");
    }
}

#[test]
fn a_rook_that_cannot_castle_is_selected_by_a_click_and_refused_by_a_drop() {
    check(
        NO_CASTLING,
        &[
            ("click e1", "look", "e1"),
            ("click h1", "look", "h1"),
            ("press e1", "look", "e1"),
            ("drag", "look", "e1*"),
            ("release h1", "refuse e1h1 castle-king-moved", "e1"),
        ],
    );
    // The rook itself never castles.
    check(
        CASTLING,
        &[("click h1", "look", "h1"), ("click e1", "look", "e1")],
    );
}

#[test]
fn a_pawn_waits_for_its_piece() {
    for (choice, play) in [
        ("choose q", "play a7a8q"),
        ("choose r", "play a7a8r"),
        ("choose b", "play a7a8b"),
        ("choose n", "play a7a8n"),
    ] {
        check(
            PROMOTION,
            &[
                ("click a7", "look", "a7"),
                ("click a8", "ask a8", "a7=a8"),
                (choice, play, "-"),
                ("click h2", "look", "h2"),
                ("click h1", "ask h1", "h2=h1"),
            ],
        );
    }
    check(
        PROMOTION,
        &[
            ("press a7", "look", "a7"),
            ("drag", "look", "a7*"),
            ("release b8", "ask b8", "a7=b8"),
            ("choose n", "play a7b8n", "-"),
        ],
    );
    // What no pawn may become is no promotion.
    check(
        PROMOTION,
        &[
            ("click a7", "look", "a7"),
            ("click a8", "ask a8", "a7=a8"),
            ("choose k", "refuse a7a8 promotion-piece-needed", "-"),
        ],
    );
}

#[test]
fn a_pawn_becomes_a_queen_at_once_where_that_is_wanted() {
    let queen = |steps: &[Step]| check_with(PromotionChoice::Queen, PROMOTION, steps);
    queen(&[("click a7", "look", "a7"), ("click a8", "play a7a8q", "-")]);
    queen(&[
        ("click a7", "look", "a7"),
        ("press b8", "look", "a7"),
        ("release b8", "play a7b8q", "-"),
    ]);
    queen(&[
        ("press a7", "look", "a7"),
        ("drag", "look", "a7*"),
        ("release b8", "play a7b8q", "-"),
    ]);
    // Black, too; and without dragging.
    queen(&[
        ("click a7", "look", "a7"),
        ("click a8", "play a7a8q", "-"),
        ("press h2", "look", "h2"),
        ("release h1", "play h2h1q", "-"),
    ]);
    // Where no pawn arrives, nothing is different.
    queen(&[
        ("click a7", "look", "a7"),
        ("click a6", "refuse a7a6 piece-move", "a7"),
        ("click e1", "look", "e1"),
        ("click e2", "play e1e2", "-"),
    ]);
}

#[test]
fn who_is_asked_for_once_may_choose() {
    let mut hand = Hand::over(game(PROMOTION));
    hand.promotion = PromotionChoice::Queen;
    hand.take(input("click a7"));
    hand.promotion = PromotionChoice::Asked;
    assert_eq!(hand.take(input("click a8")), "ask a8");
    hand.promotion = PromotionChoice::Queen;
    assert_eq!(hand.held(), "a7=a8");
    assert_eq!(hand.take(input("choose n")), "play a7a8n");
}

#[test]
fn a_promotion_is_given_up() {
    for done in ["cancel", "click e4", "press e4", "click a7", "press a7"] {
        check(
            PROMOTION,
            &[
                ("click a7", "look", "a7"),
                ("click a8", "ask a8", "a7=a8"),
                // The pointer goes up after the press that led here, and changes nothing.
                ("release a8", "look", "a7=a8"),
                ("drag", "look", "a7=a8"),
                (done, "look", "-"),
                ("choose q", "look", "-"),
                ("release e4", "look", "-"),
            ],
        );
    }
}

#[test]
fn a_pawn_that_cannot_promote_there_is_not_asked_for() {
    check(
        PROMOTION,
        &[
            ("click a7", "look", "a7"),
            ("click b7", "refuse a7b7 piece-move", "a7"),
            ("click a8", "ask a8", "a7=a8"),
        ],
    );
}

#[test]
fn a_refusal_keeps_the_piece_selected() {
    check(
        START,
        &[
            ("click e2", "look", "e2"),
            ("click e5", "refuse e2e5 piece-move", "e2"),
            ("click d3", "refuse e2d3 pawn-diagonal-empty", "e2"),
            ("press a5", "refuse e2a5 piece-move", "e2"),
            ("release a5", "look", "e2"),
            ("press e2", "look", "e2"),
            ("drag", "look", "e2*"),
            ("release d2", "refuse e2d2 own-piece", "e2"),
            ("click e4", "play e2e4", "-"),
        ],
    );
    check(
        START,
        &[
            ("click a1", "look", "a1"),
            ("click a3", "refuse a1a3 blocked", "a1"),
        ],
    );
}

#[test]
fn a_piece_that_was_dropped_in_vain_is_taken_up_again_by_a_click() {
    check(
        START,
        &[
            ("press e2", "look", "e2"),
            ("drag", "look", "e2*"),
            ("release e5", "refuse e2e5 piece-move", "e2"),
            ("press e2", "look", "e2"),
            ("release e2", "look", "e2"),
            ("click e4", "play e2e4", "-"),
        ],
    );
    check(
        START,
        &[
            ("click e2", "look", "e2"),
            ("press e5", "refuse e2e5 piece-move", "e2"),
            ("release e5", "look", "e2"),
            ("press e2", "look", "e2"),
            ("release e2", "look", "-"),
        ],
    );
}

#[test]
fn a_foreign_piece_is_captured_where_it_is_clicked_and_not_where_it_is_dragged() {
    const ATTACKED: &str = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    let refused = "refuse d5d5 opponents-piece";
    for steps in [
        // Clicked, even by a hand that is not quite still.
        &[("release d5", "play e4d5", "-")][..],
        &[("drag", "look", "e4"), ("release d5", "play e4d5", "-")],
        &[("press d5", "look", "e4"), ("release d5", "play e4d5", "-")],
        &[("click d5", "play e4d5", "-")],
        // Dragged away: what is said is about this piece.
        &[("drag", "look", "e4"), ("release c4", refused, "-")],
        &[("drag", "look", "e4"), ("release e4", refused, "-")],
        &[("drag", "look", "e4"), ("release -", refused, "-")],
        &[("release d4", refused, "-"), ("release d4", "look", "-")],
        // Given up.
        &[("release -", "look", "e4"), ("drag", "look", "e4")],
        &[("cancel", "look", "-"), ("release d5", "look", "-")],
    ] {
        let aimed = [("click e4", "look", "e4"), ("press d5", "look", "e4")];
        check(ATTACKED, &[&aimed, steps].concat());
    }
    check(
        START,
        &[
            ("press d1", "look", "d1"),
            ("drag", "look", "d1*"),
            ("release d3", "refuse d1d3 blocked", "d1"),
            ("press g8", "look", "d1"),
            ("drag", "look", "d1"),
            ("release f6", "refuse g8g8 opponents-piece", "-"),
        ],
    );
}

#[test]
fn a_move_into_check_deselects_the_piece() {
    check(
        PINNED,
        &[
            ("click e2", "look", "e2"),
            ("click c3", "refuse e2c3 pinned", "-"),
        ],
    );
    check(
        IN_CHECK,
        &[
            ("press h2", "look", "h2"),
            ("drag", "look", "h2*"),
            ("release f3", "refuse h2f3 still-in-check", "-"),
            ("click e1", "look", "e1"),
            ("click e2", "refuse e1e2 king-into-check", "-"),
        ],
    );
    check(
        "k5r1/8/8/8/8/8/8/4K2R w K - 0 1",
        &[
            ("click e1", "look", "e1"),
            ("click g1", "refuse e1g1 castle-into-check", "-"),
        ],
    );
}

#[test]
fn a_square_without_an_own_piece_is_refused() {
    check(
        START,
        &[
            ("click e4", "refuse e4e4 no-piece", "-"),
            ("press e4", "refuse e4e4 no-piece", "-"),
            ("drag", "look", "-"),
            ("release e4", "look", "-"),
            ("click e7", "refuse e7e7 opponents-piece", "-"),
            ("press e7", "refuse e7e7 opponents-piece", "-"),
            ("release -", "look", "-"),
            ("cancel", "look", "-"),
            ("choose q", "look", "-"),
        ],
    );
}

#[test]
fn when_the_game_is_over_nothing_is_taken_up() {
    check(
        MATED,
        &[
            ("click h8", "refuse h8h8 game-over", "-"),
            ("press h8", "refuse h8h8 game-over", "-"),
            ("drag", "look", "-"),
            ("release g8", "look", "-"),
            ("click g7", "refuse g7g7 game-over", "-"),
            ("click a1", "refuse a1a1 game-over", "-"),
        ],
    );
}

#[test]
fn a_game_that_goes_on_without_the_hand_empties_it() {
    // Black resigns while White has a piece in the hand, in every way there is.
    for steps in [
        &["click a7"][..],
        &["press a7"],
        &["press a7", "drag"],
        &["click a7", "click a8"],
    ] {
        let mut hand = Hand::over(game(PROMOTION));
        for done in steps {
            hand.take(input(done));
        }
        let before = hand.held();
        hand.interaction.settle(&hand.game);
        assert_eq!(hand.held(), before, "nothing has happened yet");
        hand.game.act(Action::Resign(Color::Black)).unwrap();
        hand.interaction.settle(&hand.game);
        assert_eq!(hand.held(), "-", "{steps:?}");
    }
    // The move is taken back, and the piece in the hand belongs to the one who waits.
    let mut hand = Hand::over(game(START));
    for done in ["click e2", "click e4", "click e7"] {
        hand.take(input(done));
    }
    assert_eq!(hand.held(), "e7");
    hand.game.act(Action::TakeBack(1)).unwrap();
    hand.interaction.settle(&hand.game);
    assert_eq!(hand.held(), "-");
}

#[derive(Debug, Clone, Copy)]
enum Happening {
    Input(Input),
    /// The piece that was taken up last goes where it may, so that games get on.
    Legal(u16),
    TakeBack,
    Resign,
}

fn any_square() -> impl Strategy<Value = Square> {
    (0u32..64).prop_map(|index| Square::try_from(index).unwrap())
}

fn any_input() -> impl Strategy<Value = Input> {
    prop_oneof![
        4 => any_square().prop_map(Input::Activate),
        4 => any_square().prop_map(Input::Press),
        3 => Just(Input::Drag),
        4 => proptest::option::weighted(0.8, any_square()).prop_map(Input::Release),
        2 => (0usize..4).prop_map(|index| Input::Promote(PROMOTION_ROLES[index])),
        1 => Just(Input::Promote(Role::King)),
        1 => Just(Input::Cancel),
    ]
}

fn any_step() -> impl Strategy<Value = Happening> {
    prop_oneof![
        40 => any_input().prop_map(Happening::Input),
        20 => any::<u16>().prop_map(Happening::Legal),
        2 => Just(Happening::TakeBack),
        1 => Just(Happening::Resign),
    ]
}

/// What two clicks, or a drag, on a legal move would be, as far as choosing a piece.
fn inputs_of(game: &Game, choice: u16) -> Vec<Input> {
    if game.outcome().is_some() {
        return Vec::new();
    }
    let mv = chosen(game, choice);
    let Action::Move {
        from,
        to,
        promotion,
    } = act_of(mv)
    else {
        return Vec::new();
    };
    let mut inputs = if choice % 2 == 0 {
        vec![Input::Cancel, Input::Activate(from), Input::Activate(to)]
    } else {
        vec![Input::Press(from), Input::Drag, Input::Release(Some(to))]
    };
    inputs.extend(promotion.map(Input::Promote));
    inputs
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn after_any_input_the_hand_and_the_game_agree(
        start in 0..STARTS.len(),
        steps in proptest::collection::vec(any_step(), 0..120),
    ) {
        let mut hand = Hand::over(game(STARTS[start]));
        for step in steps {
            let inputs = match step {
                Happening::Input(input) => vec![input],
                Happening::Legal(choice) => inputs_of(&hand.game, choice),
                Happening::TakeBack => {
                    hand.game.act(Action::TakeBack(1)).ok();
                    hand.interaction.settle(&hand.game);
                    continue;
                }
                Happening::Resign => {
                    let loser = hand.game.turn();
                    hand.game.act(Action::Resign(loser)).ok();
                    hand.interaction.settle(&hand.game);
                    continue;
                }
            };
            for input in inputs {
                let plies = hand.game.plies().len();
                let over = hand.game.outcome().is_some();
                // `take` and `held` panic where hand and game contradict each other.
                let meant = hand.take(input);
                let held = hand.held();
                let played = hand.game.plies().len() > plies;
                prop_assert_eq!(played, meant.starts_with("play "), "{}", meant);
                if played {
                    prop_assert_eq!(held.as_str(), "-");
                }
                if over {
                    prop_assert_eq!(held.as_str(), "-", "{:?} took something up", input);
                }
                if let Some(from) = hand.interaction.selected() {
                    let piece = piece_at(&hand.game, from);
                    prop_assert_eq!(piece, Some(hand.game.turn()), "{} is held", from);
                }
                if let Some(code) = meant.strip_prefix("refuse ") {
                    let code = code.split(' ').nth(1).unwrap_or_default();
                    prop_assert!(!code.is_empty());
                    prop_assert!(over == (code == Refusal::GameOver.code()), "{}", meant);
                }
            }
        }
    }
}

fn piece_at(game: &Game, square: Square) -> Option<Color> {
    use rank_and_file_core::chess::Position;
    game.position().board().color_at(square)
}

#[test]
fn a_king_reaches_the_rooks_onto_which_it_castles() {
    let reached = |fen: &str, from: &str| {
        let mut hand = Hand::over(game(fen));
        hand.take(input(&format!("click {from}")));
        let reached = hand.interaction.reachable(&hand.game);
        let mut names: Vec<String> = reached.iter().map(ToString::to_string).collect();
        names.sort_unstable();
        names.join(" ")
    };
    assert_eq!(reached(CASTLING, "e1"), "a1 c1 d1 f1 g1 h1");
    assert_eq!(reached(NO_CASTLING, "e1"), "d1 f1");
    assert_eq!(reached(START, "b1"), "a3 c3");
    assert_eq!(Interaction::default().reachable(&game(START)), []);
}

#[test]
fn the_square_below_a_dragged_piece_is_told_as_far_as_hints_go() {
    let mut hand = Hand::over(game(START));
    let squares = [square("e3"), square("e4")];
    let below = |hand: &Hand, over: &str, hints: bool| {
        let hints = hints.then_some(&squares[..]);
        hand.interaction.below(Some(square(over)), hints)
    };
    hand.take(input("press e2"));
    assert_eq!(below(&hand, "e4", true), None, "nothing hangs yet");
    hand.take(input("drag"));
    assert_eq!(below(&hand, "e4", true), Some(Below::Allowed));
    assert_eq!(below(&hand, "e5", true), Some(Below::Refused));
    assert_eq!(below(&hand, "e5", false), Some(Below::Untold));
    assert_eq!(below(&hand, "e2", true), None, "it came from there");
    assert_eq!(hand.interaction.below(None, None), None, "beside the board");
}
