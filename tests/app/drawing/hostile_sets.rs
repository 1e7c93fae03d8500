//! Sets of pieces that were made so that a program that draws them hangs, fills its memory or crashes; and good sets
//! that look a little like them.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rank_and_file::drawing::{PieceError, PieceSets, SvgError};
use rustix::time::{ClockId, clock_gettime};

/// The work that drawing a set may be, however busy the machine is; attacks took from eight seconds to for ever.
const PATIENCE: Duration = Duration::from_secs(20);

fn svg(inner: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 45 45">{inner}</svg>"#
    )
}

/// How long this thread, which draws, has had a processor.
fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap()
}

/// What becomes of a set whose white queen is this.
fn tried(drawing: &str) -> Result<(), SvgError> {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set");
    fs::create_dir(&set).unwrap();
    let good = Path::new(env!("CARGO_MANIFEST_DIR")).join("resources/pieces/bold");
    for piece in fs::read_dir(good).unwrap() {
        let piece = piece.unwrap();
        fs::copy(piece.path(), set.join(piece.file_name())).unwrap();
    }
    fs::write(set.join("wQ.svg"), drawing).unwrap();
    let begun = worked();
    let read = PieceSets::with_folder(folder.path().to_owned()).read("set");
    assert!(worked() - begun < PATIENCE, "{:.200}", drawing);
    match read {
        Ok(_) => Ok(()),
        Err(PieceError::Refused { piece: 'Q', why }) => Err(why),
        Err(error) => panic!("{error}: {drawing:.200}"),
    }
}

fn has(what: &str) -> SvgError {
    SvgError::Has(what.to_owned())
}

#[test]
fn what_makes_a_renderer_work_without_end_is_not_let_in() {
    let rect = "<rect width='9' height='9'";
    for (inner, why) in [
        // Filters: the first ended the program, the second took all memory.
        (
            format!(
                "<filter id='f'><feConvolveMatrix order='200'/></filter>{rect} filter='url(#f)'/>"
            ),
            has("filter"),
        ),
        (format!("{rect} filter='blur(900px)'/>"), has("filter")),
        (
            format!("{rect} style='fill:red;FILTER: blur(900px)'/>"),
            has("filter"),
        ),
        (
            "<image href='data:image/png;base64,AAAA' width='9' height='9'/>".to_owned(),
            has("image"),
        ),
        (
            "<image xlink:href='file:///dev/zero'/>".to_owned(),
            has("image"),
        ),
        ("<text font-size='9000'>Q</text>".to_owned(), has("text")),
        ("<foreignObject/>".to_owned(), has("foreignObject")),
        (
            "<g id='a'><path d='M0 0H9'/></g><use href='#a'/>".to_owned(),
            has("use"),
        ),
        (
            "<style>@import url(file:///dev/zero);</style>".to_owned(),
            has("style"),
        ),
        ("<pattern id='p'/>".to_owned(), has("pattern")),
        ("<mask id='m'/>".to_owned(), has("mask")),
        ("<marker id='m'/>".to_owned(), has("marker")),
        ("<switch/>".to_owned(), has("switch")),
        ("<script>0</script>".to_owned(), has("script")),
        ("<svg><path d='M0 0H9'/></svg>".to_owned(), has("svg")),
        (
            "<path d='M0 0H45' stroke='red' stroke-dasharray='0.00001'/>".to_owned(),
            has("stroke-dasharray"),
        ),
        (
            format!("{rect} style='mix-blend-mode:multiply'/>"),
            has("mix-blend-mode"),
        ),
        (format!("{rect} style='fil/**/ter:x'/>"), has("style")),
        (
            format!("{rect} style='f\\69lter:blur(9px)'/>"),
            has("style"),
        ),
        (
            format!("<clipPath id='a'>{rect} clip-path='url(#b)'/></clipPath>"),
            has("clip-path"),
        ),
        (
            "<clipPath id='a' style='clip-path:url(#b)'/>".to_owned(),
            has("clip-path"),
        ),
        (
            format!("{rect} fill='url(http://example.org/#a)'/>"),
            SvgError::Elsewhere,
        ),
        (
            format!("{rect} fill='url( \"file:///dev/zero#a\")'/>"),
            SvgError::Elsewhere,
        ),
        (
            "<linearGradient id='a' xlink:href='other.svg#b'/>".to_owned(),
            SvgError::Elsewhere,
        ),
        (
            "<?xml-stylesheet href='data:text/css,*{filter:blur(900px)}'?>".to_owned(),
            SvgError::Elsewhere,
        ),
        (
            "<include xmlns='http://www.w3.org/2001/XInclude' href='data:image/svg+xml,'/>"
                .to_owned(),
            SvgError::Elsewhere,
        ),
        ("<path d='M0 0L1e30 1'/>".to_owned(), SvgError::TooFar),
        ("<path d='M0 0L99999999 1'/>".to_owned(), SvgError::TooFar),
        (
            format!("<g transform='scale(1e9)'>{rect}/></g>"),
            SvgError::TooFar,
        ),
        (
            format!("{rect} style='stroke-width: 9999999999'/>"),
            SvgError::TooFar,
        ),
        (
            "<g>".repeat(33) + &"</g>".repeat(33),
            SvgError::TooManyParts,
        ),
        (
            "<g>".repeat(30_000) + &"</g>".repeat(30_000),
            SvgError::TooManyParts,
        ),
        ("<g opacity='.9'/>".repeat(2_001), SvgError::TooManyParts),
        (
            format!("<path d='M0 0{}'/>", "l9 45 1-45 ".repeat(5_001)),
            SvgError::TooManyParts,
        ),
        ("<!---->".repeat(20_000), SvgError::TooManyParts),
        (" ".repeat(256 << 10), SvgError::TooLarge),
    ] {
        assert_eq!(tried(&svg(&inner)), Err(why), "{inner:.200}");
    }
    let entities = r#"<!DOCTYPE svg [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]>"#;
    assert_eq!(
        tried(&format!("{entities}{}", svg("&b;"))),
        Err(SvgError::Elsewhere)
    );
}

