//! A player at a task: what is right, what helps, and when it is over.

use rank_and_file_core::chess::{DrawRule, Game, Move, Square, read_fen};
use rank_and_file_core::engine::Score;
use rank_and_file_core::training::practice::PuzzleSet;
use rank_and_file_core::training::tutor::{Explanation, Motif, MoveQuality};
use rank_and_file_core::training::{Hint, Stage, Task, Trainer, Tried};

/// Black's king and rook are forked by a knight, in two moves.
const FORK: (&str, &str, [&str; 3]) = (
    "4k3/8/8/1r6/8/8/3N4/4K3 b - - 0 1",
    "b5b4",
    ["d2c4", "e8e7", "c4b6"],
);

/// The task of a puzzle, or what was missed in a game.
fn fork(puzzle: bool) -> Task {
    let (fen, last, line) = FORK;
    let (before, motifs) = (read_fen(fen).unwrap(), vec![Motif::Fork]);
    let task = match puzzle {
        true => Task::puzzle(before, last, &line, motifs),
        false => Task::missed(before, Some(last), &line, motifs),
    };
    task.unwrap()
}

/// Two rooks mate in two, in more than one way: the position, the move before it, and one of the ways.
const MATE: (&str, &str, [&str; 3]) = (
    "7k/8/8/1R6/8/8/8/R5K1 b - - 0 1",
    "h8g8",
    ["b5b7", "g8f8", "a1a8"],
);

fn mate() -> Task {
    let (fen, last, line) = MATE;
    Task::puzzle(read_fen(fen).unwrap(), last, &line, Vec::new()).unwrap()
}

fn read(trainer: &Trainer, written: &str) -> Move {
    let game = Game::new(trainer.position(), DrawRule::Unjudged);
    game.read_move(written).unwrap()
}

fn tried(trainer: &mut Trainer, written: &str) -> Tried {
    let mv = read(trainer, written);
    trainer.try_move(mv)
}

fn is_found(trainer: &mut Trainer, written: &str) -> bool {
    matches!(tried(trainer, written), Tried::Found)
}

/// Whether a tutor has to weigh a move, and what score it is told of the best one.
fn weighed_against(trainer: &mut Trainer, written: &str) -> Option<Option<Score>> {
    let at = trainer.question();
    let wanted = trainer.wanted();
    let Tried::Weigh(asked, best) = tried(trainer, written) else {
        return None;
    };
    assert_eq!(asked, at);
    Some(best.map(|best| {
        assert_eq!(best.line.first().copied(), wanted);
        best.score
    }))
}

#[test]
fn a_puzzle_goes_on_until_its_line_ends() {
    let mut trainer = Trainer::new(fork(true));
    let answer = trainer.task().line()[1];
    let right = tried(&mut trainer, "d2c4");
    assert!(
        matches!(right, Tried::GoesOn(mv) if mv == answer),
        "{right:?}"
    );
    assert_eq!(trainer.played(), 2);
    assert!(!trainer.is_over());
    assert!(is_found(&mut trainer, "c4b6"));
    assert!(trainer.is_over() && trainer.is_clean());
}

#[test]
fn a_motif_that_was_chosen_is_no_hint() {
    let first = |task: Task| Trainer::new(task).hint();
    assert_eq!(first(fork(true)), Some(Hint::Motifs(vec![Motif::Fork])));
    let chosen = |motif| first(fork(true).with_motif_chosen(motif));
    assert_eq!(chosen(Some(Motif::Fork)), Some(Hint::Piece(Square::D2)));
    let other = Some(Hint::Motifs(vec![Motif::Fork]));
    assert_eq!(
        [chosen(Some(Motif::Pin)), chosen(None)],
        [other.clone(), other]
    );
}

#[test]
fn of_a_game_one_move_is_asked() {
    let mut trainer = Trainer::new(fork(false));
    assert!(is_found(&mut trainer, "d2c4"));
}

#[test]
fn what_is_not_in_the_line_is_weighed() {
    for (puzzle, worth, wanted) in [
        (true, MoveQuality::Worse, MoveQuality::Worse),
        (true, MoveQuality::Close, MoveQuality::Close),
        // Of a puzzle that wins something it is known that nothing else is as good.
        (true, MoveQuality::AsGood, MoveQuality::Close),
        (true, MoveQuality::Best, MoveQuality::Close),
        (false, MoveQuality::AsGood, MoveQuality::AsGood),
        (false, MoveQuality::Best, MoveQuality::Best),
        (false, MoveQuality::Close, MoveQuality::Close),
        (false, MoveQuality::Worse, MoveQuality::Worse),
    ] {
        let mut trainer = Trainer::new(fork(puzzle));
        // Where others may be as good, they are weighed against the one that is known, whose score is not.
        let known = (!puzzle).then(Score::default);
        assert_eq!(weighed_against(&mut trainer, "e1d1"), Some(known));
        assert_eq!(trainer.weighed(worth), wanted, "{puzzle} {worth}");
        assert_eq!(trainer.is_clean(), wanted != MoveQuality::Worse);
        let found = matches!(wanted, MoveQuality::Best | MoveQuality::AsGood);
        assert_eq!(trainer.is_over(), found);
        assert_eq!(trainer.played(), 0, "it is to be found still");
    }
}

#[test]
fn any_mate_that_is_as_fast_will_do() {
    let mut trainer = Trainer::new(mate());
    assert_eq!(trainer.task().mate_in(0), Some(2));
    assert_eq!(
        weighed_against(&mut trainer, "a1a7"),
        Some(Some(Score::Mate(2)))
    );
    assert_eq!(trainer.weighed(MoveQuality::AsGood), MoveQuality::AsGood);
    assert!(trainer.is_over());
    let mut trainer = Trainer::new(mate());
    assert!(matches!(tried(&mut trainer, "b5b7"), Tried::GoesOn(_)));
    // Mate is mate, by whichever piece.
    assert_eq!(trainer.task().mate_in(2), Some(1));
    assert!(is_found(&mut trainer, "a1a8"));
}

