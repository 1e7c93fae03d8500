//! Who plays on the page: what players do besides moving (they resign, claim a draw, and type words that ask for
//! something), and the computers, which think while the players have the board before them.

use std::cell::RefCell;
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;
use rank_and_file_core::chess::{self, Action, Color, Command, Help, Position, Refusal};
use rank_and_file_core::engine::{Computer, Level};
use rank_and_file_core::record::log::{Header, now};
use rank_and_file_core::record::study::{StudyAction, StudyRefusal};

use super::{ConditionalMovesWindow, GamePage};
use crate::model::{
    self, BetterLevel, CorrespondenceGame, Partner, Settings, Turning, callback, callback_with,
    preferences, remembered,
};
use crate::subclass::{ClassOf, InstallActions};
use crate::ui::actions;
use crate::ui::keys::do_action;
use crate::ui::question::{self, ask};
use crate::ui::table::CommandOutcome;
use crate::words;

impl GamePage {
    /// Installs what players do besides moving.
    pub(super) fn install_play(class: &mut ClassOf<Self>) {
        class.async_action("game.resign", async |page| {
            if let Some(game) = page.game() {
                resign(page, &game).await;
            }
            page.imp().board.refocus();
        });
        class.async_action("game.claim", async |page| {
            if let Some(game) = page.game() {
                claim(page, &game).await;
            }
            page.imp().board.refocus();
        });
        class.async_action("game.claim-on-time", async |page| {
            if let Some(game) = page.game() {
                claim_on_time(page, &game).await;
            }
            page.imp().board.refocus();
        });
        class.action("game.conditional-moves", |page| {
            if let (Some(game), Some(window)) = (page.game(), page.root().and_downcast()) {
                ConditionalMovesWindow::open(&window, &game);
            }
        });
        class.action("game.take-back", |page| {
            let plies = page.game().and_then(|game| game.takeback());
            if let Some(plies) = plies {
                page.act(Action::ProposeTakeback(plies));
            }
        });
        class.action("game.tip", |page| {
            if !page.imp().study.hint() {
                page.with_game(model::Game::ask_for_tip);
            }
        });
        class.action("game.rematch", |page| page.play_again(None));
        class.action("game.play-level", Self::play_better_level);
        for (name, action) in [
            ("game.take-back-both", Action::ProposeTakeback(2)),
            ("game.offer-draw", Action::OfferDraw),
            ("game.pause", Action::Pause),
        ] {
            class.action(name, move |page| page.act(action.clone()));
        }
        for (name, answer) in [
            ("game.accept", Action::Accept),
            ("game.decline", Action::Decline),
            ("game.resume", Action::Resume),
        ] {
            class.action(name, move |page| {
                // The button that is pressed is about to go.
                page.imp().board.refocus();
                page.act(answer.clone());
            });
        }
    }
}

/// A label in which the underscores of a name stay what they are.
fn plain(label: &str) -> String {
    label.replace('_', "__")
}

fn question(page: &GamePage, heading: &str, body: &str) -> adw::MessageDialog {
    let window = page.root().and_downcast::<gtk::Window>();
    adw::MessageDialog::new(window.as_ref(), Some(heading), Some(body))
}

/// The action by which one who plays the computer chooses whether hints are offered.
const OFFER_HINTS: &str = "offer-hints";

impl GamePage {
    pub(super) fn set_up_hints(&self, settings: &Settings) {
        let offered = |settings: &Settings| settings.get(remembered::COMPUTER_TIPS);
        let state = offered(settings).to_variant();
        let action = gio::SimpleAction::new_stateful(OFFER_HINTS, None, &state);
        let own = settings.clone();
        action.connect_activate(move |_, _| own.set(remembered::COMPUTER_TIPS, &!offered(&own)));
        let follow = callback_with(&action, move |action: &gio::SimpleAction, settings| {
            action.set_state(&offered(settings).to_variant())
        });
        settings.connect_changed(&remembered::COMPUTER_TIPS, follow);
        let show = callback(self, Self::show_game);
        settings.connect_changed(&remembered::COMPUTER_TIPS, show);
        self.imp().study.actions().add_action(&action);
    }

