// Collects title, sentence and ledger of the window's picture. See spoken.h.
#include "app/web/spoken.h"

#include "app/shell/lesson_text.h"
#include "app/shell/shell.h"
#include "app/views/banks.h"
#include "lab/json/json.h"

namespace app {
namespace {

void add_stage(lab::Json& words, const View& stage, const DrawContext& context) {
    const View& view = speaking_view(stage, context.picture(), context.cursor);
    words["view"] = view.title;
    if (view.words.claim) words["claim"] = view.words.claim(context);
    if (view.words.sentence) words["sentence"] = view.words.sentence(context);
}

// During a question, only its text and choices: nothing that would answer it.
void add_question(lab::Json& words, const lab::Prediction& asked) {
    words["claim"] = raised(asked.question);
    std::string choices;
    for (const lab::AnswerChoice& choice : asked.choices)
        choices += (choices.empty() ? "" : " / ") + choice.whole();
    words["sentence"] = choices;
}

lab::Json words_of(Shell& shell) {
    lab::Json words;
    if (!shell.session.subject()) return words;
    words["lesson"] = shell.session.subject()->title;
    words["kernel"] = shell.hunt.named(shell.session, shell.session.settings()).title;
    if (const auto& refusal = shell.session.refusal())
        words["refused"] = refusal->title + ". " + refusal->why;
    if (shell.predictions.hides()) {
        add_question(words, shell.predictions.asked());
        return words;
    }
    if (shell.hides()) return words;
    shell.with_context(metrics_of(Density::desk), [&](const DrawContext& context) {
        if (const View* stage = shell.stage_view()) add_stage(words, *stage, context);
        const View* ledger = find_view("ledger");
        if (ledger && ledger->numbers) words["table"] = ledger->numbers(context);
    });
    return words;
}

}  // namespace

// Nothing is spoken during motion: a listener could not follow.
std::optional<std::string> spoken_anew(Shell& shell) {
    static std::string told;
    if (shell.playback.playing || !shell.ui_state.held.empty()) return std::nullopt;
    static std::string seen;
    const std::string state =
        shell.whole_line() + std::to_string(shell.session.generation()) +
        std::to_string(shell.session.shown() ? shell.session.shown()->complete : false) + " " +
        std::to_string(shell.predictions.hides() ? shell.predictions.question() : -1) +
        std::to_string(shell.hides());
    if (state == seen) return std::nullopt;
    seen = state;
    std::string text = lab::written(words_of(shell));
    if (text == told) return std::nullopt;
    return told = std::move(text);
}

}  // namespace app
