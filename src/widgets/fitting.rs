//! The first of several ways to show something that the width has room for.

use gtk::prelude::*;
use gtk::subclass::prelude::*;

use super::button_row::laid_out;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Fitting;

    #[glib::object_subclass]
    impl ObjectSubclass for Fitting {
        const NAME: &'static str = "RfFitting";
        type Type = super::Fitting;
        type ParentType = gtk::Widget;
    }

    impl ObjectImpl for Fitting {
        fn dispose(&self) {
            while let Some(child) = self.obj().first_child() {
                child.unparent();
            }
        }
    }

    impl WidgetImpl for Fitting {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            let ways = laid_out(&*self.obj());
            if orientation == gtk::Orientation::Horizontal {
                let least = ways.iter().map(least).min().unwrap_or_default();
                let natural = ways.first().map(|way| way.measure(orientation, -1).1);
                return (least, natural.unwrap_or_default(), -1, -1);
            }
            let way = fitting(&ways, for_size);
            let high = way.map(|way| way.measure(orientation, for_size));
            let (least, natural, _, _) = high.unwrap_or_default();
            (least, natural, -1, -1)
        }

        fn size_allocate(&self, width: i32, height: i32, _: i32) {
            let ways = laid_out(&*self.obj());
            let shown = fitting(&ways, width);
            for way in &ways {
                let hidden = Some(way) != shown;
                if way.is_child_visible() == hidden {
                    way.set_child_visible(!hidden);
                    // It would still be told of.
                    way.update_state(&[gtk::accessible::State::Hidden(hidden)]);
                }
            }
            if let Some(way) = shown {
                way.size_allocate(&gtk::Allocation::new(0, 0, width, height), -1);
            }
        }
    }
}

glib::wrapper! {
    /// Shows the first child that a width has room for, or else the last.
    pub struct Fitting(ObjectSubclass<imp::Fitting>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

/// The first way for which a width is enough; any is where none is given.
fn fitting(ways: &[gtk::Widget], width: i32) -> Option<&gtk::Widget> {
    let mut fitting = ways.iter().filter(|way| width < 0 || least(way) <= width);
    fitting.next().or(ways.last())
}

fn least(way: &gtk::Widget) -> i32 {
    way.measure(gtk::Orientation::Horizontal, -1).0
}
