//! The page where a game that is over is studied: the computer's analysis, annotations, comments, the course of
//! the game and its review.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gdk;
use rank_and_file_core::rules::{Ply, Position};
use rank_and_file_core::study::{Glyph, NodeId, Study, StudyAction, StudyEvent};

use super::{GamePage, imp};
use crate::model::{self, Analysis, Course, Insight, Settings, Way, preferences, remembered};
use crate::widgets::set_style_class;
use crate::windows::keys::is_lost;
use crate::windows::question::{self, ask};
use crate::words;

impl imp::GamePage {
    pub(super) fn set_analysis_shown(&self, shown: bool) {
        if self.analysis_shown.replace(shown) == shown {
            return;
        }
        if let Some(settings) = self.settings.get() {
            settings.set(remembered::ANALYSIS_SHOWN, &shown);
        }
        let page = self.obj();
        if let Some(game) = page.game() {
            if !shown && game.ahead().is_some() {
                game.walk(Way::Return);
            }
            page.refresh();
            page.keep_focus();
        }
        page.notify_analysis_shown();
    }
}

impl GamePage {
    pub(super) fn set_up_analysis(&self, settings: &Settings) {
        let imp = self.imp();
        let thoughts = Analysis::new(settings);
        imp.analysis.set_analysis(&thoughts);
        imp.evaluation.set_analysis(&thoughts);
        thoughts.connect_hurries_notify(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_| page.take_turns()
        ));
        imp.thoughts.set(thoughts).ok();
        imp.analysis.connect_add(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |action| {
                page.annotate(action);
            }
        ));
        settings.bind(remembered::ANALYSIS_SHOWN, self, "analysis-shown");
        settings.connect_changed(
            &preferences::ANALYSIS,
            glib::clone!(
                #[weak(rename_to = page)]
                self,
                move |_| page.refresh()
            ),
        );
        // A window that is put aside goes on being mapped.
        let following =
            model::following::<gdk::Surface, Self>(self, &[("notify::state", Self::see)]);
        self.connect_realize(move |page| {
            let surface = page.native().and_then(|native| native.surface());
            following.set_target(surface.as_ref());
        });
    }

    /// Shows what the computer thinks where that is wanted, and no help where somebody plays.
    pub(super) fn show_analysis(&self, game: &model::Game) {
        let imp = self.imp();
        // Whoever looks for something better is not told it.
        let open = game.is_reviewable() && !self.is_reviewing();
        let offered = open && self.chosen(preferences::ANALYSIS);
        let shown = offered && self.analysis_shown();
        self.action_set_enabled("game.analysis", offered);
        self.action_set_enabled("game.read-evaluation", shown);
        imp.analysis_toggle.set_visible(offered);
        imp.analysis.set_visible(shown);
        imp.evaluation.set_visible(shown);
        self.see();
    }

    /// Whether somebody analyzes the game rather than having just played it: what is offered at its end leaves
    /// its room to the lines.
    pub(super) fn analyzes(&self, game: &model::Game) -> bool {
        let plays = game.is_live() && game.has_ended_here();
        self.imp().analysis.get_visible() && !plays
    }

    /// Lets the computer think as long as somebody sees what it thinks.
    pub(super) fn see(&self) {
        let imp = self.imp();
        let surface = self.native().and_then(|native| native.surface());
        let toplevel = surface.and_downcast::<gdk::Toplevel>();
        let aside = toplevel
            .is_some_and(|toplevel| toplevel.state().contains(gdk::ToplevelState::MINIMIZED));
        let seen = self.is_mapped() && !aside && imp.evaluation.get_visible();
        if let Some(thoughts) = imp.thoughts.get() {
            thoughts.set_seen(seen);
        }
    }

    /// Says who stands better, and what is best.
    pub(super) fn read_evaluation(&self) {
        let insight = self.imp().thoughts.get().map(Analysis::insight);
        let said = match insight.unwrap_or_default() {
            Insight::Found(found) => found.score().map(|score| {
                let best = found.found.best();
                let best = best.map(|best| Ply::play(&found.position, best));
                words::evaluation_said(score, best.as_ref())
            }),
            Insight::End(end) => Some(words::sentence(&words::reason_of(end))),
            Insight::Saving => Some(words::saves_power()),
            Insight::Failed(why) => Some(why),
            Insight::None | Insight::Awaited => None,
        };
        if let Some(game) = self.game() {
            game.say(said.unwrap_or_else(words::no_evaluation));
        }
    }
}