    /// Whether the player to move is offered a hint. A player against the computer may change that at any time.
    pub(super) fn offers_hint(&self, game: &model::Game) -> bool {
        let actions = self.imp().study.actions();
        let helped = |side: &Color| game.header().is_helped(*side, Help::Tip(1));
        let agreed = Color::ALL.iter().any(helped);
        let alone = game.header().person().is_some();
        actions::enable(actions, OFFER_HINTS, alone && agreed && !game.is_closed());
        agreed && (!alone || self.chosen(remembered::COMPUTER_TIPS))
    }
}

/// Asks who resigns. Where a resignation needs no confirming, that is the only question, and not even that is asked
/// where it is plain who sits before the board: it turns to the player to move, or the computer plays the other side.
async fn resign(page: &GamePage, game: &model::Game) {
    let confirm = page.chosen(preferences::CONFIRM_RESIGNING);
    let turns = page.chosen(preferences::TURNING) == Turning::EachMove;
    let turn = game.with_game(chess::Game::turn);
    let person = game.own_side();
    let loser = person.unwrap_or(turn);
    if !confirm && (person.is_some() || turns && game.viewer().is_live()) {
        game.act(Action::Resign(loser)).ok();
        return;
    }
    let losers: Vec<Color> = match person {
        Some(person) => vec![person],
        None => Color::ALL.to_vec(),
    };
    let draws = |loser: &Color| game.with_game(|rules| rules.resigned(*loser).winner.is_none());
    let body = match person {
        _ if losers.iter().any(draws) => gettext(
            "The game ends at once. The opponent wins, or it is a draw where the opponent cannot mate.",
        ),
        Some(person) => words::ends_at_once(&game.player(!person)),
        None => gettext("The game ends at once, and the opponent wins."),
    };
    let heading = match person {
        Some(_) => gettext("Resign?"),
        None => gettext("Who Resigns?"),
    };
    let question = question(page, &heading, &body);
    question.add_response("cancel", &gettext("_Keep Playing"));
    let id = |color: Color| color.fold_wb("white", "black");
    for color in losers {
        let name = plain(&game.player(color));
        question.add_response(id(color), &words::resigns(&name, color));
        question.set_response_appearance(id(color), adw::ResponseAppearance::Destructive);
    }
    question.set_default_response(Some(if confirm { "cancel" } else { id(loser) }));
    question.set_close_response("cancel");
    let answer = ask(&question).await;
    let loser = Color::ALL.into_iter().find(|color| id(*color) == answer);
    if let Some(loser) = loser.filter(|_| page.still_shows(game)) {
        game.act(Action::Resign(loser)).ok();
    }
}

/// Claims the draw that stands on the board, or asks for the move that will bring it.
async fn claim(page: &GamePage, game: &model::Game) {
    if game.withheld_move().is_some() {
        // It says so.
        game.act(Action::Claim(None)).ok();
        return;
    }
    let waits = game.with_game(|rules| rules.draw_rule().waits_for_claim());
    if game.is_claimable() || !waits {
        game.act(Action::Claim(None)).ok();
        return;
    }
    let question = question(
        page,
        &gettext("Claim a Draw With the Next Move?"),
        &gettext(
            "Enter the move that repeats the position a third time or completes fifty moves. It is played in any case: a wrong claim counts as a draw offer.",
        ),
    );
    let entry = gtk::Entry::builder().activates_default(true).build();
    entry.update_property(&[gtk::accessible::Property::Label(&gettext("Move"))]);
    question.set_extra_child(Some(&entry));
    question.add_responses(&[
        ("cancel", &gettext("_Cancel")),
        ("claim", &gettext("C_laim")),
    ]);
    question.set_response_appearance("claim", adw::ResponseAppearance::Suggested);
    question.set_default_response(Some("claim"));
    question.set_close_response("cancel");
    if ask(&question).await == "claim" && page.still_shows(game) {
        game.act(claim_with(game, &entry.text())).ok();
    }
}

