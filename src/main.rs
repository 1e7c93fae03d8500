//! Starts the application or the text front end; nothing else.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use rank_and_file::print::Paper;
use rank_and_file::{config, crash, text, windows, words};
use rank_and_file_core::engine::serve;
use rank_and_file_core::engine::uci::guard;

/// The sides that can be helped.
const SIDES: [&str; 3] = ["white", "black", "both"];

/// Two-player chess on one computer.
#[derive(Parser)]
#[command(name = "rank-and-file", version = config::VERSION, disable_help_subcommand = true)]
struct Arguments {
    /// Play in the terminal: one line in, one answer out.
    #[arg(long, group = "mode")]
    text: bool,
    /// The player of the white pieces; computer:3 is the computer at level 3 of 10, computer:stockfish
    /// an engine.
    #[arg(
        long,
        value_name = "NAME",
        requires = "text",
        conflicts_with = "resume",
        default_value = ""
    )]
    white: String,
    /// The player of the black pieces, in the same way.
    #[arg(
        long,
        value_name = "NAME",
        requires = "text",
        conflicts_with = "resume",
        default_value = ""
    )]
    black: String,
    /// The position to start from.
    #[arg(long, value_name = "FEN", requires = "text", conflicts_with = "resume")]
    fen: Option<String>,
    /// Play with clocks: minutes and seconds a move, such as 5+3; 5d3 and 5b3 are delays; a comma
    /// parts unequal times.
    #[arg(
        long,
        value_name = "TIME",
        requires = "text",
        conflicts_with = "resume"
    )]
    time: Option<String>,
    /// Draws by threefold repetition and the fifty-move rule must be claimed.
    #[arg(long, requires = "text", conflicts_with = "resume")]
    claimed: bool,
    /// Who is warned of what the other player threatens: white, black or both.
    #[arg(long, value_name = "WHO", requires = "text", conflicts_with = "resume", value_parser = SIDES)]
    warnings: Option<String>,
    /// Who may ask for tips, with the word hint: white, black or both.
    #[arg(long, value_name = "WHO", requires = "text", conflicts_with = "resume", value_parser = SIDES)]
    tips: Option<String>,
    /// Whose moves are refused once where they simply lose a piece: white, black or both.
    #[arg(long, value_name = "WHO", requires = "text", conflicts_with = "resume", value_parser = SIDES)]
    guarded: Option<String>,
    /// The saved game to continue.
    #[arg(long, value_name = "ID", requires = "text")]
    resume: Option<String>,
    /// Play 2048 in the terminal: one line in, one answer out.
    #[arg(long = "text-2048", group = "mode", conflicts_with_all = ["white", "black", "fen", "time", "claimed", "warnings", "tips", "guarded", "resume"])]
    text_2048: bool,
    /// The side of the board of 2048, 4 to 8 cells. The game is a new one and is not saved.
    #[arg(long, value_name = "N", requires = "text_2048", conflicts_with = "text", value_parser = clap::value_parser!(u8).range(4..=8))]
    size: Option<u8>,
    /// The number that chance starts from in 2048: the same number and the same moves make the same
    /// game. The game is a new one and is not saved.
    #[arg(
        long,
        value_name = "N",
        requires = "text_2048",
        conflicts_with = "text"
    )]
    seed: Option<u64>,
    /// List every saved game.
    #[arg(long, group = "mode")]
    list: bool,
    /// Prove every saved game; the exit status is 1 if any fails.
    #[arg(long, group = "mode")]
    check: bool,
    /// Print a saved game as PGN, or all of them.
    #[arg(long, value_name = "ID|all", group = "mode")]
    export_pgn: Option<String>,
    /// Import the games of PGN files; - is standard input. The exit status is 1 if any game cannot
    /// be read.
    #[arg(long, value_name = "FILE", num_args = 1.., group = "mode")]
    import_pgn: Vec<PathBuf>,
    /// Draw a position into the file that --output names.
    #[arg(long, value_name = "FEN", groups = ["mode", "drawn"], requires = "output")]
    diagram: Option<String>,
    /// Draw the scoresheet of a saved game into the file that --output names.
    #[arg(long, value_name = "ID", groups = ["mode", "drawn"], requires = "output")]
    scoresheet: Option<String>,
    /// Print what was played from a position in the saved games, and how they ended.
    #[arg(long, value_name = "FEN", group = "mode")]
    explore: Option<String>,
    /// With --explore: only the games of this player.
    #[arg(
        long,
        value_name = "NAME",
        requires = "explore",
        conflicts_with = "find"
    )]
    player: Option<String>,
    /// With --player: only games with these pieces, white or black.
    #[arg(long, value_name = "COLOR", requires = "player")]
    color: Option<String>,
    /// With --explore: only games that began on this day or later; a month or a year will do.
    #[arg(
        long,
        value_name = "DATE",
        requires = "explore",
        conflicts_with = "find"
    )]
    since: Option<String>,
    /// With --explore: only games that began on this day or before.
    #[arg(
        long,
        value_name = "DATE",
        requires = "explore",
        conflicts_with = "find"
    )]
    until: Option<String>,
    /// List the saved games that reached a position, each with the ply at which they did.
    #[arg(long, value_name = "FEN", group = "mode")]
    find: Option<String>,
    /// Say what is best in a position, and why.
    #[arg(long, value_name = "FEN", group = "mode")]
    explain: Option<String>,
    /// With --explain: moves that are played first, such as "e2e4 e7e5"; what the last of them gave away is said, too.
    #[arg(long, value_name = "MOVES", requires = "explain")]
    moves: Option<String>,
    /// Say what each move of a saved game, or of the game in a file, was worth.
    #[arg(long, value_name = "ID|FILE", group = "mode")]
    review: Option<String>,
    /// With --explain or --review: how many positions are looked at for each of those that are told of.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Be an engine for other chess programs, which speak UCI on standard input and output.
    #[arg(long, group = "mode")]
    uci: bool,
    /// Run an engine that ends with us.
    #[arg(long, hide = true, value_name = "FILE", group = "mode")]
    guard: Option<OsString>,
    /// With --guard: everything else on the machine comes first.
    #[arg(long, hide = true, requires = "guard")]
    patient: bool,
    /// What to draw into: a .png, .svg or .pdf file; a .pdf for a scoresheet.
    #[arg(long, value_name = "FILE", requires = "drawn")]
    output: Option<PathBuf>,
    /// The paper of a scoresheet: A4 or Letter; else the usual one of the place.
    #[arg(long, value_name = "SIZE", requires = "scoresheet")]
    paper: Option<Paper>,
    /// With --text, --text-2048, --list, --import-pgn, --explore, --find, --explain or --review: each answer is one JSON object on one line.
    #[arg(long)]
    json: bool,
    /// Files with games or a position, to be looked into; several are imported.
    #[arg(value_name = "FILE", group = "mode")]
    files: Vec<PathBuf>,
    /// Wait for requests from the desktop.
    #[arg(long, hide = true, group = "mode")]
    gapplication_service: bool,
}

