//! What two players settle between them: draws offered and answered, moves taken back, resigning,
//! and claims that are wrong. What the board decides is in `endings.rs`.

use rank_and_file_core::chess::{
    Action, Color, DrawRule, Event, Game, Offer, Outcome, Proof, Reason, Refusal, Square, fen_of,
    read_fen,
};
use strum::VariantArray;

use crate::script::{Script, mirrored};

const BLACK_DRAW: Offer = Offer::Draw { by: Color::Black };
const WHITE_DRAW: Offer = Offer::Draw { by: Color::White };

fn played(moves: &str) -> Game {
    let mut game = Game::default();
    for typed in moves.split_whitespace() {
        write(&mut game, typed);
    }
    game
}

fn write(game: &mut Game, typed: &str) -> Option<Offer> {
    match game.act(Action::Write(typed.to_owned())) {
        Ok(Event::Moved {
            declined,
            ended: None,
        }) => declined,
        other => panic!("{typed}: {other:?}"),
    }
}

#[test]
fn either_player_may_resign_at_any_time() {
    for moves in ["", "e4"] {
        for loser in Color::ALL {
            let mut game = played(moves);
            let outcome = Outcome::win(loser.other(), Reason::Resignation);
            assert_eq!(game.act(Action::Resign(loser)), Ok(Event::Ended(outcome)));
            assert_eq!(game.outcome(), Some(outcome));
            let result = loser.fold_wb("0-1", "1-0");
            assert_eq!(outcome.result(), result, "{loser} resigns after {moves:?}");
        }
    }
}

#[test]
fn a_draw_offered_and_accepted() {
    let mut game = played("e4 e5 d4");
    let offered = game.act(Action::OfferDraw);
    assert_eq!(offered, Ok(Event::Offered(BLACK_DRAW)));
    assert_eq!(game.offer(), Some(BLACK_DRAW));
    assert_eq!(game.outcome(), None);
    let outcome = Outcome::draw(Reason::Agreement);
    assert_eq!(game.act(Action::Accept), Ok(Event::Ended(outcome)));
    assert_eq!(game.outcome(), Some(outcome));
    assert_eq!(game.offer(), None);
    assert_eq!(outcome.result(), "1/2-1/2");
}

#[test]
fn an_offer_stands_over_the_move_it_comes_with() {
    let mut game = played("d4 d5");
    game.act(Action::OfferDraw).unwrap();
    assert_eq!(
        write(&mut game, "e4"),
        None,
        "the own move declines nothing"
    );
    assert_eq!(game.offer(), Some(WHITE_DRAW));
    assert_eq!(game.act(Action::OfferDraw), Err(Refusal::OfferPending));
    let outcome = Outcome::draw(Reason::Agreement);
    assert_eq!(game.act(Action::Accept), Ok(Event::Ended(outcome)));
    assert_eq!(game.plies().len(), 3);
}

#[test]
fn a_draw_declined_in_words_or_by_a_move() {
    let mut game = played("e4 e5");
    game.act(Action::OfferDraw).unwrap();
    assert_eq!(game.act(Action::Decline), Ok(Event::Declined(WHITE_DRAW)));
    assert_eq!(game.offer(), None);
    assert_eq!(game.act(Action::Accept), Err(Refusal::NothingOffered));
    assert_eq!(game.outcome(), None);

    let mut game = played("e4 e5");
    game.act(Action::OfferDraw).unwrap();
    assert_eq!(write(&mut game, "Nf3"), None);
    assert_eq!(write(&mut game, "Nc6"), Some(WHITE_DRAW));
    assert_eq!(game.offer(), None);
    assert_eq!(game.act(Action::Accept), Err(Refusal::NothingOffered));
}

#[test]
fn a_refused_move_declines_nothing() {
    let mut game = played("d4 d5");
    game.act(Action::OfferDraw).unwrap();
    write(&mut game, "e4");
    let refused = game.act(Action::Write("Ke4".to_owned()));
    assert_eq!(refused.unwrap_err().code(), "piece-move");
    assert_eq!(game.offer(), Some(WHITE_DRAW));
}

