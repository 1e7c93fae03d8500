//! What a line proves, in one sentence a finding; tips, warnings and what is held back.

use gettextrs::{gettext, pgettext};
use rank_and_file_core::chess::{Board, ByColor, Chess, Color, File, Ply, Position, Role, Square};
use rank_and_file_core::engine::PawnTrait;
use rank_and_file_core::play::{Purpose, Tip};
use rank_and_file_core::training::analysis::Judgment;
use rank_and_file_core::training::tutor::{
    Aligned, BoardMotifs, Explanation, Finding, Fork, Gain, Loss, Motif, Oversight, Plan, Threat,
};

use super::moves::{becomes, doer, object, piece_as_object, together, wins};
use super::names::of_player;
use super::{Players, enumerate, gettext_f, ngettext, piece_on, sentences, what_moves};

/// The sentence for what a line proves that begins in a position: where no motif is proven, what it wins.
pub fn finding(finding: &Finding, start: &Chess) -> String {
    let Some(motif) = finding.motif else {
        return ends_in(finding, start);
    };
    let plies: Vec<Ply> = Ply::line(start, &finding.line)
        .take(finding.at + 3)
        .collect();
    let Some(ply) = plies.get(finding.at) else {
        return String::new();
    };
    let (after, san) = (ply.position.board(), ply.san.to_string());
    // As it stood before the move: what that takes is gone afterwards.
    let before = finding.at.checked_sub(1).and_then(|last| plies.get(last));
    let before = before.map_or(start, |last| &last.position).board();
    let role = after.role_at(finding.by);
    let by = role.map(|role| doer(role, finding.by)).unwrap_or_default();
    let first = finding.on.first();
    let square = first.copied().unwrap_or(ply.squares().0).to_string();
    let taken = first.map(|on| object(before, *on)).unwrap_or_default();
    let on = |number: usize| finding.on.get(number).copied();
    let object_on = |number| on(number).map_or_else(String::new, |on| object(after, on));
    let square_on = |number| on(number).map_or_else(String::new, |on| on.to_string());
    // Where it is about no other piece, it is about the one that moves.
    let pieces = match finding.on.is_empty() {
        true => object(after, finding.by),
        false => objects(after, &finding.on),
    };
    let next = plies.get(finding.at + 2);
    let next = next.map(|ply| ply.san.to_string()).unwrap_or_default();
    let values = [
        ("move", &*san),
        ("piece", &by),
        ("by", &finding.by.to_string()),
        ("square", &square),
        ("taken", &taken),
        ("pieces", &pieces),
        ("front", &object_on(0)),
        ("behind", &object_on(1)),
        ("guard", &object(before, finding.by)),
        ("target", &square_on(1)),
        ("third", &square_on(2)),
        ("next", &next),
    ];
    match motif {
        // The move is named before what it proves.
        Motif::MateIn1 => gettext("That is mate."),
        Motif::MateIn2 | Motif::MateIn3 | Motif::MateIn4 | Motif::MateIn5 => mate(finding),
        Motif::BackRankMate => gettext_f(
            "Back-rank mate: its own pieces trap the king on {square}.",
            &values,
        ),
        Motif::SmotheredMate => {
            gettext_f("Smothered mate: the king on {square} is boxed in.", &values)
        }
        // Translators: {piece} is such as “The rook on e1”
        Motif::DiscoveredCheck => gettext_f("{move} opens the line. {piece} gives check.", &values),
        Motif::DoubleCheck => gettext_f(
            "{move} gives check with two pieces at once, so the king must move.",
            &values,
        ),
        Motif::HangingPiece if is_unguarded(finding, start) => {
            let piece = first.map(|on| piece_on(before, *on)).unwrap_or_default();
            // Translators: {piece} is such as “knight on e5”
            gettext_f("Undefended: {piece}.", &[("piece", &piece)])
        }
        Motif::HangingPiece | Motif::Underdefended => gettext_f(
            // Translators: {taken} is such as “the knight on e5”
            "{move} captures {taken}; recapturing is not enough.",
            &values,
        ),
        Motif::Promotion | Motif::UnderPromotion => role
            .map(|role| becomes(role, finding.by))
            .unwrap_or_default(),
        Motif::EnPassant => gettext_f("{move} captures a pawn en passant.", &values),
        Motif::UnstoppablePawn => gettext_f(
            "The king on {square} cannot catch the pawn on {by}.",
            &values,
        ),
        Motif::Opposition if finding.gain == Gain::Draw => gettext_f(
            "The king on {by} has the opposition, so the pawn is stopped.",
            &values,
        ),
        Motif::Opposition => gettext_f(
            "The king on {by} has the opposition, so the pawn gets through.",
            &values,
        ),
        Motif::WrongBishop => gettext_f(
            "Wrong bishop: it cannot control the promotion square. Draw.",
            &values,
        ),
        Motif::Fortress => gettext_f(
            "Fortress: after {move}, nothing can break through.",
            &values,
        ),
        Motif::PerpetualCheck => gettext_f(
            "Perpetual check: after {move} the checks never end. Draw.",
            &values,
        ),
        Motif::Interference => match blocker(&plies, finding) {
            Some(blocker) => gettext_f(
                // Translators: {blocker} is such as “The king on d2”, {front} such as “the queen on c2”, {target} the square that it has defended
                "{move} forces the reply. {blocker} then blocks {front} from {target}.",
                &[&values[..], &[("blocker", &*blocker)]].concat(),
            ),
            // Translators: {front} is such as “the rook on d8”, {target} the square that it has defended
            None => gettext_f("{move} cuts off {front} from {target}.", &values),
        },
        // Translators: {piece} is such as “The knight on f6”, {pieces} such as “the king on g8 and the rook on d5”
        Motif::Fork => gettext_f("{piece} attacks {pieces} at once.", &values),
        // Translators: {piece} is such as “The bishop on b5”, {front} such as “the knight on c6”, {behind} such as “the king on e8”
        Motif::Pin => gettext_f("{piece} pins {front} to {behind}.", &values),
        // Translators: {piece} is such as “The bishop on b3”, {front} such as “the queen on d5”, {behind} such as “the rook on f7”
        Motif::Skewer => gettext_f("{piece} attacks {front} and, behind it, {behind}.", &values),
        Motif::DiscoveredAttack => {
            // Translators: {piece} is such as “The rook on e1”, {pieces} such as “the queen on e7”
            gettext_f("{move} opens the line. {piece} attacks {pieces}.", &values)
        }
        // Translators: {front} is such as “the rook on d8”, {target} the square that it has defended
        Motif::Deflection => gettext_f("{move} deflects {front} from defending {target}.", &values),
        // Translators: {pieces} is such as “the king on g8”, {next} a move such as “Nf6+”
        Motif::Attraction => gettext_f("{move} lures {pieces} to {by}, then {next}.", &values),
        Motif::CapturingDefender => gettext_f(
            // Translators: {guard} is such as “the knight on c6”
            "{move} captures {guard}, the defender of {square}.",
            &values,
        ),
        // Translators: {pieces} is such as “the knight on d5”
        Motif::Intermezzo => gettext_f("{move} first; {pieces} can be captured later.", &values),
        Motif::Zugzwang => gettext_f(
            "Zugzwang after {move}: every reply makes things worse.",
            &values,
        ),
        // Translators: {piece} is such as “The pawn on b4”, {pieces} such as “the bishop on a5”
        Motif::TrappedPiece => gettext_f("{piece} traps {pieces}.", &values),
        // Translators: {piece} is such as “The rook on d1”, {front} such as “the rook on d5”, {target} a square
        Motif::XRayAttack => gettext_f("{piece} reaches {target} through {front}.", &values),
        Motif::Overloading => gettext_f(
            // Translators: {front} is such as “the queen on d8”, {target} and {third} are squares
            "{move} overloads {front}: both {target} and {third} need defending.",
            &values,
        ),
        // Translators: {square} is where a piece has stood that {move} moves, {next} a move such as “Qh8#”
        Motif::Clearance => gettext_f("{move} clears {square} for {next}.", &values),
        // Translators: {pieces} is such as “the rook on h8”
        Motif::Sacrifice => gettext_f("{move} sacrifices {pieces}.", &values),
        Motif::Desperado => gettext_f(
            "{move}: the piece is lost anyway, so it captures what it can.",
            &values,
        ),
        Motif::Windmill => gettext_f(
            // Translators: {piece} is such as “The bishop on f6”
            "{piece} gives check again and again, as another piece moves away and comes back: a windmill.",
            &values,
        ),
        Motif::WeakBackRank => gettext_f(
            // Translators: {square} is where the king stands, such as “g8”
            "The king on {square} has no escape square, so its back rank must stay defended.",
            &values,
        ),
    }
}