fn main() -> ExitCode {
    windows::choose_renderer();
    let arguments = Arguments::parse();
    config::set_up_log();
    crash::report_crashes();
    words::init();
    let done = if arguments.text {
        let options = text::Options {
            white: arguments.white,
            black: arguments.black,
            fen: arguments.fen,
            time: arguments.time,
            claimed: arguments.claimed,
            warnings: arguments.warnings,
            tips: arguments.tips,
            guard: arguments.guarded,
            resume: arguments.resume,
            json: arguments.json,
        };
        answered(text::play(&options).map(status))
    } else if arguments.text_2048 {
        let options = text::Twenty48Options {
            size: arguments.size.map(usize::from),
            seed: arguments.seed,
            json: arguments.json,
        };
        text::play_2048(&options).map(status)
    } else if arguments.list {
        text::list(arguments.json).map(|()| ExitCode::SUCCESS)
    } else if arguments.check {
        text::check().map(status)
    } else if let Some(id) = arguments.export_pgn {
        text::export_pgn(&id).map(status)
    } else if !arguments.import_pgn.is_empty() {
        text::import_pgn(&arguments.import_pgn, arguments.json).map(status)
    } else if let (Some(fen), Some(output)) = (&arguments.diagram, &arguments.output) {
        text::draw(fen, output).map(|()| ExitCode::SUCCESS)
    } else if let (Some(id), Some(output)) = (&arguments.scoresheet, &arguments.output) {
        let paper = arguments.paper.unwrap_or_else(Paper::of_locale);
        text::scoresheet(id, output, paper).map(|()| ExitCode::SUCCESS)
    } else if let Some(fen) = &arguments.explore {
        let filters = text::Filters {
            player: arguments.player,
            color: arguments.color,
            since: arguments.since,
            until: arguments.until,
        };
        answered(text::explore(fen, filters, arguments.json).map(|()| ExitCode::SUCCESS))
    } else if let Some(fen) = &arguments.find {
        answered(text::find(fen, arguments.json).map(|()| ExitCode::SUCCESS))
    } else if let Some(fen) = &arguments.explain {
        let moves = arguments.moves.as_deref();
        answered(
            text::explain(fen, moves, arguments.nodes, arguments.json).map(|()| ExitCode::SUCCESS),
        )
    } else if let Some(game) = &arguments.review {
        answered(text::review(game, arguments.nodes, arguments.json).map(|()| ExitCode::SUCCESS))
    } else if let Some(engine) = &arguments.guard {
        guard(engine, arguments.patient).map_err(|error| words::io_error(&error))
    } else if arguments.uci {
        serve(io::stdin().lock(), io::stdout())
            .map(|()| ExitCode::SUCCESS)
            .map_err(|error| words::io_error(&error))
    } else {
        windows::run(arguments.gapplication_service, &arguments.files)
    };
    done.unwrap_or_else(|sentence| {
        text::tell(&sentence);
        ExitCode::FAILURE
    })
}

/// What makes no sense has the status that wrong options have.
fn answered(answer: Result<ExitCode, text::NoAnswer>) -> Result<ExitCode, String> {
    answer.or_else(|none| match none {
        text::NoAnswer::Argument(sentence) => {
            text::tell(&sentence);
            Ok(ExitCode::from(2))
        }
        text::NoAnswer::Failure(sentence) => Err(sentence),
    })
}

fn status(good: bool) -> ExitCode {
    if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