#[test]
fn a_declined_offer_is_not_repeated_at_once() {
    let mut game = played("e4 e5");
    game.act(Action::OfferDraw).unwrap();
    game.act(Action::Decline).unwrap();
    assert_eq!(game.act(Action::OfferDraw), Err(Refusal::OfferRepeated));
    write(&mut game, "Nf3");
    // The other player is free to offer.
    assert_eq!(
        game.clone().act(Action::OfferDraw),
        Ok(Event::Offered(BLACK_DRAW))
    );
    write(&mut game, "Nc6");
    assert_eq!(game.act(Action::OfferDraw), Ok(Event::Offered(WHITE_DRAW)));

    let mut game = played("d4 d5");
    game.act(Action::OfferDraw).unwrap();
    write(&mut game, "e4");
    assert_eq!(write(&mut game, "e5"), Some(WHITE_DRAW));
    assert_eq!(game.act(Action::OfferDraw), Err(Refusal::OfferRepeated));
    write(&mut game, "Nf3");
    write(&mut game, "Nc6");
    assert_eq!(game.act(Action::OfferDraw), Ok(Event::Offered(WHITE_DRAW)));
}

#[test]
fn the_end_on_the_board_wipes_an_offer_away() {
    let mut game = played("f3 e5 g4");
    game.act(Action::OfferDraw).unwrap();
    let mated = game.act(Action::Write("Qh4#".to_owned())).unwrap();
    let outcome = Outcome::win(Color::Black, Reason::Checkmate);
    let ended = Some(outcome);
    assert_eq!(
        mated,
        Event::Moved {
            declined: None,
            ended
        }
    );
    assert_eq!(game.offer(), None);
    assert_eq!(game.act(Action::Accept), Err(Refusal::GameOver));
    assert_eq!(game.outcome(), Some(outcome));
}

#[test]
fn the_last_move_is_taken_back_with_consent() {
    let mut game = played("e4 e5");
    let before = fen_of(game.position_at(1));
    let asked = Offer::Takeback {
        by: Color::Black,
        plies: 1,
    };
    assert_eq!(
        game.act(Action::ProposeTakeback(1)),
        Ok(Event::Offered(asked))
    );
    assert_eq!(game.plies().len(), 2, "asking takes nothing back");
    assert_eq!(game.act(Action::Accept), Ok(Event::TakenBack(1)));
    assert_eq!(fen_of(game.position()), before);
    assert_eq!((game.turn(), game.offer()), (Color::Black, None));
    write(&mut game, "c5");
    assert_eq!(game.plies().len(), 2);
}

#[test]
fn a_move_of_each_is_taken_back_with_consent() {
    let mut game = played("e4 e5 Nf3 Nc6");
    let asked = Offer::Takeback {
        by: Color::White,
        plies: 2,
    };
    assert_eq!(
        game.act(Action::ProposeTakeback(2)),
        Ok(Event::Offered(asked))
    );
    assert_eq!(asked.by(), Color::White);
    assert_eq!(game.act(Action::Accept), Ok(Event::TakenBack(2)));
    assert_eq!((game.plies().len(), game.turn()), (2, Color::White));
}

#[test]
fn a_takeback_declined_in_words_or_by_a_move() {
    let mut game = played("e4 e5");
    let asked = Offer::Takeback {
        by: Color::Black,
        plies: 1,
    };
    game.act(Action::ProposeTakeback(1)).unwrap();
    assert_eq!(game.act(Action::OfferDraw), Err(Refusal::OfferPending));
    assert_eq!(
        game.act(Action::ProposeTakeback(1)),
        Err(Refusal::OfferPending)
    );
    assert_eq!(game.act(Action::Decline), Ok(Event::Declined(asked)));
    assert_eq!((game.plies().len(), game.offer()), (2, None));
    assert_eq!(game.act(Action::Accept), Err(Refusal::NothingOffered));

    game.act(Action::ProposeTakeback(1)).unwrap();
    assert_eq!(write(&mut game, "Nf3"), Some(asked));
    assert_eq!((game.plies().len(), game.offer()), (3, None));
    // A takeback that was declined does not stand in the way of a draw offer.
    assert_eq!(game.act(Action::OfferDraw), Ok(Event::Offered(BLACK_DRAW)));
}

