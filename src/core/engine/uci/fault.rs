//! What can be wrong with an engine of somebody else's.

/// What an engine did wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It did not introduce itself in time, or was not ready.
    #[error("the engine did not start in time")]
    Silent,
    /// It did not give its move in time.
    #[error("the engine did not stop in time")]
    Deaf,
    /// It is gone.
    #[error("the engine has ended")]
    Gone,
    /// It gave a move that cannot be played.
    #[error("the engine gave a move that cannot be played")]
    Illegal,
    /// It is not there, or is no program.
    #[error("the engine cannot be started")]
    Missing,
}
