//! Asking a question in a dialog and waiting for the answer. May import `gtk` and `adw`.

use adw::prelude::*;

/// Shows the question and gives the id of the chosen response.
pub(super) async fn ask(question: &adw::MessageDialog) -> String {
    let (sender, receiver) = async_channel::bounded(1);
    question.connect_response(None, move |_, response| {
        sender.try_send(response.to_owned()).ok();
    });
    question.present();
    receiver.recv().await.unwrap_or_default()
}
