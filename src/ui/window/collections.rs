//! The collections that a window knows: those that are remembered, and the page of the one that was opened last.

use std::cell::RefCell;
use std::path::Path;

use gtk::prelude::*;
use rank_and_file_core::library::{Query, Sort};

use crate::model::{Collection, Settings, remembered};
use crate::ui::library::SavedGamesPage;

/// So many collections are remembered.
const MOST_REMEMBERED: usize = 8;

/// What is looked for in a collection at first: all, as it lies there.
pub(super) fn first_query() -> Query {
    Query {
        sort: Sort::Unsorted,
        ..Query::default()
    }
}

/// Remembers collections, and has the page of the one that was opened last.
pub(super) struct Collections {
    settings: Settings,
    /// The pages of the window.
    pages: gtk::Stack,
    page: RefCell<Option<SavedGamesPage>>,
}

impl Collections {
    /// Those that are remembered in the settings, for a window with these pages.
    pub fn new(settings: &Settings, pages: &gtk::Stack) -> Self {
        Self {
            settings: settings.clone(),
            pages: pages.clone(),
            page: RefCell::default(),
        }
    }

    /// Makes the page of a collection, in the place of that of another one, and remembers it as opened last.
    pub fn take(&self, collection: &Collection) {
        let page = SavedGamesPage::of_collection(&self.settings, collection);
        page.show_collections(&self.remember(collection.path()));
        self.replace_page(Some(page));
    }

    /// The page of a collection, if it was the last one to be opened.
    pub fn page_of(&self, path: &Path) -> Option<SavedGamesPage> {
        let page = self.page.borrow().clone()?;
        let same = page.collection().is_some_and(|open| open.path() == path);
        same.then_some(page)
    }

    /// Lets go of the page of the last collection.
    pub fn drop_page(&self) {
        self.replace_page(None);
    }

    fn replace_page(&self, other: Option<SavedGamesPage>) {
        let old = self.page.replace(other);
        if let Some(old) = old.filter(|old| old.parent().is_some()) {
            self.pages.remove(&old);
        }
    }

    /// Remembers a collection as the one that was opened last, and gives all that are remembered.
    fn remember(&self, path: &Path) -> Vec<String> {
        let mut paths = self.forget(path);
        paths.insert(0, path.to_string_lossy().into_owned());
        paths.truncate(MOST_REMEMBERED);
        self.settings.set(remembered::COLLECTIONS, &paths);
        paths
    }

    /// Remembers a collection no more, and gives those that still are.
    pub fn forget(&self, path: &Path) -> Vec<String> {
        let mut paths = self.settings.get(remembered::COLLECTIONS);
        paths.retain(|other| Path::new(other) != path);
        self.settings.set(remembered::COLLECTIONS, &paths);
        paths
    }
}
