//! What holds in every game, tried on random ones: legal moves are accepted, all others refused
//! with a reason, notation is read as it is written. Logs have theirs in `record/log/properties.rs`.

use proptest::prelude::*;
use rank_and_file_core::chess::{
    Action, Event, Game, Move, PROMOTION_ROLES, Position, Reason, Refusal, Square, fen_of, read_fen,
};
use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;

use crate::random::{config, random_game, wander};

/// What one can see of a game; a refusal must leave all of it alone.
fn seen(game: &Game) -> impl PartialEq + std::fmt::Debug + use<> {
    (
        fen_of(game.position()),
        game.plies().len(),
        game.offer(),
        game.outcome(),
        game.claims(),
    )
}

/// Every pair of squares that means `mv`: castling is the king's square with that of the rook, or with that on which
/// the king lands, unless the king could make that step without castling.
fn ways(mv: Move) -> Vec<(Square, Square)> {
    let from = mv.from().unwrap();
    let mut ways = vec![(from, mv.to())];
    if let Some(side) = mv.castling_side() {
        let color = if from.rank() == shakmaty::Rank::First {
            shakmaty::Color::White
        } else {
            shakmaty::Color::Black
        };
        let landing = side.king_to(color);
        ways.extend((from.distance(landing) > 1).then_some((from, landing)));
    }
    ways
}