/// Claims the game on time, if the player means it.
async fn claim_on_time(page: &GamePage, game: &model::Game) {
    let correspondence = CorrespondenceGame::of(game);
    let Some((end, deadline)) = correspondence.time_claim().zip(correspondence.deadline()) else {
        return;
    };
    let late = game.with_game(chess::Game::turn);
    let [heading, body] = words::time_claim(game.header(), late, deadline, end);
    let question = question(page, &heading, &body);
    question.add_responses(&[("wait", &gettext("_Wait")), ("claim", &gettext("C_laim"))]);
    question.set_response_appearance("claim", adw::ResponseAppearance::Suggested);
    question.set_default_response(Some("wait"));
    question.set_close_response("wait");
    if ask(&question).await == "claim" && page.still_shows(game) {
        correspondence.claim_on_time().await;
    }
}

impl GamePage {
    /// Whether a game is still the one that is shown. While a question was asked, the opponent may have moved, and the
    /// game been read anew.
    fn still_shows(&self, game: &model::Game) -> bool {
        self.game().as_ref() == Some(game)
    }

    /// Offers what there is to be done in a correspondence game alone.
    pub(super) fn allow_correspondence(&self, game: &model::Game) {
        let imp = self.imp();
        let correspondence = CorrespondenceGame::of(game);
        let late = correspondence.time_claim().is_some();
        let plans = correspondence.may_plan();
        imp.claim_on_time.set_visible(late);
        imp.conditional_moves.set_visible(plans);
        if plans {
            let count = correspondence.conditional_moves().lines().len();
            let label = words::conditional_moves(count);
            imp.conditional_moves_label.set_label(&label);
            imp.conditional_moves
                .update_property(&[gtk::accessible::Property::Label(&label)]);
        }
        // Moves stand there, and a draw is offered on one's own turn.
        let together = game.header().correspondence.is_none();
        imp.take_back.set_visible(together);
        let asked = match game.header().has_computers() {
            true => gettext("Take Back Your Last Move"),
            false => gettext("Propose Takeback"),
        };
        imp.take_back.set_tooltip_text(Some(&asked));
        imp.offer_draw
            .set_visible(together || game.withheld_move().is_none());
        self.action_set_enabled("game.claim-on-time", late);
        self.action_set_enabled("game.conditional-moves", plans);
    }