/// Seconds in which a slow reader, or a listener, can call back what was deleted or not saved.
const LONG_ENOUGH: u32 = 10;

/// Installs the actions that add something to a game.
pub(super) fn install_actions(class: &mut <imp::GamePage as ObjectSubclass>::Class) {
    class.install_action_async("game.comment", None, |page, _, _| async move {
        page.comment(false).await;
    });
    class.install_action_async("game.comment-before", None, |page, _, _| async move {
        page.comment(true).await;
    });
    class.install_action("game.glyphs", None, |page, _, _| page.show_glyphs());
    class.install_property_action("game.move-glyph", "move-glyph");
    class.install_property_action("game.position-glyph", "position-glyph");
    class.install_action("game.promote", None, |page, _, _| page.promote());
    class.install_action("game.delete-line", None, |page, _, _| page.delete_line());
    class.install_action("game.copy-line", None, |page, _, _| page.copy_line());
}

impl imp::GamePage {
    pub(super) fn move_glyph(&self) -> String {
        self.glyph_of(&Glyph::OF_MOVES)
    }

    pub(super) fn position_glyph(&self) -> String {
        self.glyph_of(&Glyph::OF_POSITIONS)
    }

    /// The number of the glyph of a kind that the node has; empty where it has none.
    fn glyph_of(&self, kind: &[Glyph]) -> String {
        let game = self.game.borrow();
        let there = game.as_ref().and_then(|game| {
            let node = game.node();
            game.with_study(|study, _| {
                let glyphs = &study.notes(node).glyphs;
                glyphs.iter().find(|glyph| kind.contains(glyph)).copied()
            })
        });
        there.map(|glyph| glyph.0.to_string()).unwrap_or_default()
    }

    /// Judges the move, or the position, or no longer so.
    pub(super) fn toggle_glyph(&self, number: String) {
        if let Ok(number) = number.parse() {
            self.obj().toggle_glyph(Glyph(number));
        }
    }
}

/// The name of the move that leads to a node.
pub(super) fn name_of(game: &model::Game, node: NodeId) -> Option<String> {
    game.with_study(|study, rules| words::move_at(study, rules, node))
}

impl GamePage {
    /// The game that is shown, where something can be added to it.
    pub(super) fn reviewed(&self) -> Option<model::Game> {
        self.shown_game().filter(model::Game::is_reviewable)
    }

    /// Shows what can be added at the node that is shown.
    pub(super) fn show_annotating(&self) {
        let Some(game) = self.game() else { return };
        let open = game.is_reviewable();
        let node = game.node();
        let (first, promotes) = game.with_study(|study, rules| {
            let first = match node {
                NodeId::Side(side) => study.begins_line(rules, side),
                NodeId::Main(_) => false,
            };
            (first, study.can_promote(rules, node))
        });
        let aside = matches!(node, NodeId::Side(_));
        let moved = node != NodeId::Main(0);
        for (action, possible) in [
            ("game.comment", open),
            ("game.comment-before", open && first),
            ("game.glyphs", open && moved),
            ("game.move-glyph", open && moved),
            ("game.position-glyph", open && moved),
            ("game.promote", open && promotes),
            ("game.delete-line", open && aside),
            ("game.copy-line", moved),
        ] {
            self.action_set_enabled(action, possible);
        }
        self.imp().annotate.set_visible(open);
        self.notify_move_glyph();
        self.notify_position_glyph();
    }

    /// Leaves out what is offered at the end of a game while somebody reads what is said of its moves,
    /// which take all the room. The board keeps its size. Says whether that is so.
    pub(super) fn makes_room(&self, game: &model::Game) -> bool {
        let imp = self.imp();
        let reads = !game.is_live() && game.with_study(|study, _| !study.is_empty());
        if !reads {
            imp.moves.set_height_request(-1);
        } else if imp.result.is_visible() {
            let least = |widget: &gtk::Widget| {
                widget
                    .measure(gtk::Orientation::Vertical, imp.panel.width().max(1))
                    .0
            };
            let height = least(imp.result.upcast_ref()) + imp.panel.spacing();
            imp.moves
                .set_height_request(height + least(imp.moves.upcast_ref()));
        }
        reads
    }