/// The piece that replies to an interference and so closes the line itself; `None` where the move closes it.
fn blocker(plies: &[Ply], finding: &Finding) -> Option<String> {
    let square = *finding.on.get(2)?;
    let reply = plies.get(finding.at + 1)?;
    Some(doer(reply.position.board().role_at(square)?, square))
}

/// Several pieces that something is done to: “the king on g8 and the rook on d5”.
fn objects(board: &Board, squares: &[Square]) -> String {
    together(squares.iter().map(|on| object(board, *on)).collect())
}

/// What a line ends in: in how many moves it mates, or what it wins.
fn ends_in(finding: &Finding, start: &Chess) -> String {
    match finding.gain {
        Gain::Mate => mate(finding),
        Gain::Material(_) => tally(finding, start),
        Gain::Draw => String::new(),
    }
}

/// Whether a finding is about a piece that the first move takes and that no other piece guards.
fn is_unguarded(finding: &Finding, start: &Chess) -> bool {
    let Some(mv) = finding.line.first() else {
        return false;
    };
    let after = Ply::play(start, *mv).position;
    let board = after.board();
    board
        .attacks_to(mv.to(), after.turn(), board.occupied())
        .is_empty()
}

fn mate(finding: &Finding) -> String {
    ngettext(
        // Translators: “That” is a move that was named in the sentence before
        "That mates in one move.",
        "That mates in {count} moves.",
        finding.line.len().div_ceil(2),
    )
}