    /// Does what a word asks for that is typed in place of a move.
    pub(super) fn obey(&self, game: &model::Game, command: Command) -> CommandOutcome {
        let turn = || game.with_game(chess::Game::turn);
        let study = &self.imp().study;
        let action = match command {
            Command::Hint => {
                let may = self.offers_hint(game) && game.may_ask_for_tip();
                if may {
                    game.ask_for_tip();
                }
                return obeyed(game, may || study.hint(), || self.no_hint(game));
            }
            Command::Evaluation | Command::Best => {
                let told = study.evaluate(command == Command::Best);
                return obeyed(game, told, || self.not_studied(game));
            }
            Command::Why => {
                return obeyed(game, study.ask_why(), || {
                    match study.studied_game().is_some() && study.chosen(preferences::ANALYSIS) {
                        true => words::not_by_the_computer(),
                        false => self.not_studied(game),
                    }
                });
            }
            Command::Takeback(count) => Action::ProposeTakeback(match count.map(str::parse) {
                Some(Ok(plies)) if plies != 1 => plies,
                Some(Err(_)) => {
                    return obeyed(game, false, || refusal(game, &Refusal::Unreadable));
                }
                // Where an offer waits, that is what stands in the way.
                _ => game.own_last_plies().unwrap_or(1),
            }),
            Command::Review => {
                if study.studied_game().is_none() {
                    return CommandOutcome::Unavailable;
                }
                self.go(match study.reviewing() {
                    true => "game.end-review",
                    false => "game.review",
                });
                return CommandOutcome::Done;
            }
            Command::Next | Command::Previous => {
                let on = command == Command::Next;
                if !study.step_review(on) {
                    self.go(if on { "game.forward" } else { "game.back" });
                }
                return CommandOutcome::Done;
            }
            Command::Quit => {
                self.activate_action("win.back", None).ok();
                return CommandOutcome::Done;
            }
            Command::Resign(Some(loser)) if game.own_side() == Some(!loser) => {
                return obeyed(game, false, words::not_for_the_opponent);
            }
            Command::Draw => Action::OfferDraw,
            Command::Accept => Action::Accept,
            Command::Decline => Action::Decline,
            Command::Resign(loser) => {
                Action::Resign(loser.or(game.own_side()).unwrap_or_else(turn))
            }
            Command::Claim(None) if CorrespondenceGame::of(game).time_claim().is_some() => {
                let game = game.clone();
                glib::spawn_future_local(async move {
                    CorrespondenceGame::of(&game).claim_on_time().await;
                });
                return CommandOutcome::Done;
            }
            Command::Claim(None) => Action::Claim(None),
            Command::Claim(Some(with)) => claim_with(game, with),
            Command::Pause => Action::Pause,
            Command::Continue => Action::Resume,
            Command::Ask(_) | Command::Board | Command::Fen | Command::Help => {
                return CommandOutcome::Unavailable;
            }
        };
        match game.act(action) {
            Ok(()) => CommandOutcome::Done,
            Err(_) => CommandOutcome::Refused,
        }
    }
}

/// What is shown of the games before, when a game is over.
impl GamePage {
    /// Shows how the players stand on this evening, and proposes another level to one who plays the computer.
    pub(super) fn show_score(&self) {
        let imp = self.imp();
        let (Some(game), Some(games)) = (self.game(), imp.games.get()) else {
            return;
        };
        // Below the board, what is shown takes room from that. The points of one game stand beside its players.
        let below = imp.table.panel_below();
        let evening = games.evening_score(&game);
        let evening = evening.filter(|results| !below || results.games() > 1);
        imp.score.set_visible(evening.is_some());
        if let Some(results) = evening {
            let [white, black] = [Color::White, Color::Black].map(|side| game.player(side));
            imp.score
                .set_label(&words::score_of(&white, &black, results));
        }
        let room = game.has_ended_here() && !below;
        let better = room.then(|| games.better_level(&game)).flatten();
        imp.better_level.set_visible(better.is_some());
        if let Some(BetterLevel { played, better }) = better {
            let why = words::last_games_at(played, better > played);
            imp.last_games.set_label(&why);
            imp.play_level.set_label(&words::play_level(better));
            let opponent = words::opponent_at_level(better);
            imp.play_level.set_tooltip_text(Some(&opponent));
            imp.play_level
                .update_property(&[gtk::accessible::Property::Description(&why)]);
        }
    }

    /// Begins the next game of these players, with the computer at its level or at another one.
    fn play_again(&self, level: Option<Level>) {
        let wanted = self.imp().rematch_wanted.borrow();
        let (Some(game), Some(wanted)) = (self.game(), &*wanted) else {
            return;
        };
        let start = game.with_game(|rules| rules.start().clone());
        let mut header = game.header().clone().rematch(&start);
        if let Some((level, person)) = level.zip(header.person()) {
            header = header.with_computer(!person, Computer::Level(level));
        }
        let started = Some(now());
        wanted(Header { started, ..header }, start);
    }