#[test]
fn no_more_is_taken_back_than_was_played() {
    let mut game = Game::default();
    let nothing = Err(Refusal::NothingToTakeBack);
    assert_eq!(game.act(Action::ProposeTakeback(1)), nothing);
    write(&mut game, "e4");
    for plies in [0, 2, 3, usize::MAX] {
        assert_eq!(game.act(Action::ProposeTakeback(plies)), nothing, "{plies}");
    }
    for plies in [0, 2, usize::MAX] {
        assert_eq!(game.act(Action::TakeBack(plies)), nothing, "{plies}");
    }
    assert_eq!((game.plies().len(), game.offer()), (1, None));
    game.act(Action::ProposeTakeback(1)).unwrap();
    game.act(Action::Accept).unwrap();
    assert_eq!(game.plies().len(), 0);
}

#[test]
fn nothing_is_answered_that_was_not_asked() {
    let mut game = played("e4");
    assert_eq!(game.act(Action::Accept), Err(Refusal::NothingOffered));
    assert_eq!(game.act(Action::Decline), Err(Refusal::NothingOffered));
    assert_eq!(game.outcome(), None);
}

/// Article 5.2.3.
#[test]
fn no_draw_is_offered_before_both_have_moved() {
    for moves in ["", "e4"] {
        let mut game = played(moves);
        let early = Err(Refusal::OfferTooEarly);
        assert_eq!(game.act(Action::OfferDraw), early, "{moves:?}");
        assert_eq!(game.act(Action::Accept), Err(Refusal::NothingOffered));
        let claimed = game.act(Action::Claim(None)).unwrap();
        assert!(!claimed.has_offered(), "nor by a wrong claim: {moves:?}");
        assert_eq!((game.offer(), game.outcome()), (None, None), "{moves:?}");
    }
    let mut game = played("e4 e5");
    assert_eq!(game.act(Action::OfferDraw), Ok(Event::Offered(WHITE_DRAW)));
    let mut game = played("e4 e5 d4");
    assert_eq!(game.act(Action::OfferDraw), Ok(Event::Offered(BLACK_DRAW)));
    // Where a move is taken back, it was not made.
    let mut game = played("e4 e5");
    game.act(Action::TakeBack(1)).unwrap();
    assert_eq!(game.act(Action::OfferDraw), Err(Refusal::OfferTooEarly));
}

/// What a player leaves, and whether the opponent could mate.
const RESIGNED: [(&str, Color, bool); 8] = [
    ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Color::White, false),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Color::Black, true),
    // A knight mates a king that its own rook hems in, but no king beside a queen.
    ("4k3/3n4/8/8/8/8/8/R3K3 w - - 0 1", Color::White, true),
    ("4k3/3n4/8/8/8/8/8/Q3K3 w - - 0 1", Color::White, false),
    ("4k3/8/8/8/8/8/p7/4K3 w - - 0 1", Color::White, true),
    ("4k3/8/8/8/8/8/p7/4K3 w - - 0 1", Color::Black, false),
    // Every way to go leads to a bare king.
    ("8/8/8/8/8/8/1q6/K6k w - - 0 1", Color::White, false),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        Color::White,
        true,
    ),
];