/// What one line proves, and what it wins in the end.
pub fn line_proves(findings: &[Finding], start: &Chess) -> Vec<String> {
    let told = findings.iter().map(|proven| finding(proven, start));
    let won = findings.first().map(|proven| won(proven, start));
    told.chain(won.filter(|won| !won.is_empty())).collect()
}

/// What a line wins in the end that proves a finding; empty where it mates, where the finding itself says no more than that,
/// or where no more is said by it than that a pawn becomes a piece.
pub fn won(finding: &Finding, start: &Chess) -> String {
    let takes = finding.line.iter().any(|mv| mv.is_capture());
    if finding.motif.is_none() || finding.gain.material().is_none() || !takes {
        return String::new();
    }
    tally(finding, start)
}

/// What a line wins and what it gives for that.
fn tally(finding: &Finding, start: &Chess) -> String {
    let tally = finding.winnings(start);
    let of = |sign: i32| {
        let some = tally.iter().rev().filter(|(_, count)| count * sign > 0);
        some.map(|(role, count)| (*role, count.unsigned_abs() as usize))
            .collect::<Vec<(Role, usize)>>()
    };
    wins(&of(1), &of(-1))
}

/// What a motif is called in a list.
pub fn motif_name(motif: Motif) -> String {
    match motif {
        Motif::MateIn1 => gettext("Mate in One"),
        Motif::MateIn2 => gettext("Mate in Two"),
        Motif::MateIn3 => gettext("Mate in Three"),
        Motif::MateIn4 => gettext("Mate in Four"),
        Motif::MateIn5 => gettext("Mate in Five"),
        Motif::BackRankMate => gettext("Back-Rank Mate"),
        Motif::SmotheredMate => gettext("Smothered Mate"),
        Motif::Fork => gettext("Fork"),
        // Translators: a piece that shields another one and cannot leave
        Motif::Pin => pgettext("motif", "Pin"),
        Motif::Skewer => gettext("Skewer"),
        Motif::DiscoveredAttack => gettext("Discovered Attack"),
        Motif::DiscoveredCheck => gettext("Discovered Check"),
        Motif::DoubleCheck => gettext("Double Check"),
        Motif::HangingPiece => gettext("Hanging Piece"),
        Motif::TrappedPiece => gettext("Trapped Piece"),
        Motif::Deflection => gettext("Deflection"),
        Motif::Attraction => gettext("Attraction"),
        Motif::CapturingDefender => gettext("Capturing the Defender"),
        Motif::XRayAttack => gettext("X-Ray Attack"),
        // Translators: a move that is played before one takes back
        Motif::Intermezzo => gettext("In-Between Move"),
        Motif::Zugzwang => gettext("Zugzwang"),
        Motif::Promotion => gettext("Promotion"),
        Motif::UnderPromotion => gettext("Underpromotion"),
        Motif::EnPassant => gettext("En Passant"),
        Motif::Underdefended => gettext("Underdefended Piece"),
        Motif::UnstoppablePawn => gettext("Unstoppable Pawn"),
        Motif::Overloading => gettext("Overloading"),
        Motif::Interference => gettext("Interference"),
        // Translators: a piece leaves a square or a line that another one needs
        Motif::Clearance => gettext("Clearance"),
        Motif::Sacrifice => gettext("Sacrifice"),
        // Translators: a piece that is lost anyway captures what it can
        Motif::Desperado => gettext("Desperado"),
        // Translators: discovered checks one after the other
        Motif::Windmill => gettext("Windmill"),
        Motif::PerpetualCheck => gettext("Perpetual Check"),
        // Translators: a king without a square to flee to from its first rank
        Motif::WeakBackRank => gettext("Weak Back Rank"),
        Motif::Opposition => gettext("Opposition"),
        Motif::WrongBishop => gettext("Wrong Bishop"),
        Motif::Fortress => gettext("Fortress"),
    }
}

