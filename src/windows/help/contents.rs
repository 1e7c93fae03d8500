//! The table of contents of the help: its lessons under the headings of their chapters.

use std::cell::RefCell;
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use rank_and_file_core::lessons::{Chapter, Lesson};

use crate::words;

type Chosen = Rc<dyn Fn(Chapter, Lesson, bool)>;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Contents {
        pub list: gtk::ListBox,
        pub lessons: RefCell<Vec<(Chapter, Lesson)>>,
        pub chosen: RefCell<Option<Chosen>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Contents {
        const NAME: &'static str = "RfHelpContents";
        type Type = super::Contents;
        type ParentType = adw::Bin;
    }

    impl ObjectImpl for Contents {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }
    }

    impl WidgetImpl for Contents {
        /// The lessons are walked with arrows; Tab enters and leaves the list as a whole.
        fn focus(&self, direction: gtk::DirectionType) -> bool {
            let tab = matches!(
                direction,
                gtk::DirectionType::TabForward | gtk::DirectionType::TabBackward
            );
            if !tab {
                return self.parent_focus(direction);
            }
            self.obj().focus_child().is_none() && self.obj().focus_chosen()
        }
    }
    impl BinImpl for Contents {}
}

glib::wrapper! {
    /// The list of all lessons.
    pub struct Contents(ObjectSubclass<imp::Contents>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Contents {
    fn set_up(&self) {
        let imp = self.imp();
        let list = &imp.list;
        list.set_selection_mode(gtk::SelectionMode::Browse);
        list.add_css_class("navigation-sidebar");
        let name = gettext("Contents");
        list.update_property(&[gtk::accessible::Property::Label(&name)]);
        let lessons: Vec<_> = Lesson::all().collect();
        for (_, lesson) in &lessons {
            list.append(&row(*lesson));
        }
        let chapters: Vec<Chapter> = lessons.iter().map(|(chapter, _)| *chapter).collect();
        list.set_header_func(move |row, _| {
            let at = usize::try_from(row.index()).unwrap_or_default();
            let begins = at == 0 || chapters.get(at) != chapters.get(at - 1);
            if !begins {
                row.set_header(gtk::Widget::NONE);
            } else if let Some(chapter) = chapters.get(at).filter(|_| row.header().is_none()) {
                row.set_header(Some(&heading(*chapter)));
            }
        });
        imp.lessons.replace(lessons);
        list.connect_row_selected(glib::clone!(
            #[weak(rename_to = contents)]
            self,
            move |_, row| {
                if let Some(row) = row {
                    contents.scroll_to(row);
                }
                contents.tell(row, false);
            }
        ));
        list.connect_row_activated(glib::clone!(
            #[weak(rename_to = contents)]
            self,
            move |_, row| contents.tell(Some(row), true)
        ));
        self.set_child(Some(list));
    }

    /// Calls back with the lesson that is chosen, its chapter, and whether it is entered and not only passed by.
    pub fn connect_chosen(&self, chosen: impl Fn(Chapter, Lesson, bool) + 'static) {
        self.imp().chosen.replace(Some(Rc::new(chosen)));
    }

    /// The lesson that is chosen.
    pub fn lesson(&self) -> Option<Lesson> {
        let row = self.imp().list.selected_row();
        self.lesson_of(row.as_ref()).map(|(_, lesson)| lesson)
    }

    fn lesson_of(&self, row: Option<&gtk::ListBoxRow>) -> Option<(Chapter, Lesson)> {
        let index = usize::try_from(row?.index()).ok()?;
        self.imp().lessons.borrow().get(index).copied()
    }

    fn tell(&self, row: Option<&gtk::ListBoxRow>, entered: bool) {
        let lesson = self.lesson_of(row);
        let chosen = self.imp().chosen.borrow().clone();
        if let (Some((chapter, lesson)), Some(chosen)) = (lesson, chosen) {
            chosen(chapter, lesson, entered);
        }
    }

    /// How many lessons there are.
    pub fn len(&self) -> i32 {
        i32::try_from(self.imp().lessons.borrow().len()).unwrap_or(i32::MAX)
    }

    /// The place of the lesson that is chosen, from 0.
    pub fn chosen(&self) -> i32 {
        self.imp().list.selected_row().map_or(0, |row| row.index())
    }

    /// Chooses the lesson at a place.
    pub fn choose(&self, place: i32) {
        let list = &self.imp().list;
        list.select_row(list.row_at_index(place).as_ref());
    }

    /// Brings a lesson into view, the first of a chapter with the heading.
    fn scroll_to(&self, row: &gtk::ListBoxRow) {
        let scroller = self.ancestor(gtk::ScrolledWindow::static_type());
        let Some(scroller) = scroller.and_downcast::<gtk::ScrolledWindow>() else {
            return;
        };
        let top = row.header().unwrap_or_else(|| row.clone().upcast());
        let list = &self.imp().list;
        let edge = |widget: &gtk::Widget, y: i32| {
            let place = widget.translate_coordinates(list, 0.0, f64::from(y));
            place.map_or(0.0, |(_, y)| y)
        };
        let bottom = edge(row.upcast_ref(), row.height());
        scroller.vadjustment().clamp_page(edge(&top, 0), bottom);
    }

    /// Gives the keyboard to the lesson that is chosen.
    pub fn focus_chosen(&self) -> bool {
        let row = self.imp().list.selected_row();
        row.is_some_and(|row| row.grab_focus())
    }
}

fn row(lesson: Lesson) -> gtk::ListBoxRow {
    let title = words::lesson_title(lesson);
    let label = gtk::Label::builder()
        .label(&title)
        .xalign(0.0)
        .wrap(true)
        .wrap_mode(gtk::pango::WrapMode::WordChar)
        .margin_top(6)
        .margin_bottom(6)
        .build();
    let row = gtk::ListBoxRow::builder().child(&label).build();
    row.update_property(&[gtk::accessible::Property::Label(&title)]);
    row
}

fn heading(chapter: Chapter) -> gtk::Label {
    gtk::Label::builder()
        .accessible_role(gtk::AccessibleRole::Heading)
        .label(words::chapter(chapter))
        .css_classes(["heading", "chapter"])
        .xalign(0.0)
        .wrap(true)
        .build()
}