    /// Adds something to the game. What cannot be is said.
    pub(super) fn annotate(&self, action: StudyAction) -> Option<StudyEvent> {
        let game = self.reviewed()?;
        if let Some(undo) = self.imp().undo.take() {
            // It would undo what is done now.
            undo.dismiss();
        }
        let list = &*self.imp().move_list;
        let focus = self.root().and_then(|root| root.focus());
        let in_list = focus.is_some_and(|focus| focus.is_ancestor(list));
        match game.annotate(action) {
            Ok(event) => {
                if in_list {
                    self.stay_in_list();
                }
                Some(event)
            }
            Err(why) => {
                let position = game.viewed_position();
                game.say(words::study_refusal(why, position.board()));
                None
            }
        }
    }

    /// The row that had the keyboard may have been made anew.
    fn stay_in_list(&self) {
        let page = self.downgrade();
        glib::idle_add_local_once(move || {
            if let Some(page) = page.upgrade().filter(is_lost) {
                if !page.imp().move_list.focus_marked() {
                    page.imp().board.refocus();
                }
            }
        });
    }

    fn show_glyphs(&self) {
        if self.reviewed().is_some() {
            self.imp().move_list.show_glyphs();
        }
    }

    fn toggle_glyph(&self, glyph: Glyph) {
        let Some(game) = self.reviewed() else { return };
        let node = game.node();
        if self
            .annotate(StudyAction::ToggleGlyph(node, glyph))
            .is_none()
        {
            return;
        }
        let glyphs = game.with_study(|study, _| study.notes(node).glyphs.clone());
        let name = name_of(&game, node).unwrap_or_default();
        game.say(words::judged(&name, &glyphs));
    }

    fn promote(&self) {
        let Some(game) = self.reviewed() else { return };
        let node = game.node();
        if self.annotate(StudyAction::Promote(node)).is_some() {
            let name = name_of(&game, node).unwrap_or_default();
            game.say(words::promoted(&name));
        }
    }

    /// Deletes the move that is shown and what follows it in its side line, which can be undone.
    fn delete_line(&self) {
        let Some(game) = self.reviewed() else { return };
        let node = game.node();
        let name = name_of(&game, node).unwrap_or_default();
        if self.annotate(StudyAction::Delete(node)).is_none() {
            return;
        }
        let said = words::deleted(&name);
        let toast = question::toast(&said, LONG_ENOUGH);
        toast.set_button_label(Some(&gettext("Undo")));
        toast.connect_button_clicked(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_| {
                if let Some(game) = page.reviewed() {
                    page.imp().undo.take();
                    if page.annotate(StudyAction::Undo).is_some() {
                        game.say(gettext("The side line is there again."));
                    }
                }
            }
        ));
        question::show(self, &toast);
        self.imp().undo.replace(Some(toast));
        game.say(said);
    }

    fn copy_line(&self) {
        let Some(game) = self.shown_game() else {
            return;
        };
        let node = game.node();
        let line = game.with_study(|study, rules| words::line_to(study, rules, node));
        self.clipboard().set_text(&line);
        question::say(self, &gettext("Line copied"));
    }
}

/// In windows of at least the first width a comment has the second one.
const WIDE: (i32, i32) = (560, 420);

/// A comment that is being written.
#[derive(Clone)]
struct Draft {
    game: model::Game,
    node: NodeId,
    /// Whether it stands before the move.
    before: bool,
    text: String,
}

impl Draft {
    /// What is there now.
    fn kept(&self) -> String {
        self.game.with_study(|study, _| {
            let notes = study.notes(self.node);
            let comment = if self.before {
                &notes.before
            } else {
                &notes.comment
            };
            comment.clone()
        })
    }
}

impl GamePage {
    /// Has the reader write a comment on the move whose position is shown, or before it.
    pub(super) async fn comment(&self, before: bool) {
        let Some(game) = self.reviewed() else { return };
        let node = game.node();
        let mut draft = Draft {
            game,
            node,
            before,
            text: String::new(),
        };
        draft.text = draft.kept();
        self.write(draft).await;
    }

