//! Which of GTK's renderers draws.

use std::path::Path;

/// What the system shows of graphics hardware that can run OpenGL.
const HARDWARE: [&str; 5] = [
    "/dev/dri/renderD128",
    "/dev/dri/renderD129",
    "/dev/nvidiactl",
    "/dev/dxg",
    "/dev/mali0",
];

/// Chooses Cairo where there is no graphics hardware. OpenGL done by the processor draws the whole
/// window for every change; Cairo draws what has changed, which takes a tenth of that.
///
/// To be called before there is a second thread. What the user has chosen stays.
pub fn choose() {
    let chosen = std::env::var_os("GSK_RENDERER").is_some();
    if chosen || HARDWARE.iter().any(|device| Path::new(device).exists()) {
        return;
    }
    #[expect(unsafe_code, reason = "GTK takes the choice from nowhere else")]
    // SAFETY: nothing else runs yet that could read or change the environment.
    unsafe {
        std::env::set_var("GSK_RENDERER", "cairo");
    }
}