/// Motifs by their names, such as those of a puzzle.
pub(super) fn theme(motifs: &[Motif]) -> String {
    let names: Vec<String> = motifs.iter().copied().map(motif_name).collect();
    gettext_f(
        // Translators: {motifs} are such as “Fork” or “Fork, Double Check”
        "Theme: {motifs}.",
        &[("motifs", &enumerate(&names))],
    )
}

/// The first hint: what kind of thing there is to be found, which a finding proves, and without a motif where on the board;
/// the piece and the move are for later hints.
pub(super) fn to_be_found(finding: &Finding, start: &Chess) -> String {
    let named = |sentence| match finding.motif {
        Some(motif) => sentences(&[sentence, theme(&[motif])]),
        None => sentence,
    };
    match (finding.gain, finding.motif) {
        (Gain::Mate, _) => gettext("There is a mate to be found."),
        (Gain::Draw, _) => named(gettext("There is a draw to be saved.")),
        (_, Some(Motif::HangingPiece)) if is_unguarded(finding, start) => {
            gettext("There is something to win: a piece is undefended.")
        }
        (_, Some(Motif::DiscoveredCheck | Motif::DoubleCheck)) => {
            gettext("There is something to win: open a line for a piece behind another one.")
        }
        // The other side has a queen as well, or gives a piece for it.
        (Gain::Material(..=0), Some(Motif::Promotion)) => {
            gettext("A pawn can become another piece.")
        }
        (_, Some(Motif::Promotion | Motif::UnderPromotion)) => {
            gettext("There is something to win: a pawn can become another piece.")
        }
        (_, Some(_)) => named(gettext("There is something to win.")),
        (_, None) => won_where(finding),
    }
}