/// With an encoding or a style sheet before the drawing, a renderer would draw something else than what was checked; so
/// it gets only the drawing itself.
#[test]
fn what_stands_before_the_drawing_is_left_out() {
    let drawing = svg("<path d='M0 0H45V45Z'/>");
    for before in [
        "<?xml version='1.0' encoding='UTF-7'?>",
        "<?xml-stylesheet href='file:///dev/zero'?>",
        "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd'>",
        "\u{feff}<!-- by somebody -->",
    ] {
        assert_eq!(tried(&format!("{before}{drawing}")), Ok(()), "{before}");
    }
}

/// As much of everything as is let in is drawn in time.
#[test]
fn the_largest_drawing_is_drawn_in_time() {
    for inner in [
        format!("<path fill-rule='evenodd' d='M0 0{}'/>", "l9 45 1-45 ".repeat(4_990)),
        format!("<path stroke='red' stroke-width='30' stroke-linejoin='round' d='M0 0{}'/>", "l9 45 1-45 ".repeat(4_990)),
        "<g opacity='.9'><path d='M0 0H45V45Z'/></g>".repeat(990),
        "<g opacity='.9'>".repeat(28) + "<path d='M0 0H45V45Z'/>" + &"</g>".repeat(28),
        "<g opacity='.9'>".repeat(28) + &"<path opacity='.5' d='M0 0H45V45Z'/>".repeat(1_900) + &"</g>".repeat(28),
        format!("<clipPath id='a'>{}</clipPath>", "<path d='M0 0H45V45Z'/>".repeat(900))
            + &"<path clip-path='url(#a)' d='M0 0H45V45Z'/>".repeat(900),
        "<linearGradient id='a'><stop offset='0'/><stop offset='1' stop-color='red'/></linearGradient>".to_owned()
            + &"<path fill='url(#a)' d='M0 0H45V45Z'/>".repeat(1_900),
    ] {
        let begun = worked();
        assert_eq!(tried(&svg(&inner)), Ok(()), "{inner:.200}");
        println!("{:?} {inner:.60}", worked() - begun);
    }
}

/// What drawing programs write.
#[test]
fn usual_drawings_are_let_in() {
    for inner in [
        "<g style='fill:none;fill-rule:evenodd;stroke:#000000;stroke-width:1.5;stroke-dasharray:none;stroke-opacity:1'><path d='M 22.5,11.63 L 22.5,6' style='fill:none;stroke-linejoin:miter'/></g>",
        "<title>Queen</title><metadata><rdf xmlns='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></metadata><path d='m12.5-.5.5.5z'/>",
        "<defs><radialGradient id='a' xlink:href='#b'/><linearGradient id='b'><stop offset='0' style='stop-color:#ffffff'/></linearGradient></defs><circle r='2e1' fill='url(#a)' transform='matrix(1,0,0,1,10.5,9) rotate(45)'/>",
        "<clipPath id='c'><rect width='45' height='45'/></clipPath><g clip-path='url(#c)'><ellipse rx='4' ry='5em'/><polygon points='1,1 2,2 3,1'/></g>",
    ] {
        assert_eq!(tried(&svg(inner)), Ok(()), "{inner}");
    }
}