proptest! {
    #![proptest_config(config(250))]

    #[test]
    fn every_legal_move_is_accepted(steps in random_game(60)) {
        let mut games = 0;
        wander(&steps, |game| {
            games += 1;
            if games % 4 != 0 || game.outcome().is_some() {
                return;
            }
            for mv in game.position().legal_moves() {
                for (from, to) in ways(mv) {
                    let judged = game.clone().judge(from, to, mv.promotion());
                    assert_eq!(judged, Ok(mv), "{from}{to} in {}", fen_of(game.position()));
                }
                let from = mv.from().unwrap();
                let target = ways(mv).pop().unwrap().1;
                let shown = game.targets(from);
                let shown = shown.iter().find(|shown| shown.square == target).unwrap();
                assert_eq!(shown.captures, mv.is_capture());
                assert_eq!(shown.promotes, mv.is_promotion());
            }
        });
    }

    #[test]
    fn every_other_move_is_refused_with_a_reason(steps in random_game(50)) {
        let mut game = wander(&steps, |_| ());
        let legal: Vec<(Square, Square, bool)> = game
            .position()
            .legal_moves()
            .into_iter()
            .flat_map(|mv| ways(mv).into_iter().map(move |(a, b)| (a, b, mv.is_promotion())))
            .collect();
        let before = seen(&game);
        let over = game.outcome().is_some();
        for (from, to) in Square::ALL.into_iter().flat_map(|a| Square::ALL.map(|b| (a, b))) {
            let known = legal.iter().find(|(a, b, _)| (*a, *b) == (from, to));
            // A legal promotion without its piece is refused as well.
            if !over && known.is_some_and(|(.., promotes)| !promotes) {
                continue;
            }
            let action = Action::Move { from, to, promotion: None };
            let refused = game.act(action).unwrap_err();
            prop_assert!(!refused.code().is_empty());
            if over {
                prop_assert_eq!(refused, Refusal::GameOver);
                continue;
            }
            let squares = refused.squares();
            prop_assert!(!squares.is_empty(), "{from}{to}: {refused:?}");
            let needed = matches!(refused, Refusal::PromotionPieceNeeded { .. });
            prop_assert_eq!(needed, known.is_some(), "{}{}: {:?}", from, to, refused);
            let strange = matches!(refused, Refusal::Unreadable | Refusal::GameOver);
            prop_assert!(!strange, "{from}{to}: {refused:?}");
            if let Refusal::Pinned { attackers, .. }
            | Refusal::KingIntoCheck { attackers, .. }
            | Refusal::CastleThroughCheck { attackers, .. }
            | Refusal::CastleIntoCheck { attackers, .. }
            | Refusal::StillInCheck { checkers: attackers, .. }
            | Refusal::CastleInCheck { checkers: attackers, .. } = refused
            {
                let them = game.position().them();
                prop_assert!(attackers.any() && attackers.is_subset(them), "{refused:?}");
            }
        }
        prop_assert_eq!(seen(&game), before);
    }

    #[test]
    fn what_is_written_is_read_as_the_same_move(steps in random_game(60)) {
        let mut games = 0;
        wander(&steps, |game| {
            games += 1;
            if games % 6 != 0 || game.outcome().is_some() {
                return;
            }
            for mv in game.position().legal_moves() {
                let san = shakmaty::san::SanPlus::from_move(game.position().clone(), mv);
                let coordinates = mv.to_uci(game.position().castles().mode());
                for written in [san.to_string(), san.san.to_string(), coordinates.to_string()] {
                    let mut typed = game.clone();
                    let event = typed.act(Action::Write(written.clone()));
                    assert!(matches!(event, Ok(Event::Moved { .. })), "{written}: {event:?}");
                    assert_eq!(typed.plies().last().unwrap().mv, mv, "{written}");
                    assert_eq!(typed.plies().last().unwrap().san, san);
                }
            }
        });
    }

    #[test]
    fn every_position_is_read_as_it_is_written(steps in random_game(80)) {
        wander(&steps, |game| {
            let fen = fen_of(game.position());
            assert_eq!(read_fen(&fen).map(|position| fen_of(&position)), Ok(fen));
        });
    }

    #[test]
    fn every_position_is_written_as_others_write_it(steps in random_game(120)) {
        wander(&steps, |game| {
            let theirs = Fen::from_position(game.position(), EnPassantMode::Legal);
            let ours = fen_of(game.position());
            // Elsewhere the rights of Chess960 are mostly written in the letters of the usual ones.
            if game.position().castles().mode().is_standard() {
                assert_eq!(ours, theirs.to_string());
            }
            assert_eq!(ours.parse(), Ok(theirs));
        });
    }

    #[test]
    fn the_board_ends_a_game_without_a_legal_move(steps in random_game(120)) {
        wander(&steps, |game| {
            let stuck = game.position().legal_moves().is_empty();
            let reason = game.outcome().map(|outcome| outcome.reason);
            let ended = matches!(reason, Some(Reason::Checkmate | Reason::Stalemate));
            assert_eq!(ended, stuck, "{}", fen_of(game.position()));
        });
    }

    #[test]
    fn nothing_that_is_typed_does_harm(steps in random_game(12), text in ".{0,12}") {
        let mut game = wander(&steps, |_| ());
        let before = seen(&game);
        if game.act(Action::Write(text)).is_err() {
            prop_assert_eq!(seen(&game), before);
        }
    }

    #[test]
    fn nothing_that_looks_like_a_move_does_harm(
        steps in random_game(12),
        text in "[KQRBNkqrbnP]?[a-h]?[1-8]?[-x]?[a-h][1-8]=?[QRBNKqrbnk]?[+#]?( ?e\\.p\\.)?",
    ) {
        let mut game = wander(&steps, |_| ());
        let before = seen(&game);
        match game.act(Action::Write(text.clone())) {
            Ok(Event::Moved { .. }) => {
                // The text led to a legal move, and to the square that it named.
                let ply = game.plies().last().unwrap();
                let to = ply.squares().1.to_string();
                prop_assert!(text.to_lowercase().contains(&to) || ply.castling().is_some());
            }
            Ok(other) => prop_assert!(false, "{text}: {other:?}"),
            Err(_) => prop_assert_eq!(seen(&game), before),
        }
    }

    #[test]
    fn a_piece_named_for_no_promotion_is_refused(steps in random_game(40)) {
        let game = wander(&steps, |_| ());
        for mv in game.position().legal_moves() {
            if mv.is_promotion() || game.outcome().is_some() {
                continue;
            }
            for role in PROMOTION_ROLES {
                let judged = game.judge(mv.from().unwrap(), mv.to(), Some(role));
                prop_assert_eq!(judged, Err(Refusal::NoPromotion { to: mv.to() }));
            }
        }
    }
}
