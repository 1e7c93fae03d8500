//! What an SVG drawing from outside may hold: shapes, their colors and clips, and only so many of them that they are
//! drawn at once. Every other feature of a renderer could be used to make it take minutes and gigabytes.

use roxmltree::{Document, Node, ParsingOptions};

/// No drawing of a piece has more bytes.
pub(super) const MAX_BYTES: usize = 256 << 10;
/// Nor more elements.
const MAX_ELEMENTS: usize = 2_000;
/// Elements, texts and comments.
const MAX_NODES: u32 = 10_000;
/// Groups in groups: each may take a picture of its own.
const MAX_DEPTH: usize = 32;
/// Numbers in all outlines together.
const MAX_NUMBERS: usize = 20_000;
/// No measure is farther from nothing.
const FARTHEST: f64 = 100_000.0;

const SVG: &str = "http://www.w3.org/2000/svg";
const XINCLUDE: &str = "http://www.w3.org/2001/XInclude";

/// Why a drawing is not let in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SvgError {
    /// It is no SVG.
    #[error("is no SVG")]
    NoSvg,
    /// It has too many bytes.
    #[error("is too large")]
    TooLarge,
    /// It has too many elements, groups in groups, or points.
    #[error("has too many parts")]
    TooManyParts,
    /// A number is too large.
    #[error("has measures that are too large")]
    TooFar,
    /// It refers to something that is not in it, or defines entities.
    #[error("takes something from elsewhere")]
    Elsewhere,
    /// It has an element or a property of this name.
    #[error("has {0}")]
    Has(String),
}

/// The element `svg` of a drawing, if all of it is let in.
pub(super) fn admit(bytes: &[u8]) -> Result<&str, SvgError> {
    if bytes.len() > MAX_BYTES {
        return Err(SvgError::TooLarge);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| SvgError::NoSvg)?;
    if text.contains("<!ENTITY") {
        return Err(SvgError::Elsewhere);
    }
    if text.matches('<').count() > 2 * MAX_NODES as usize {
        return Err(SvgError::TooManyParts);
    }
    let options = ParsingOptions {
        // Many programs name the document type; only its entities are bad.
        allow_dtd: true,
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => SvgError::TooManyParts,
        _ => SvgError::NoSvg,
    })?;
    let root = document.root_element();
    if !root.has_tag_name((SVG, "svg")) {
        return Err(SvgError::NoSvg);
    }
    if root.descendants().filter(Node::is_element).count() > MAX_ELEMENTS {
        return Err(SvgError::TooManyParts);
    }
    // A renderer follows these before it draws: style sheets and parts of other files.
    let leads_elsewhere =
        |node: Node| node.is_pi() || node.tag_name().namespace() == Some(XINCLUDE);
    if root.descendants().any(leads_elsewhere) {
        return Err(SvgError::Elsewhere);
    }
    let mut numbers = 0;
    for node in root.descendants().filter(Node::is_element) {
        if node.ancestors().count() > MAX_DEPTH {
            return Err(SvgError::TooManyParts);
        }
        // Renderers pass over what is not SVG.
        if node.tag_name().namespace() == Some(SVG) {
            check_element(node, node == root)?;
            numbers += check_properties(node)?;
        }
    }
    if numbers > MAX_NUMBERS {
        return Err(SvgError::TooManyParts);
    }
    // Without what stands before it: a document type, style sheets, another encoding.
    Ok(&text[root.range()])
}

fn check_element(node: Node, root: bool) -> Result<(), SvgError> {
    match node.tag_name().name() {
        "svg" if root => Ok(()),
        "g" | "defs" | "path" | "rect" | "circle" | "ellipse" | "line" | "polyline" | "polygon"
        | "linearGradient" | "radialGradient" | "stop" | "clipPath" | "title" | "desc"
        | "metadata" => Ok(()),
        name => Err(SvgError::Has(name.to_owned())),
    }
}

/// Checks attributes, and declarations in `style`. Returns how many numbers there are in outlines.
fn check_properties(node: Node) -> Result<usize, SvgError> {
    let mut numbers = 0;
    for attribute in node.attributes() {
        let value = attribute.value();
        match (attribute.namespace(), attribute.name()) {
            (_, "href") => {
                let gradient = node.tag_name().name().ends_with("Gradient");
                if !gradient || !value.trim().starts_with('#') {
                    return Err(SvgError::Elsewhere);
                }
            }
            (Some(_), _) => {}
            (None, "style") => {
                if value.contains(['@', '\\']) || value.contains("/*") {
                    return Err(SvgError::Has("style".to_owned()));
                }
                for declaration in value.split(';') {
                    let (name, value) = declaration.split_once(':').unwrap_or((declaration, ""));
                    numbers += check_property(node, &name.trim().to_lowercase(), value)?;
                }
            }
            (None, name) => numbers += check_property(node, name, value)?,
        }
    }
    Ok(numbers)
}

fn check_property(node: Node, name: &str, value: &str) -> Result<usize, SvgError> {
    let value = value.trim();
    let refused = || Err(SvgError::Has(name.to_owned()));
    let usual = matches!(value, "" | "none" | "normal" | "auto" | "inherit");
    match name {
        "filter" | "mask" | "marker" | "marker-start" | "marker-mid" | "marker-end"
        | "stroke-dasharray" | "mix-blend-mode"
            if !usual =>
        {
            return refused();
        }
        // One clip in another would multiply the work.
        "clip-path" if !usual && is_in_clip(node) => return refused(),
        _ => {}
    }
    if value.to_lowercase().contains("url(") {
        let here = matches!(name, "fill" | "stroke" | "clip-path");
        let inner = value.split_once('(').map_or("", |(_, inner)| inner);
        if !here || !inner.trim_start_matches(['\'', '"', ' ']).starts_with('#') {
            return Err(SvgError::Elsewhere);
        }
    }
    match name {
        "d" | "points" => measure(value),
        "transform" | "gradientTransform" | "viewBox" | "x" | "y" | "x1" | "x2" | "y1" | "y2"
        | "cx" | "cy" | "r" | "rx" | "ry" | "fx" | "fy" | "fr" | "width" | "height" | "offset"
        | "stroke-width" | "stroke-miterlimit" | "stroke-dashoffset" => measure(value).map(|_| 0),
        _ => Ok(0),
    }
}

fn is_in_clip(node: Node) -> bool {
    let clip = |above: Node| above.has_tag_name((SVG, "clipPath"));
    node.ancestors().any(clip)
}

/// How many numbers there are, none of them too large.
fn measure(value: &str) -> Result<usize, SvgError> {
    let mut count = 0;
    for token in value
        .split(|sign: char| !(sign.is_ascii_digit() || matches!(sign, '.' | 'e' | 'E' | '+' | '-')))
    {
        // Units and transforms have that letter, too: "10em", "rotate".
        let token = token.trim_matches(['e', 'E']);
        let far = |number: f64| number.abs() > FARTHEST;
        if token.contains(['e', 'E']) && token.parse().map_or(true, far) {
            return Err(SvgError::TooFar);
        }
        // "10-20.5.5" are three numbers; each begins with a sign, or with a second point.
        for number in token
            .split(['+', '-', 'e', 'E'])
            .filter(|number| !number.is_empty())
        {
            count += number.matches('.').count().max(1);
            let whole = number.split('.').next().unwrap_or_default();
            if whole.trim_start_matches('0').len() > 6 || whole.parse().is_ok_and(far) {
                return Err(SvgError::TooFar);
            }
        }
    }
    Ok(count)
}