    /// Plays the level that is proposed, now and from the first page.
    fn play_better_level(&self) {
        let imp = self.imp();
        let games = imp.games.get().zip(self.game());
        let better = games.and_then(|(games, game)| games.better_level(&game));
        if let Some((BetterLevel { better, .. }, settings)) = better.zip(imp.settings.get()) {
            settings.set(remembered::COMPUTER_LEVEL, &better.number().into());
            self.play_again(Some(better));
        }
    }
}

/// What came of a command that is not for the Laws to judge. Where it was not carried out, the game says why.
fn obeyed(game: &model::Game, done: bool, why_not: impl FnOnce() -> String) -> CommandOutcome {
    if done {
        return CommandOutcome::Done;
    }
    game.object(why_not());
    CommandOutcome::Refused
}

/// Why something is not done in a game; where that is only looked at, why it is.
fn refusal(game: &model::Game, why: &Refusal) -> String {
    match game.read_only() {
        true => game.trouble(),
        false => game.with_game(|rules| words::refusal(why, rules.position().board())),
    }
}

/// Why nothing can be done now, where that is possible otherwise.
impl GamePage {
    /// Why there is nothing to be had of what is there to study a game that is over.
    fn not_studied(&self, game: &model::Game) -> String {
        match game.is_closed() {
            true if self.imp().study.reviewing() => words::review_goes_on(),
            true => refusal(game, &Refusal::NotAgreed),
            false => words::once_over(),
        }
    }

    /// Leads somewhere else in the game. Where the way ends, those hear so who do not see it.
    pub(super) fn go(&self, way: &'static str) {
        if !do_action(self, way) {
            self.tell_why_not(way);
        }
    }

    /// Says why an action cannot be done whose key was pressed: by the word for the same, where there is one. Returns
    /// whether that was for this page to say.
    pub(super) fn tell_why_not(&self, action: &'static str) -> bool {
        let Some(game) = self.shown_game() else {
            return false;
        };
        let study = &self.imp().study;
        let (over, studied) = (game.is_closed(), game.can_be_studied());
        let why = match action {
            "game.first" | "game.back" | "game.forward" | "game.last" => {
                let later = matches!(action, "game.forward" | "game.last");
                question::hear(self, &words::no_move_that_way(later));
                return true;
            }
            "game.previous-line" | "game.next-line" => words::has_variation(false),
            "game.read-position" | "game.copy-position" => words::paused(),
            "game.panel" => words::panel_stays(),
            "game.rematch" if over => words::no_rematch(),
            "game.glyphs" if studied => {
                game.object(game.with_game(|rules| words::looking_back(rules, 0)));
                return true;
            }
            "game.take-back" if studied && !game.with_study(|study, _| study.can_undo()) => {
                words::nothing_to_undo()
            }
            "game.take-back" | "game.redo-edit" if studied => {
                study.annotate(match action {
                    "game.take-back" => StudyAction::Undo,
                    _ => StudyAction::Redo,
                });
                return true;
            }
            "game.promote" | "game.delete-line" if studied => {
                let node = game.viewer().node();
                study.annotate(match action {
                    "game.promote" => StudyAction::Promote(node),
                    _ => StudyAction::Delete(node),
                });
                return true;
            }
            "game.comment-before" if studied => {
                let position = game.viewer().position();
                words::study_refusal(StudyRefusal::NotFirst, position.board())
            }
            "game.analysis" | "game.resign" if study.reviewing() => words::review_goes_on(),
            _ => match command_like(action, studied) {
                Some(command) => {
                    self.obey(&game, command);
                    return true;
                }
                None => self.not_studied(&game),
            },
        };
        game.object(why);
        true
    }

    /// Why the player to move gets no hint.
    fn no_hint(&self, game: &model::Game) -> String {
        if game.is_closed() {
            refusal(game, &Refusal::GameOver)
        } else if !self.offers_hint(game) {
            refusal(game, &Refusal::NotAgreed)
        } else if let Some(why) = game.withheld_move() {
            refusal(game, &why)
        } else if game.is_paused() {
            words::paused()
        } else if !game.viewer().is_live() {
            words::hints_are_for_the_game()
        } else {
            refusal(game, &Refusal::NotAgreed)
        }
    }
}

