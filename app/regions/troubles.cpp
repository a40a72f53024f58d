// The findings of a launch that ran, above its picture: what, why, what to change, and the way to
// the step.
#include "app/regions/troubles.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "app/draw/icons.h"
#include "app/drawn_words.h"
#include "app/format.h"
#include "app/regions/refused_card.h"
#include "app/views/ledger/remembered.h"
#include "app/weights.h"
#include "lab/host_side.h"
#include "lab/own/open.h"
#include "lab/running/faults.h"
#include "lab/words.h"

namespace app {

namespace {

// Its largest share of the remaining stage.
constexpr float most_trouble = .5f;
// Least height of the picture below it.
constexpr float least_picture = 165;
// The picture may be lower than that, so that the advice is visible.
constexpr float least_beside_advice = 125;

// Draws a finding: octagon, title, and as much of the advice as fits, or its brief form; the
// tooltip has all. A warning has a triangle and its colour. Returns its place.
Rect trouble(Ui& ui, Rect& inside, const std::string& title, const std::string& sentence,
             const std::string& brief = "", bool warns = false) {
    TextStyle strong{Font::semibold, ui.metrics.body, Role::text},
        plain{Font::regular, ui.metrics.small, Role::text2};
    // A kernel's assertion and a host's message may contain stars.
    strong.plain = plain.plain = true;
    const float width = inside.w - ui.metrics.px(60),
                head = paragraph_height(ui.canvas, width, title, strong, 1.3f) + ui.metrics.px(20),
                half = inside.h * most_trouble;
    const auto beside = [&](float picture) {
        const float spare = inside.h - ui.metrics.px(picture + 10);
        return std::max(std::min(head, half), std::min(spare, half));
    };
    float most = beside(least_picture);
    // The text stays within the card; the tooltip has all of it.
    const auto within = [&](const std::string& text) {
        return sentences_within(ui, text, plain, 1.4f, {0, 0, width, 0}, most - head);
    };
    std::string said = within(sentence);
    // The advice is dropped last: the title already names the finding.
    if (said.find(brief) == said.npos && within(brief) == brief) said = brief;
    if (said.empty()) {
        most = beside(least_beside_advice);
        said = within(brief);
    }
    const float h =
        head + (said.empty() ? 0 : paragraph_height(ui.canvas, width, said, plain, 1.4f));
    const Rect box = inside.cut_top(std::min(h, most));
    if (said != sentence) ui.tooltip("stage.trouble", box, sentence, 560);
    inside.cut_top(ui.metrics.px(10));
    const Role colour = warns ? Role::waste : Role::bad;
    ui.canvas.fill(box, Colour(colour, .10f), 10);
    ui.canvas.outline(box, Colour(colour, .7f), 10, 1.2f);
    const Point sign{box.x + ui.metrics.px(26), box.y + ui.metrics.px(22)};
    (warns ? icon::warning : icon::refused)(ui.canvas, sign, ui.metrics.px(11));
    Rect words{box.x + ui.metrics.px(48), box.y + ui.metrics.px(10), width,
               box.h - ui.metrics.px(20)};
    words.cut_top(paragraph(ui.canvas, words, title, strong, 1.3f));
    paragraph(ui.canvas, words, said, plain, 1.4f);
    return box;
}

// Name and advice of every finding.
std::string findings_words(const std::vector<simulator::Fault>& faults) {
    constexpr std::size_t most = 8;
    std::string words;
    for (const simulator::Fault& fault : std::span(faults).first(std::min(most, faults.size())))
        words += (words.empty() ? "" : "\n") + ("*" + lab::fault_title(fault) + "*. ") +
                 lab::fault_advice(fault);
    const auto rest = std::ssize(faults) - static_cast<std::ptrdiff_t>(most);
    return rest > 0 ? words + "\nand " + plural(rest, "more finding") + "." : words;
}

// The host's findings come from its plan at the size asked for: the drawn run may have fewer
// launches and copies, and other numbers.
std::vector<simulator::Fault> findings_as_asked(const lab::Run& run, const lab::Settings& asked) {
    const auto of_host = [](const simulator::Fault& fault) {
        return simulator::is_of_host(fault.kind);
    };
    if (run.request.settings == asked || std::ranges::none_of(run.faults, of_host))
        return run.faults;
    static Remembered<std::vector<simulator::Fault>> known;
    std::vector<simulator::Fault> all = run.faults;
    std::erase_if(all, of_host);
    std::ranges::copy(known.of(asked,
                               [](const lab::Settings& settings) {
                                   return lab::host_faults(settings, lab::plan_of(settings));
                               }),
                      std::back_inserter(all));
    return all;
}

std::vector<simulator::Fault> most_severe_first(std::vector<simulator::Fault> faults) {
    std::ranges::stable_sort(faults, {}, severity_rank);
    return faults;
}

// The order in which a kernel fails that usually runs anyway; cached in the run.
struct ShownAnyway {
    std::string words;
};

std::string shown_anyway(const lab::Run& run) {
    lab::Settings asked = run.request.settings;
    if (!std::exchange(asked.anyway, false)) return "";
    return run
        .derived(0,
                 [&] {
                     const auto refusal = lab::refusal(asked);
                     return ShownAnyway{refusal ? refusal->shows : ""};
                 })
        .words;
}

// A click on a finding goes to the picture about it, at its step.
void way_there(Ui& ui, Shell& shell, const lab::Run& run, Rect box) {
    const lab::Subject* subject = run.request.settings.subject.get();
    if (shell.session.refusal() || !subject) return;  // it lies below another card
    const View* about = view_about(run);
    const View* first = subject->views.empty() ? nullptr : find_view(subject->views.front());
    const View* view = about ? about : first;
    if (!view || !view->shows(run)) return;
    const Ui::Hit hit = ui.control("stage.trouble", box);
    ui.focus_ring(hit, box, 10);
    if (!hit.clicked) return;
    shell.slot = view->slot;
    shell.view_of_slot[view->slot] = view->id;
    shell.playback.by_hand = false;
    open_where_it_tells(shell.playback, view, run, nullptr, nullptr, "");
}

// " Guessed: grid 4, n:i32=1024." for a launch with guessed values: the fault may come from the
// guess.
std::string guessed_for(const lab::Run& run) {
    const lab::Settings& settings = run.request.settings;
    if (!settings.subject || !lab::same_arguments(settings, lab::Settings(settings.subject)))
        return "";
    const std::string& guesses = lab::guesses_of(*settings.subject);
    return guesses.empty() ? "" : " " + guesses;
}

}  // namespace

void troubles(Ui& ui, Shell& shell, const DrawContext& context, Rect& inside) {
    if (context.cursor.guessing) return;
    const lab::Run& run = context.picture();
    if (!run.faults.empty()) {
        const std::vector<simulator::Fault> faults =
            most_severe_first(findings_as_asked(run, context.result.request.settings));
        if (faults.empty()) return;
        const simulator::Fault& fault = faults.front();
        std::string sentence = lab::fault_sentence(fault);
        if (const std::string how = shown_anyway(run); !how.empty()) sentence += " " + how;
        sentence += guessed_for(run);
        if (faults.size() > 1)
            sentence += " " + plural(std::ssize(faults) - 1, "more finding") + ": point here.";
        const Rect box = trouble(ui, inside, lab::fault_title(fault), sentence,
                                 lab::fault_advice(fault), is_warning(fault.kind));
        way_there(ui, shell, run, box);
        if (faults.size() > 1) ui.tooltip("stage.findings", box, findings_words(faults), 560);
        return;
    }
    if (run.cut_after > 0)
        return void(
            trouble(ui, inside, "The run was ended while it still ran", lab::cut_sentence(run)));
    const lab::Verdict& verdict = run.verdict;
    if (!verdict.is_wrong()) return;
    // The status strip judges the whole run, often by samples: its places are others.
    const std::string smaller =
        smaller_words(run.request.settings, context.result.request.settings, grouped);
    trouble(ui, inside,
            (smaller.empty() ? "Differs" : "At " + smaller + " it differs") + " from the CPU in " +
                wrong_places(verdict),
            verdict.buffer + "[" + std::to_string(verdict.element) + "] is " +
                shortest(verdict.found, 8) + ", but " + shortest(verdict.expected, 8) +
                " was expected (" + verdict.compared_with + ").");
}

}  // namespace app