    async fn write(&self, mut draft: Draft) {
        let name = name_of(&draft.game, draft.node);
        let heading = words::comment_heading(name.as_deref(), draft.before);
        let window = self.root().and_downcast::<gtk::Window>();
        let dialog = adw::MessageDialog::new(window.as_ref(), Some(&heading), None);
        let (text, editor) = editor(&draft.text);
        let wide = window.is_some_and(|window| window.width() >= WIDE.0);
        editor.set_width_request(if wide { WIDE.1 } else { -1 });
        dialog.set_extra_child(Some(&editor));
        dialog.add_responses(&[("cancel", &gettext("_Cancel")), ("save", &gettext("_Save"))]);
        dialog.set_response_appearance("save", adw::ResponseAppearance::Suggested);
        dialog.set_close_response("cancel");
        save_by_key(&text, &dialog);
        text.grab_focus();
        let answer = ask(&dialog).await;
        let buffer = text.buffer();
        draft.text = buffer
            .text(&buffer.start_iter(), &buffer.end_iter(), false)
            .into();
        if answer == "save" {
            self.keep_comment(&draft);
        } else if draft.text.trim() != draft.kept() {
            self.offer_again(draft);
        }
    }

    fn keep_comment(&self, draft: &Draft) {
        if self.game().as_ref() != Some(&draft.game) {
            return;
        }
        let (node, text) = (draft.node, draft.text.clone());
        let action = match draft.before {
            true => StudyAction::SetCommentBefore(node, text),
            false => StudyAction::SetComment(node, text),
        };
        if self.annotate(action).is_some() {
            draft.game.say(match draft.kept().is_empty() {
                true => gettext("No comment."),
                false => gettext("Comment kept."),
            });
        }
    }

    /// Nothing that somebody has written is lost without a word.
    fn offer_again(&self, draft: Draft) {
        let toast = question::toast(&gettext("The comment was not saved"), LONG_ENOUGH);
        toast.set_button_label(Some(&gettext("Edit Again")));
        toast.connect_button_clicked(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_| {
                let draft = draft.clone();
                if page.game().as_ref() == Some(&draft.game) {
                    glib::spawn_future_local(async move { page.write(draft).await });
                }
            }
        ));
        question::show(self, &toast);
    }
}

/// A field for several lines.
fn editor(words: &str) -> (gtk::TextView, gtk::ScrolledWindow) {
    let text = gtk::TextView::builder()
        .wrap_mode(gtk::WrapMode::WordChar)
        .accepts_tab(false)
        .top_margin(9)
        .bottom_margin(9)
        .left_margin(9)
        .right_margin(9)
        .build();
    text.buffer().set_text(words);
    text.update_property(&[gtk::accessible::Property::Label(&gettext("Comment"))]);
    let scroller = gtk::ScrolledWindow::builder()
        .hscrollbar_policy(gtk::PolicyType::Never)
        .min_content_height(96)
        .max_content_height(240)
        .propagate_natural_height(true)
        .child(&text)
        .css_classes(["card", "comment-editor"])
        .build();
    (text, scroller)
}

/// Return makes lines; with Ctrl it saves.
fn save_by_key(text: &gtk::TextView, dialog: &adw::MessageDialog) {
    let keys = gtk::ShortcutController::new();
    for key in ["<Control>Return", "<Control>KP_Enter"] {
        let action = gtk::CallbackAction::new(glib::clone!(
            #[weak]
            dialog,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |_, _| {
                dialog.response("save");
                dialog.close();
                glib::Propagation::Stop
            }
        ));
        let trigger = gtk::ShortcutTrigger::parse_string(key);
        keys.add_shortcut(gtk::Shortcut::new(trigger, Some(action)));
    }
    text.add_controller(keys);
}

// The course of a game that is reviewed, above its moves: the curve, and how accurately both have played.