/// The word by which the same is asked for as by an action, where there is one.
fn command_like(action: &str, studied: bool) -> Option<Command<'static>> {
    Some(match action {
        "game.take-back" => Command::Takeback(None),
        "game.offer-draw" => Command::Draw,
        "game.accept" if studied => Command::Why,
        "game.accept" => Command::Accept,
        "game.decline" => Command::Decline,
        "game.resign" if !studied => Command::Resign(None),
        "game.pause" => Command::Pause,
        "game.tip" => Command::Hint,
        "game.read-evaluation" => Command::Evaluation,
        _ => return None,
    })
}

/// The claim of a draw with a move that is written.
fn claim_with(game: &model::Game, written: &str) -> Action {
    let text = game.with_game(|rules| words::typed_move(rules, written));
    match game.with_game(|rules| rules.read_move(&text)) {
        Ok(mv) => Action::Claim(Some(mv)),
        // The game says the reason, as for any move that is written.
        Err(_) => Action::Write(text),
    }
}

/// The computers of a game.
#[derive(Default)]
pub struct Partnership {
    partner: RefCell<Option<Rc<Partner>>>,
    /// What is wrong with an engine; empty where nothing is.
    trouble: RefCell<String>,
    /// Tells when the window that lies before the board is gone.
    in_the_way: model::Following,
}

impl Partnership {
    /// Lets the computers of a game play while they are `attended`. They tell what is wrong with their engines.
    pub fn seat(
        &self,
        game: &model::Game,
        attended: impl Fn() -> bool + 'static,
        tell: impl Fn(&str) + 'static,
    ) {
        self.partner
            .replace(Partner::of(game, attended, tell).map(Rc::new));
    }

    /// Ends the play of the computers.
    pub fn dismiss(&self) {
        self.partner.take();
        self.trouble.take();
    }

    /// Takes note of what is wrong with an engine; empty where nothing is any more.
    pub fn set_trouble(&self, what: &str) {
        self.trouble.replace(what.to_owned());
    }

    /// What is wrong with an engine; empty where nothing is.
    pub fn trouble(&self) -> String {
        self.trouble.borrow().clone()
    }

    /// Whether the players have the page before them. Where something else is in the way, `then` is called when that
    /// is gone.
    pub fn is_attended<P: IsA<gtk::Widget>>(&self, page: &P, then: fn(&P)) -> bool {
        if !page.is_mapped() {
            return false;
        }
        let other = in_the_way(page);
        let acts = [("unmap", then), ("notify::is-active", then)];
        self.in_the_way.follow(page, other.as_ref(), &acts);
        other.is_none()
    }

    /// Lets the computer go on, if it can.
    pub fn look(&self) {
        let partner = self.partner.borrow().clone();
        if let Some(partner) = partner {
            partner.look();
        }
    }
}

/// What the players read instead of the board: an open menu, a question, or another window of the same
/// kind where that has the keyboard.
fn in_the_way(page: &impl IsA<gtk::Widget>) -> Option<gtk::Widget> {
    let window = page.root().and_downcast::<gtk::Window>()?;
    let focus = GtkWindowExt::focus(&window);
    let menu = focus.and_then(|focus| focus.ancestor(gtk::Popover::static_type()));
    if let Some(menu) = menu.filter(WidgetExt::is_mapped) {
        return Some(menu);
    }
    gtk::Window::list_toplevels().into_iter().find(|other| {
        let other = other.downcast_ref::<gtk::Window>();
        other.is_some_and(|other| {
            let reads = other.is_modal() || other.is_active();
            other.transient_for().as_ref() == Some(&window) && other.is_mapped() && reads
        })
    })
}
