//! The words of the lessons.

use std::collections::BTreeSet;

use rank_and_file::words;
use rank_and_file_core::training::lessons::Lesson;

#[test]
fn every_lesson_has_its_words() {
    let mut titles = BTreeSet::new();
    for (chapter, lesson) in Lesson::all() {
        assert!(!words::chapter(chapter).is_empty());
        let title = words::lesson_title(lesson);
        assert!(
            titles.insert((words::chapter(chapter), title.clone())),
            "{title} twice"
        );
        let text = words::lesson_text(lesson);
        assert_eq!(text.is_empty(), lesson == Lesson::Keys, "{lesson:?}");
        assert_eq!(
            words::lesson_task(lesson).is_some(),
            lesson.exercise().is_some(),
            "{lesson:?}: what to do on the board, where there is one"
        );
    }
}