/// What does not belong to the line of a lesson is for a tutor to weigh, who is told nothing, be it mate.
#[test]
fn a_tutor_looks_at_another_mate_in_a_lesson() {
    // Either rook mates.
    let blocked = read_fen("7k/6pp/8/8/8/8/8/RR4K1 w - - 0 1").unwrap();
    let lesson = Task::lesson(blocked.clone(), &[], &["a1a8"]).unwrap();
    let mut trainer = Trainer::new(lesson);
    assert_eq!(weighed_against(&mut trainer, "b1b8"), Some(None));
    assert_eq!(trainer.weighed(MoveQuality::AsGood), MoveQuality::AsGood);
    assert!(trainer.is_over());
    let missed = Task::missed(blocked, None, &["a1a8"], Vec::new()).unwrap();
    assert!(is_found(&mut Trainer::new(missed), "b1b8"));
}

#[test]
fn hints_say_more_and_more() {
    let mut trainer = Trainer::new(fork(true));
    let (first, last) = (trainer.task().line()[0], trainer.task().line()[2]);
    assert!(trainer.is_clean());
    assert_eq!(trainer.hint(), Some(Hint::Motifs(vec![Motif::Fork])));
    assert!(!trainer.is_clean(), "how it is won says much");
    assert_eq!(trainer.hint(), first.from().map(Hint::Piece));
    assert_eq!(trainer.hint(), Some(Hint::Move(first)));
    assert_eq!(trainer.hint(), Some(Hint::Move(first)));
    tried(&mut trainer, "d2c4");
    // What it is about has been said.
    assert_eq!(trainer.hint(), last.from().map(Hint::Piece));
    assert_eq!(trainer.hint(), Some(Hint::Move(last)));
    tried(&mut trainer, "c4b6");
    assert_eq!(trainer.hint(), None);
}

#[test]
fn a_turning_point_is_asked_again_and_again() {
    let puzzle = fork(true);
    let (asked, line) = (puzzle.start().clone(), puzzle.line().to_vec());
    let findings = asked.solution_findings(&line);
    let best = Explanation {
        score: Score::Centipawns(500),
        line,
        findings,
    };
    let task = Task::turning_point(asked.clone(), best.clone(), best.line.clone()).unwrap();
    let mut trainer = Trainer::new(task);
    assert_eq!(trainer.given(), None);
    assert_eq!(trainer.hint(), Some(Hint::Proof(best.findings.clone())));
    assert_eq!(trainer.given(), Some(Hint::Proof(best.findings.clone())));
    assert!(trainer.has_hint() && !trainer.is_clean());
    // What is tried is weighed beside what is known to be the best.
    let Tried::Weigh(_, known) = tried(&mut trainer, "e1d1") else {
        panic!("a tutor has to look at it");
    };
    assert_eq!((known, trainer.stage()), (Some(best), Stage::Weighing));
    assert_eq!(trainer.weighed(MoveQuality::Worse), MoveQuality::Worse);
    assert_eq!(trainer.stage(), Stage::Weighed(MoveQuality::Worse));
    trainer.ask_again();
    assert!(is_found(&mut trainer, "d2c4") && trainer.is_found());
    assert_eq!(trainer.rest(), trainer.task().line()[1..]);
    assert!(!trainer.has_hint());
    trainer.ask_again();
    assert!(!trainer.is_over() && trainer.given().is_some());
    assert_eq!(trainer.give_up(), trainer.task().line());
    assert_eq!(trainer.stage(), Stage::Shown);
    trainer.ask_again();
    assert_eq!((trainer.played(), trainer.stage()), (0, Stage::Asked));
    let nothing = Explanation {
        score: Score::Centipawns(0),
        line: Vec::new(),
        findings: Vec::new(),
    };
    assert_eq!(Task::turning_point(asked, nothing, Vec::new()), None);
}

#[test]
fn a_player_who_gives_up_is_shown_the_rest() {
    let mut trainer = Trainer::new(fork(true));
    tried(&mut trainer, "d2c4");
    let rest = trainer.task().line()[2..].to_vec();
    assert_eq!(trainer.give_up(), rest);
    assert!(trainer.is_over() && !trainer.is_clean());
    assert_eq!(trainer.give_up(), Vec::new());
}

#[test]
fn what_cannot_be_played_is_no_task() {
    let before = read_fen(FORK.0).unwrap();
    let of = |last, line: &[&str]| Task::missed(before.clone(), last, line, Vec::new());
    assert!(of(Some("b5b4"), &["d2c4"]).is_some());
    assert!(of(Some("b5b4"), &[]).is_none());
    assert!(of(Some("b5c4"), &["d2c4"]).is_none());
    assert!(of(Some("b5b4"), &["d2d5"]).is_none());
    assert!(of(Some("b5b4"), &["nonsense"]).is_none());
    assert!(of(None, &["b5b4"]).is_some());
}

#[test]
fn a_puzzle_of_the_set_is_found_move_by_move() {
    let longest = PuzzleSet::default()
        .puzzles()
        .max_by_key(|puzzle| puzzle.task().unwrap().line().len());
    let mut trainer = Trainer::new(longest.unwrap().task().unwrap());
    loop {
        let mv = trainer.task().line()[trainer.played()];
        match trainer.try_move(mv) {
            Tried::GoesOn(_) => {}
            Tried::Found => break,
            other => panic!("{other:?}"),
        }
    }
    assert!(trainer.is_clean());
}