impl GamePage {
    pub(super) fn set_up_course(&self, settings: &Settings) {
        let imp = self.imp();
        let course = Course::new(settings);
        imp.curve.set_course(Some(&course));
        course
            .bind_property("shown", &*imp.course_box, "visible")
            .sync_create()
            .build();
        course.connect_local(
            "changed",
            false,
            glib::clone!(
                #[weak(rename_to = page)]
                self,
                #[upgrade_or]
                None,
                move |_| {
                    page.show_accuracy();
                    page.take_turns();
                    None
                }
            ),
        );
        imp.course.set(course).ok();
    }

    /// Only one of them thinks at a time: where a reader has come to stand, then the course of the game.
    pub(super) fn take_turns(&self) {
        let imp = self.imp();
        if let (Some(thoughts), Some(course)) = (imp.thoughts.get(), imp.course.get()) {
            course.set_waits(thoughts.hurries());
            thoughts.set_waits(course.is_busy());
        }
    }

    fn show_accuracy(&self) {
        let (Some(game), Some(course)) = (self.game(), self.imp().course.get()) else {
            return;
        };
        let said = course.with(|known| match known.accuracy() {
            Some(accuracy) => words::accuracy(game.header(), accuracy),
            None => words::looking_through(known.part()),
        });
        let known = course.with(|known| known.accuracy().is_some());
        let label = &self.imp().accuracy;
        // The panel of a review has a bar for that.
        label.set_visible(known == Some(true) || !self.is_reviewing());
        label.set_label(&said.unwrap_or_default());
    }
}

/// The actions that lead somewhere else in the tree, with their ways.
const WAYS: [(&str, Way); 7] = [
    ("game.first", Way::First),
    ("game.back", Way::Back),
    ("game.forward", Way::Forward),
    ("game.last", Way::Last),
    ("game.next-line", Way::NextLine),
    ("game.previous-line", Way::PreviousLine),
    ("game.return", Way::Return),
];

/// Installs the actions by which a game is looked through.
pub(super) fn install_review_actions(class: &mut <imp::GamePage as ObjectSubclass>::Class) {
    for (action, way) in WAYS {
        class.install_action(action, None, move |page, _, _| page.walk(way));
    }
    class.install_action("game.look-through", None, |page, _, _| {
        page.walk(Way::First)
    });
    class.install_action("game.undo-edit", None, |page, _, _| {
        page.edit(StudyAction::Undo)
    });
    class.install_action("game.redo-edit", None, |page, _, _| {
        page.edit(StudyAction::Redo)
    });
}

impl GamePage {
    fn walk(&self, way: Way) {
        if let Some(game) = self.game() {
            game.walk(way);
        }
    }

    fn edit(&self, action: StudyAction) {
        if let Some(game) = self.game() {
            // It is offered only where there is something to be undone.
            game.annotate(action).ok();
        }
    }

    /// Lets those actions be done that lead somewhere, or undo something.
    pub(super) fn allow_reviewing(&self, game: &model::Game) {
        for (action, way) in WAYS {
            self.action_set_enabled(action, game.leads_to(way).is_some());
        }
        self.action_set_enabled("game.look-through", game.ply() > 0);
        let can = |look: fn(&Study) -> bool| {
            game.is_reviewable() && game.with_study(|study, _| look(study))
        };
        self.action_set_enabled("game.undo-edit", can(Study::can_undo));
        self.action_set_enabled("game.redo-edit", can(Study::can_redo));
    }

    /// Says that the position is an earlier one than that in which the players are, or one of a side
    /// line, and offers the way back.
    pub(super) fn show_looking_back(&self, game: &model::Game) {
        let imp = self.imp();
        let ahead = game.ahead().is_some();
        let aside = ahead || matches!(game.node(), NodeId::Side(_));
        let back = !game.is_closed() && !game.is_live();
        let tried = game.tried_at();
        let away = tried.is_some_and(|tried| tried != game.node());
        let returns = away || (tried.is_none() && (aside || back));
        imp.return_to_game.set_visible(returns);
        imp.return_to_game.set_label(&if away {
            words::return_to_review()
        } else if ahead {
            words::return_from_analysis()
        } else if aside {
            words::return_from_side_line()
        } else {
            words::return_to_game(game.viewed_ply())
        });
        imp.table.set_pill_hangs(aside);
        set_style_class(&*imp.return_to_game, "side-line", aside);
        set_style_class(&*imp.board, "earlier", back);
        set_style_class(&*imp.board, "side-line", aside);
    }
}
