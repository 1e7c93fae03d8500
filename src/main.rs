//! Starts the application or the text front end; nothing else.

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use rank_and_file::model::Settings;
use rank_and_file::print::Paper;
use rank_and_file::{config, crash, text, ui, words};
use rank_and_file_core::engine::run_uci;
use rank_and_file_core::engine::uci::supervise;

/// Chess with a friend or the computer.
// Who requires an option names a group that it is in: clap takes one for granted that does not go together with another
// that was given, but not a group.
#[derive(Parser)]
#[command(name = "rank-and-file", version = config::VERSION, disable_help_subcommand = true)]
struct Arguments {
    /// Play in the terminal: one line in, one answer out.
    #[arg(long, groups = ["mode", "played"])]
    text: bool,
    #[command(flatten)]
    new_game: text::NewGame,
    /// The saved game to continue.
    #[arg(long, value_name = "ID", requires = "played")]
    resume: Option<String>,
    /// Play 2048 in the terminal: one line in, one answer out.
    #[arg(long = "text-2048", groups = ["mode", "slid"], conflicts_with_all = ["new_game", "resume"])]
    text_2048: bool,
    #[command(flatten)]
    twenty48: text::Twenty48Options,
    /// List every saved game.
    #[arg(long, group = "mode")]
    list: bool,
    /// Prove every saved game; the exit status is 1 if any fails.
    #[arg(long, group = "mode")]
    check: bool,
    /// Put copies of files together that were changed on two computers; the exit status is 1 if any is left.
    #[arg(long, group = "mode")]
    heal: bool,
    /// Write everything into one file: games, studies, practice, players, 2048, pieces and settings; the exit status is 1 if
    /// something cannot be read.
    #[arg(long, value_name = "FILE", group = "mode")]
    backup: Option<PathBuf>,
    /// Put back what such a file has, beside what is there, of which nothing is lost; the exit status is 1 if something
    /// could not be put together yet.
    #[arg(long, value_name = "FILE", group = "mode")]
    restore: Option<PathBuf>,
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
    #[arg(long, value_name = "ID", groups = ["mode", "drawn", "printed"], requires = "output")]
    scoresheet: Option<String>,
    /// Print what was played from a position in the saved games, and how they ended.
    #[arg(long, value_name = "FEN", groups = ["mode", "looked_up", "explored"])]
    explore: Option<String>,
    #[command(flatten)]
    filters: text::Filters,
    /// List the saved games that reached a position, or had certain pieces, such as KRPvKR, each with the ply at which they
    /// did.
    #[arg(long, value_name = "FEN", groups = ["mode", "looked_up"])]
    find: Option<String>,
    /// With --explore or --find: the games of a PGN file, or of all of a folder, in the place of the saved ones.
    #[arg(long = "in", value_name = "FILE", requires = "looked_up")]
    collection: Option<PathBuf>,
    /// Say what is best in a position, and why.
    #[arg(long, value_name = "FEN", groups = ["mode", "continued", "searched"])]
    explain: Option<String>,
    /// Say what share of players chooses each move in a position; - reads lines with a rating, a position and moves, parted by
    /// tabs, from standard input.
    #[arg(long, value_name = "FEN", groups = ["mode", "continued", "predicted"])]
    predict: Option<String>,
    /// With --predict: the rating of the players, as lichess counts it.
    #[arg(long, value_name = "N", requires = "predicted", default_value_t = 1_500, allow_negative_numbers = true,
        value_parser = |text: &str| text::whole_number(text, 0, None).map(|rating| u32::try_from(rating).unwrap_or(u32::MAX)))]
    rating: u32,
    /// With --explain or --predict: moves that are played first, such as "e2e4 e7e5"; --explain says, too, what the last of
    /// them gave away.
    #[arg(long, value_name = "MOVES", requires = "continued")]
    moves: Option<String>,
    /// Say which pins, skewers, forks, batteries, discovered and double checks stand in a position; - reads one position
    /// a line from standard input.
    #[arg(long, value_name = "FEN", group = "mode")]
    motifs: Option<String>,
    /// Say what each move of a saved game, or of the game in a file, was worth.
    #[arg(long, value_name = "ID|FILE", groups = ["mode", "searched"])]
    review: Option<String>,
    /// With --explain or --review: how many positions are looked at for each of those that are told of.
    #[arg(long, value_name = "N", requires = "searched", allow_negative_numbers = true,
        value_parser = |text: &str| text::whole_number(text, 1, None))]
    nodes: Option<u64>,
    /// Be an engine for other chess programs, which speak UCI on standard input and output.
    #[arg(long, group = "mode")]
    uci: bool,
    /// Run an engine that ends with us.
    #[arg(long, hide = true, value_name = "FILE", group = "mode")]
    supervise: Option<OsString>,
    /// With --supervise: everything else on the machine comes first.
    #[arg(long, hide = true, requires = "supervise")]
    patient: bool,
    /// What to draw into: a .png, .svg or .pdf file; a .pdf for a scoresheet.
    #[arg(long, value_name = "FILE", requires = "drawn")]
    output: Option<PathBuf>,
    /// The paper of a scoresheet: A4 or Letter; without it, the standard size of your country.
    #[arg(long, value_name = "SIZE", requires = "printed", ignore_case = true, hide_possible_values = true,
        value_parser = PossibleValuesParser::new(["A4", "Letter"]).try_map(|size| size.parse::<Paper>()))]
    paper: Option<Paper>,
    /// With --text, --text-2048, --list, --heal, --backup, --restore, --import-pgn, --explore, --find, --explain, --predict, --motifs or --review: each answer is one JSON object on one line.
    #[arg(long, conflicts_with_all = ["check", "export_pgn", "diagram", "scoresheet", "uci", "files"])]
    json: bool,
    /// Files with games or a position, to be looked into; several are imported.
    #[arg(value_name = "FILE", group = "mode")]
    files: Vec<PathBuf>,
    /// Wait for requests from the desktop.
    #[arg(long, hide = true, group = "mode")]
    gapplication_service: bool,
}

