//! The window of a search: what is above or below need not be known.

/// Between which bounds a score is looked for.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    pub fn is_wide(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// As the other side sees it.
    pub fn turned(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    pub fn null(alpha: i32) -> Self {
        Self {
            alpha,
            beta: alpha + 1,
        }
    }
}