/// On which part of the board a line wins something at last.
fn won_where(finding: &Finding) -> String {
    let own = finding.line.iter().step_by(2);
    // What is worth most, and of several such pieces the first one.
    let most = own.rev().max_by_key(|mv| mv.capture());
    match most.filter(|mv| mv.is_capture()).map(|mv| mv.to().file()) {
        Some(File::A | File::B | File::C) => gettext("There is something to win on the queenside."),
        Some(File::D | File::E) => gettext("There is something to win in the center."),
        Some(_) => gettext("There is something to win on the kingside."),
        None => gettext("There is something to win."),
    }
}

/// Each motif that stands on a board, with the pieces in it or the moves that give check.
pub fn board_motifs(motifs: &BoardMotifs, board: &Board) -> Vec<String> {
    let named = |motif: String, what: &[String]| {
        let what = enumerate(what);
        gettext_f(
            // Translators: {motif} is such as “Pin”, {pieces} such as “bishop on b5, queen on d7, king on e8”
            "{motif}: {pieces}.",
            &[("motif", &motif), ("pieces", &what)],
        )
    };
    let pieces = |motif: String, squares: &[Square]| {
        let named_pieces: Vec<String> = squares.iter().map(|at| piece_on(board, *at)).collect();
        named(motif, &named_pieces)
    };
    let line = |motif, line: &Aligned| pieces(motif_name(motif), &[line.by, line.front, line.back]);
    let check =
        |motif, (from, to): &(Square, Square)| named(motif_name(motif), &[format!("{from}{to}")]);
    let fork = |fork: &Fork| {
        pieces(
            motif_name(Motif::Fork),
            &[&[fork.by], &fork.on[..]].concat(),
        )
    };
    let battery = |squares: &Vec<Square>| pieces(gettext("Battery"), squares);
    let (discovered, double) = (Motif::DiscoveredCheck, Motif::DoubleCheck);
    let pins = motifs.pins.iter().map(|found| line(Motif::Pin, found));
    let skewers = motifs
        .skewers
        .iter()
        .map(|found| line(Motif::Skewer, found));
    let checks = motifs
        .discovered_checks
        .iter()
        .map(|found| check(discovered, found));
    let double_checks = motifs
        .double_checks
        .iter()
        .map(|found| check(double, found));
    let told: Vec<String> = pins
        .chain(skewers)
        .chain(motifs.forks.iter().map(fork))
        .chain(motifs.batteries.iter().map(battery))
        .chain(checks)
        .chain(double_checks)
        .collect();
    if told.is_empty() {
        return vec![gettext(
            "No pins, skewers, forks, batteries, discovered or double checks.",
        )];
    }
    told
}

/// How it goes on if both play their best, in a position.
pub fn best_line(line: &str) -> String {
    // Translators: {line} is the best move and what follows, such as “Nf6+ gxf6 Qxf6”
    gettext_f("Best is {line}.", &[("line", line)])
}

/// That the move which was played last has cost chances.
pub fn gave_away(played: &str) -> String {
    gettext_f("{move} gave winning chances away.", &[("move", played)])
}

/// Why the answer to a move wins something.
pub fn oversight(oversight: Oversight, played: &str) -> String {
    let name = |square: Square| square.to_string();
    match oversight {
        Oversight::Threat => gettext_f(
            "{move} does not stop what was threatened already.",
            &[("move", played)],
        ),
        Oversight::Guard {
            piece,
            left,
            target,
        } => gettext_f(
            // Translators: {piece} is such as “the knight on f3”, which moves; {target} is a square that it defended
            "{move} takes {piece} away from the defense of {target}.",
            &[
                ("move", played),
                ("piece", &piece_as_object(piece, left)),
                ("target", &name(target)),
            ],
        ),
        Oversight::OpenedLine {
            piece,
            left,
            by,
            target,
        } => gettext_f(
            // Translators: {piece} is such as “the knight on f3”, which moves and blocked that line; {from} and {target} are squares
            "{move} takes {piece} out of the line from {from} to {target}.",
            &[
                ("move", played),
                ("piece", &piece_as_object(piece, left)),
                ("from", &name(by)),
                ("target", &name(target)),
            ],
        ),
        Oversight::ClosedLine {
            piece,
            at,
            guard,
            target,
        } => gettext_f(
            // Translators: {piece} is such as “The knight on f3”; {from} and {target} are squares
            "{piece} now blocks the line from {from}, and {target} is no longer defended from there.",
            &[
                ("piece", &doer(piece, at)),
                ("from", &name(guard)),
                ("target", &name(target)),
            ],
        ),
    }
}