/// The exit status where the arguments make no sense.
const WRONG_ARGUMENTS: u8 = 2;

fn main() -> ExitCode {
    ui::choose_renderer();
    config::set_up_supervisor();
    config::set_up_log();
    crash::report_crashes();
    words::init();
    let given: Vec<OsString> = env::args_os().collect();
    let arguments = match Arguments::try_parse_from(&given) {
        Ok(arguments) => arguments,
        // Help or the version is asked for.
        Err(asked) if !asked.use_stderr() => asked.exit(),
        Err(error) => {
            text::tell(&words::argument_error(&error, &given));
            return WRONG_ARGUMENTS.into();
        }
    };
    let collection = arguments.collection.as_deref();
    let done = if arguments.text {
        let resumed = arguments.resume.as_deref();
        answered(text::play(&arguments.new_game, resumed, arguments.json).map(status))
    } else if arguments.text_2048 {
        text::play_2048(arguments.twenty48, arguments.json).map(status)
    } else if arguments.list {
        text::list(arguments.json).map(|()| ExitCode::SUCCESS)
    } else if arguments.check {
        text::check().map(status)
    } else if arguments.heal {
        text::heal_folder(arguments.json).map(status)
    } else if let Some(file) = &arguments.backup {
        text::back_up_to(file, &Settings::new().kept(), arguments.json).map(status)
    } else if let Some(file) = &arguments.restore {
        text::restore_from(file, |kept| Settings::new().take_over(kept), arguments.json).map(status)
    } else if let Some(id) = arguments.export_pgn {
        text::export_pgn(&id).map(status)
    } else if !arguments.import_pgn.is_empty() {
        text::import_pgn(&arguments.import_pgn, arguments.json).map(status)
    } else if let (Some(fen), Some(output)) = (&arguments.diagram, &arguments.output) {
        answered(text::draw(fen, output).map(|()| ExitCode::SUCCESS))
    } else if let (Some(id), Some(output)) = (&arguments.scoresheet, &arguments.output) {
        let paper = arguments.paper.unwrap_or_else(Paper::of_locale);
        answered(text::scoresheet(id, output, paper).map(|()| ExitCode::SUCCESS))
    } else if let Some(fen) = &arguments.explore {
        answered(
            text::explore(fen, arguments.filters, collection, arguments.json)
                .map(|()| ExitCode::SUCCESS),
        )
    } else if let Some(fen) = &arguments.find {
        answered(text::find(fen, collection, arguments.json).map(|()| ExitCode::SUCCESS))
    } else if let Some(fen) = &arguments.explain {
        let moves = arguments.moves.as_deref();
        answered(
            text::explain(fen, moves, arguments.nodes, arguments.json).map(|()| ExitCode::SUCCESS),
        )
    } else if let Some(fen) = &arguments.predict {
        let moves = arguments.moves.as_deref();
        answered(text::predict(fen, arguments.rating, moves, arguments.json).map(status))
    } else if let Some(fen) = &arguments.motifs {
        answered(text::motifs(fen, arguments.json).map(status))
    } else if let Some(game) = &arguments.review {
        answered(text::review(game, arguments.nodes, arguments.json).map(|()| ExitCode::SUCCESS))
    } else if let Some(engine) = &arguments.supervise {
        supervise(engine, arguments.patient).map_err(|error| words::io_error(&error))
    } else if arguments.uci {
        run_uci(io::stdin().lock(), io::stdout())
            .map(|()| ExitCode::SUCCESS)
            .map_err(|error| words::io_error(&error))
    } else {
        ui::run(arguments.gapplication_service, &arguments.files)
    };
    done.unwrap_or_else(|sentence| {
        text::tell(&sentence);
        ExitCode::FAILURE
    })
}

/// Arguments that make no sense have a status of their own.
fn answered(answer: Result<ExitCode, text::NoAnswer>) -> Result<ExitCode, String> {
    answer.or_else(|none| match none {
        text::NoAnswer::Argument(sentence) => {
            text::tell(&sentence);
            Ok(WRONG_ARGUMENTS.into())
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