/// Article 5.1.2.
#[test]
fn who_resigns_loses_only_where_the_opponent_can_mate() {
    for (fen, loser, mates) in RESIGNED {
        for (fen, loser) in [(fen.to_owned(), loser), (mirrored(fen), loser.other())] {
            let start = read_fen(&fen).unwrap();
            // Some of these are dead as well; what came from elsewhere goes on.
            let mut game = Game::new(start, DrawRule::Unjudged);
            let outcome = match mates {
                true => Outcome::win(loser.other(), Reason::Resignation),
                false => Outcome::draw(Reason::Resignation),
            };
            assert_eq!(game.resigned(loser), outcome, "{fen}, {loser}");
            assert_eq!(game.act(Action::Resign(loser)), Ok(Event::Ended(outcome)));
            assert_eq!(Proof::of(&game).is_some(), !mates, "{fen}");
            let record = Outcome::from_record(outcome.result(), outcome.reason);
            assert_eq!(record, Some(outcome), "a log has it");
        }
    }
    let mut script = Script::start(RESIGNED[0].0, DrawRule::Claimed, None);
    script.all("resign");
    assert!(
        script
            .log
            .contains(r#""result":"1/2-1/2","reason":"resignation""#)
    );
    script.check_log();
}

/// Articles 9.1.2.3 and 9.5.3.
#[test]
fn a_claim_that_is_wrong_is_an_offer_and_its_move_is_made() {
    let failed = |offered, moved| Event::ClaimFailed {
        offered,
        given: 0,
        moved,
        declined: None,
        ended: None,
    };
    let mut game = played("d4 d5 e4");
    assert_eq!(game.act(Action::Claim(None)), Ok(failed(true, false)));
    assert_eq!(game.offer(), Some(BLACK_DRAW));
    let again = game.act(Action::Claim(None));
    assert_eq!(
        again,
        Err(Refusal::NothingToClaim),
        "one offer waits already"
    );
    assert_eq!(game.act(Action::Decline), Ok(Event::Declined(BLACK_DRAW)));
    let mv = game.read_move("e5").unwrap();
    let event = game.act(Action::Claim(Some(mv)));
    assert_eq!(
        event,
        Ok(failed(false, true)),
        "it was declined a moment ago"
    );
    let mv = game.read_move("Nf3").unwrap();
    assert_eq!(game.act(Action::Claim(Some(mv))), Ok(failed(true, true)));
    assert_eq!((game.plies().len(), game.offer()), (5, Some(WHITE_DRAW)));
    game.act(Action::Accept).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Agreement)));

    // What waits from the other player is declined by the move; mate leaves nothing to offer.
    let mut game = played("f3 e5");
    game.act(Action::OfferDraw).unwrap();
    game.act(Action::Write("g4".to_owned())).unwrap();
    let mv = game.read_move("Qh4").unwrap();
    let mated = Outcome::win(Color::Black, Reason::Checkmate);
    assert_eq!(
        game.act(Action::Claim(Some(mv))),
        Ok(Event::ClaimFailed {
            offered: false,
            given: 0,
            moved: true,
            declined: Some(WHITE_DRAW),
            ended: Some(mated),
        })
    );
}

#[test]
fn a_recorded_end_must_stand_on_the_board_where_the_board_decides() {
    for reason in Reason::VARIANTS.iter().copied() {
        let mut game = played("e4 e5");
        let outcome = if reason.is_decisive() == Some(true) {
            Outcome::win(Color::White, reason)
        } else {
            Outcome::draw(reason)
        };
        let agreed = matches!(
            reason,
            Reason::Agreement
                | Reason::Resignation
                | Reason::Time
                | Reason::TimeNoMatingMaterial
                | Reason::Other
        );
        let concluded = game.act(Action::Conclude(outcome));
        assert_eq!(concluded.is_ok(), agreed, "{reason}");
        assert_eq!(game.outcome().is_some(), agreed, "{reason}");
        assert_eq!(reason.code().parse(), Ok(reason));
    }
    assert_eq!(Outcome::from_record("1-0", Reason::Stalemate), None);
    assert_eq!(Outcome::from_record("1/2-1/2", Reason::Checkmate), None);
    assert_eq!(Outcome::from_record("*", Reason::Agreement), None);
}

#[test]
fn nothing_works_after_the_end() {
    let mut game = played("e4");
    game.act(Action::Resign(Color::White)).unwrap();
    let outcome = game.outcome();
    let over = fen_of(game.position());
    for action in [
        Action::Move {
            from: Square::E7,
            to: Square::E5,
            promotion: None,
        },
        Action::Write("e5".to_owned()),
        Action::Write("nonsense".to_owned()),
        Action::OfferDraw,
        Action::ProposeTakeback(1),
        Action::Accept,
        Action::Decline,
        Action::Resign(Color::Black),
        Action::Claim(None),
        Action::Conclude(Outcome::draw(Reason::Agreement)),
        Action::TakeBack(1),
    ] {
        assert_eq!(
            game.act(action.clone()),
            Err(Refusal::GameOver),
            "{action:?}"
        );
    }
    assert_eq!(game.outcome(), outcome);
    assert_eq!((fen_of(game.position()), game.plies().len()), (over, 1));
}