/// What a move is that has lost chances.
pub fn judgment(played: &str, judgment: Judgment) -> String {
    let values = [("move", played)];
    match judgment {
        Judgment::Inaccuracy => gettext_f("{move}: inaccuracy.", &values),
        Judgment::Mistake => gettext_f("{move}: mistake.", &values),
        Judgment::Blunder => gettext_f("{move}: blunder.", &values),
    }
}

/// A tip for a position of which the best line is known: what there is to win, to parry or to improve; then the piece,
/// then the move.
pub fn tip(tip: &Tip, position: &Chess, players: &impl Players) -> String {
    let nothing = || gettext("No winning move found.");
    let Some(ply) = first_ply(position, tip.best) else {
        return nothing();
    };
    let foremost = Finding::foremost(&tip.best.findings);
    let purpose = || match tip.purpose {
        Some(Purpose::Defense(found)) => threat(players, found),
        Some(Purpose::Plan(better)) => plan(*better),
        None => String::new(),
    };
    let (from, to) = ply.squares();
    let san = ply.san.to_string();
    let play = gettext_f("Play {move}.", &[("move", &san)]);
    match (tip.step, foremost) {
        (0 | 1, Some(first)) => to_be_found(first, position),
        (0 | 1, None) if matches!(tip.purpose, Some(Purpose::Defense(_))) => purpose(),
        (0 | 1, None) if tip.purpose.is_some() => sentences(&[nothing(), purpose()]),
        (0 | 1, None) => sentences(&[nothing(), best_where(to)]),
        (2, _) => what_moves(&piece_on(position.board(), from)),
        (_, Some(first)) => {
            let line = as_far_as(first, position);
            let mut said = vec![play];
            said.extend((line != san).then(|| best_line(&line)));
            said.push(why(first, position));
            sentences(&said)
        }
        (_, None) => sentences(&[play, purpose()]),
    }
}

/// On which part of the board the best move ends.
fn best_where(to: Square) -> String {
    match to.file() {
        File::A | File::B | File::C => gettext("The best move is on the queenside."),
        File::D | File::E => gettext("The best move is in the center."),
        File::F | File::G | File::H => gettext("The best move is on the kingside."),
    }
}

/// What could be better in a position, where a move makes it so.
pub(super) fn plan(plan: Plan) -> String {
    match plan {
        Plan::Placement => gettext("A piece can be placed better."),
        Plan::Mobility => gettext("The pieces can get more room."),
        Plan::King => gettext("The king can be made safer."),
        Plan::ActiveKing => gettext("The king can become more active."),
        Plan::Pawns(PawnTrait::Placement) => gettext("A pawn can stand on a better square."),
        Plan::Pawns(PawnTrait::Isolated) => {
            gettext("An isolated pawn, without others beside it, can be made less weak.")
        }
        Plan::Pawns(PawnTrait::Backward) => {
            gettext("A backward pawn, left behind by the others, can be made less weak.")
        }
        Plan::Pawns(PawnTrait::Connected) => gettext("The pawns can protect each other better."),
        Plan::Pawns(PawnTrait::Passed) => {
            gettext("A passed pawn, which no enemy pawn can stop, can be made or supported.")
        }
    }
}

/// The first move of a line, where what is found can be seen after it; else all of the line.
fn as_far_as(proven: &Finding, position: &Chess) -> String {
    moves_as_far_as(proven, position).join(" ")
}

fn moves_as_far_as(proven: &Finding, position: &Chess) -> Vec<String> {
    let at_once = proven.gain == Gain::Mate || (proven.motif.is_some() && proven.at == 0);
    let moves = if at_once { 1 } else { proven.line.len() };
    let line = Ply::line(position, &proven.line).take(moves);
    line.map(|ply| ply.san.to_string()).collect()
}

/// What a finding says, and what its line wins.
pub fn why(proven: &Finding, position: &Chess) -> String {
    let mut said = vec![finding(proven, position)];
    let taken = matches!(
        proven.motif,
        Some(Motif::HangingPiece | Motif::Underdefended)
    );
    // What is captured is won.
    if !taken || proven.at > 0 {
        said.extend(Some(won(proven, position)).filter(|won| !won.is_empty()));
    }
    sentences(&said)
}

/// What the opponent of a side threatens, in a position in which that opponent would be to move.
pub fn threat(players: &impl Players, threat: &Threat) -> String {
    let Threat { passed, explained } = threat;
    let first = Finding::foremost(&explained.findings);
    // Where it is only that something is won, the moves that follow explain nothing.
    let line = |first: &Finding| match first.motif {
        Some(_) => as_far_as(first, passed),
        None => first_ply(passed, explained).map_or_else(String::new, |ply| ply.san.to_string()),
    };
    let line = first.map_or_else(String::new, line);
    let threatens = of_player(
        players,
        passed.turn(),
        [
            gettext("White threatens {move}."),
            gettext("Black threatens {move}."),
            gettext("{name} threatens {move}."),
        ],
        &[("move", &line)],
    );
    let why = first.map(|first| why(first, passed));
    let said: Vec<String> = [threatens].into_iter().chain(why).collect();
    sentences(&said)
}

/// Why a move is held back that would lose something.
pub fn held_back(played: &Ply, loss: &Loss) -> String {
    let san = played.san.to_string();
    sentences(&[
        allows(played, &loss.finding),
        why(&loss.finding, &played.position),
        gettext_f("Play {move} again to confirm.", &[("move", &san)]),
    ])
}

/// Of a longer answer so many moves are told.
const ANSWER: usize = 3;

/// With what the opponent can answer a move that was played.
pub fn allows(played: &Ply, found: &Finding) -> String {
    let mut answer = moves_as_far_as(found, &played.position);
    let more = if answer.len() > ANSWER { "…" } else { "" };
    answer.truncate(ANSWER);
    let answer = answer.join(" ") + more;
    let said = gettext_f(
        "{move} allows {answer}.",
        &[("move", &played.san.to_string()), ("answer", &answer)],
    );
    // What goes on does not end, too.
    said.replace("….", "…")
}

/// Who was helped in a game, and how often: `Ann received assistance 2 times`; players who were not helped are left out.
pub fn helped(players: &impl Players, helped: ByColor<u32>) -> Vec<String> {
    let said = |side: Color| {
        let count = *helped.get(side);
        let said = [
            ngettext(
                "White received assistance {count} time",
                "White received assistance {count} times",
                count,
            ),
            ngettext(
                "Black received assistance {count} time",
                "Black received assistance {count} times",
                count,
            ),
            ngettext(
                "{name} received assistance {count} time",
                "{name} received assistance {count} times",
                count,
            ),
        ];
        (count > 0).then(|| of_player(players, side, said, &[]))
    };
    Color::ALL.into_iter().filter_map(said).collect()
}

/// How often a player was helped: `Received assistance 3 times`; empty for who was not.
pub fn helped_times(count: u32) -> String {
    match count {
        0 => String::new(),
        count => ngettext(
            "Received assistance {count} time",
            "Received assistance {count} times",
            count,
        ),
    }
}

fn first_ply(position: &Chess, best: &Explanation) -> Option<Ply> {
    Some(Ply::play(position, *best.line.first()?))
}
