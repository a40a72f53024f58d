// The strip at the foot: the device, the badges' meanings, the progress of work, and whether the
// result is right.
#include "app/regions/status_strip.h"

#include <algorithm>
#include <cmath>

#include "app/draw/icons.h"
#include "app/drawn_words.h"
#include "app/format.h"
#include "app/regions/fill_button.h"
#include "app/views/cards/spots.h"
#include "app/widgets/widgets.h"
#include "lab/running/verdict.h"
#include "lab/time/bench.h"
#include "simulator/race_texts.h"

namespace app {

namespace {

const lab::Run* timed(const Shell& shell) {
    return shell.session.shown() ? shell.session.shown()->timed.get() : nullptr;
}

struct Pen {
    Ui& ui;
    float x, right, y;
    TextStyle style(Font font, Role role) const { return {font, ui.metrics.small, role}; }
    float room() const { return right - x; }
    // Writes the longest form that fits and moves on; false where none does.
    bool write(const std::vector<std::string>& forms, const TextStyle& style) {
        const std::string_view words = fitting(ui.canvas, forms, style, room());
        if (words.empty() || ui.canvas.width(words, style) > room()) return false;
        ui.canvas.text({x, y}, words, style);
        x += ui.canvas.width(words, style);
        return true;
    }
    void separate() {
        const float gap = ui.metrics.separate, half = ui.metrics.px(8);
        ui.canvas.line({x + gap, y - half}, {x + gap, y + half}, Role::line);
        x += 2 * gap;
    }
};

// The state of the GPU, without looking for one and without waiting.
GpuKnown known_of_gpu() {
    if (!lab::bench_was_sought()) return GpuKnown::not_asked;
    if (lab::bench_opens()) return GpuKnown::looking;
    if (lab::known_bench()) return GpuKnown::here;
    return lab::bench_fails() ? GpuKnown::fails : GpuKnown::none;
}

std::string why_no_gpu(GpuKnown known) {
    std::string why;
    if (known == GpuKnown::fails || known == GpuKnown::none) lab::bench(&why);
    return why;
}

// The GPU's name, also before the first result.
std::string gpu_by_name(const std::string& told) {
    lab::Bench* bench = told.empty() ? lab::known_bench() : nullptr;
    return bench ? bench->device().name : told;
}

void device(Pen& pen, const lab::Run* run, const std::string& gpu) {
    Ui& ui = pen.ui;
    const GpuKnown known = known_of_gpu();
    const bool measured = run && run->time.kind == lab::TimeKind::measured;
    if (measured)
        ui.canvas.circle({pen.x + 4, pen.y}, 4, Role::good);
    else
        ui.canvas.ring({pen.x + 4, pen.y}, 4.5f, Role::text3, 1.6f);
    pen.x += ui.metrics.px(16);
    const DeviceWords words = words_of_device(run, gpu, known);
    const float begun = pen.x;
    if (!pen.write({words.name, words.short_name}, pen.style(Font::medium, Role::text))) return;
    const float h = ui.metrics.notice;
    if (std::string why = why_no_gpu(known); !measured && !why.empty())
        ui.tooltip("status.gpu", {begun, pen.y - h / 2, pen.x - begun, h}, why, 480);
    pen.x += ui.metrics.px(10);
    if (ui.metrics.roomy) pen.write({words.more, ""}, pen.style(Font::regular, Role::text3));
}

// The way back after the GPU failed for good; a notice had the reason.
void lost_gpu(Pen& pen, Shell& shell) {
    Ui& ui = pen.ui;
    icon::refused(ui.canvas, {pen.x + 4, pen.y}, ui.metrics.px(7));
    pen.x += ui.metrics.px(16);
    const float begun = pen.x;
    pen.write({"The GPU stopped", "GPU stopped"}, pen.style(Font::medium, Role::text));
    const float h = ui.metrics.notice;
    ui.tooltip("status.lost", {begun, pen.y - h / 2, pen.x - begun, h}, shell.gpu_lost, 480);
    pen.x += ui.metrics.px(10);
    const Rect start{pen.x, pen.y - h / 2, ui.metrics.px(158), h};
    if (!shell.may_start_gpu || start.w > pen.room()) return;
    if (button(ui, "status.start_gpu", start, "Start the GPU again", ButtonKind::secondary))
        shell.wishes.start_gpu = true;
    pen.x += start.w;
}

// Draws one badge with its meaning, where both fit.
void legend(Pen& pen, Badge kind, const std::vector<std::string>& meaning) {
    const float size = pen.ui.metrics.badge, w = badge_width(pen.ui.canvas, kind, size);
    const TextStyle words = pen.style(Font::regular, Role::text2);
    const float gap = 2 * pen.ui.metrics.separate, beside = pen.ui.metrics.px(8);
    if (pen.room() < gap + w + beside + pen.ui.canvas.width(meaning.back(), words)) return;
    pen.separate();
    badge(pen.ui.canvas, {pen.x + w, pen.y}, kind, size);
    pen.x += w + beside;
    pen.write(meaning, words);
}

void time_legend(Pen& pen, const lab::Run* run) {
    if (!run || run->time.kind == lab::TimeKind::none || run->time.kind == lab::TimeKind::modelled)
        return;
    if (run->time.kind == lab::TimeKind::measured)
        return legend(pen, Badge::measured, {"time on this GPU"});
    legend(pen, Badge::recorded,
           {"on " + run->time.device + (run->device.when.empty() ? "" : ", " + run->device.when),
            run->time.device});
}

std::vector<std::string> meaning_of_modelled(const Session& session) {
    std::vector<std::string> meaning{"an estimate by formula", "an estimate"};
    const lab::Result* shown = session.shown().get();
    const std::string lack = shown ? lacking_words(session.series(), shown->request.settings) : "";
    if (!lack.empty()) meaning.insert(meaning.begin(), {lack + "; " + meaning[0], lack});
    return meaning;
}

// Draws octagon or tick with words at the right end; returns the left end of the space taken.
float verdict(Ui& ui, Rect area, bool good, bool none, const std::vector<std::string>& forms,
              std::string_view more, std::string_view tip = {}) {
    const TextStyle style{Font::medium, ui.metrics.small, Role::text, Align::right};
    const float y = area.middle_y();
    float x = area.right() - ui.metrics.edge;
    const float most = area.w * .46f;
    const TextStyle small{Font::regular, ui.metrics.small, Role::text3, Align::right};
    const std::string_view words = fitting(ui.canvas, forms, style, most);
    if (ui.metrics.roomy && !more.empty() &&
        ui.canvas.width(words, style) + ui.canvas.width(more, small) + ui.metrics.px(40) < most) {
        ui.canvas.text({x, y}, more, small);
        x -= ui.canvas.width(more, small) + ui.metrics.px(12);
    }
    ui.canvas.text({x, y}, words, style);
    x -= ui.canvas.width(words, style) + ui.metrics.px(18);
    if (none)
        ui.canvas.ring({x, y}, 7.5f, Role::text3, 2);
    else if (good)
        ui.canvas.circle({x, y}, 8.5f, Role::good),
            icon::tick(ui.canvas, {x, y}, 11, Role::panel, 2);
    else
        icon::refused(ui.canvas, {x, y}, 8.5f);
    const Rect told{x - ui.metrics.px(10), area.y, area.right() - x, area.h};
    ui.place("status.verdict", told);
    ui.tooltip("status.verdict", told, tip, 420);
    return x - ui.metrics.px(24);
}

// A random result is compared with the likeliest one: no processor made the same numbers.
std::string matches_words(const lab::Verdict& verdict) {
    return verdict.by_chance ? "matches the likeliest result" : "matches the CPU";
}

// Past the largest number of the type, both results are infinite: equal, but useless.
std::string infinite_words(const lab::Verdict& verdict) {
    if (verdict.infinite == 0) return "";
    return grouped(verdict.infinite) + " of " + plural(verdict.compared, "place") +
           " infinite in both";
}

std::string error_words(const lab::Verdict& verdict) {
    if (verdict.worst_of == 0) return with_power(verdict.worst_error);
    return with_power(100 * verdict.worst_error / std::abs(verdict.worst_of)) + " %";
}

std::string agreement_words(const lab::Verdict& verdict) {
    const std::string infinite = infinite_words(verdict);
    if (!infinite.empty()) return "with " + infinite;
    return verdict.worst_error == 0 ? "exactly" : "within " + error_words(verdict);
}

// The reference of the comparison, and its tolerance.
std::string compared_words(const lab::Verdict& verdict) {
    return capitalised(verdict.compared_with) +
           (verdict.tolerance.empty() ? "." : ". Allowed: " + verdict.tolerance + ".");
}

// compared_words() as a tooltip, with the number of compared places.
std::string compared_tip(const lab::Verdict& verdict) {
    const auto places = static_cast<std::int64_t>(verdict.compared);
    return compared_words(verdict) +
           (places > 0 ? " Compared at " + plural(places, "place") + "." : "");
}

// A right result. Of a smaller size it names the size, since not all was compared.
float matches(Ui& ui, Rect area, const lab::Verdict& v, const std::string& smaller) {
    if (lab::far_off(v)) {
        const std::string off = "Off by " + error_words(v);
        return verdict(ui, area, false, true, {off + ", as these settings allow", off},
                       compared_words(v), compared_tip(v));
    }
    const std::string words = matches_words(v);
    if (smaller.empty())
        return verdict(ui, area, true, false,
                       {capitalised(words) + " " + agreement_words(v), capitalised(words), "Right"},
                       compared_words(v), compared_tip(v));
    return verdict(
        ui, area, true, false,
        {"At " + smaller + " it " + words + " " + agreement_words(v),
         "At " + smaller + " it " + words, "At a smaller size it matches", "Right where smaller"},
        compared_words(v), compared_tip(v));
}

// A wrong result. The picture may have another size, and another number of wrong places.
float differs(Ui& ui, Rect area, const lab::Verdict& v, const std::string& smaller) {
    const std::string words = "differs from the CPU in " + wrong_places(v);
    if (smaller.empty())
        return verdict(ui, area, false, false, {capitalised(words), "Differs"}, "",
                       compared_tip(v));
    return verdict(ui, area, false, false,
                   {"At " + smaller + " it " + words, "At " + smaller + " it differs",
                    "Differs where smaller", "Differs"},
                   "", compared_tip(v));
}

// Whether the result depends on the order of steps. Races whose writes are equal do not count.
bool by_luck(const lab::Run& run) {
    return std::ranges::any_of(run.faults, [](const simulator::Fault& fault) {
        return !is_warning(fault.kind) && (fault.kind != simulator::FaultKind::race ||
                                           fault.text != simulator::race_text::same_value);
    });
}

// Whether the host's streams have an error: the result cannot be right, although there may be times
// of a GPU.
bool of_streams(const lab::Run& run) {
    return std::ranges::any_of(run.faults, simulator::is_of_host, &simulator::Fault::kind);
}

float outcome(Ui& ui, Shell& shell, Rect area) {
    if (shell.own.trouble(shell.session.subject()))
        return verdict(ui, area, false, false,
                       {"Does not compile: the last good run is shown", "Does not compile"}, "");
    if (shell.hunt.hides(shell.session))
        return verdict(ui, area, false, true, {"What was found is hidden", "Hidden"}, "",
                       "Say what is wrong, then press Shift + G.");
    if (shell.predictions.hides())  // the number of wrong places may be the answer
        return verdict(ui, area, false, true, {"Hidden until you have predicted", "Hidden"}, "");
    if (shell.session.refusal())
        return verdict(ui, area, false, false, {"Kernel did not start"}, "");
    const lab::Run* run = run_to_judge(shell.session.counted(), timed(shell));
    if (!run) return verdict(ui, area, false, true, {"Not run yet"}, "");
    const lab::Verdict& v = run->verdict;
    if (run->faulted() && !run->faults.empty() &&
        run->faults.front().kind == simulator::FaultKind::launch_failed)
        return verdict(ui, area, false, false, {"Kernel did not start"}, "");
    if (run->faulted() && !run->faults.empty())
        return verdict(ui, area, false, false, {"A fault stopped the kernel", "Fault"}, "");
    const lab::Run* picture = shell.session.shown()->picture.get();
    if (!v.checked && picture && !picture->looked_everywhere)
        return verdict(ui, area, false, true,
                       {"Nothing was compared; races looked for in one block", "Not compared"}, "",
                       "In so large a launch, races are looked for in the drawn block alone. "
                       "With fewer blocks they are looked for in all blocks, and `warplens "
                       "simulate` always looks in all.");
    if (!v.checked)
        return verdict(ui, area, false, true, {"Nothing was compared", "Not compared"}, "");
    const std::string smaller =
        smaller_words(run->request.settings, shell.session.shown()->request.settings, grouped);
    if (!v.ok) return differs(ui, area, v, smaller);
    if (by_luck(*run))
        return verdict(
            ui, area, false, true,
            {of_streams(*run) ? "Right in the simulator's order, by luck"
                              : "Right this time, by luck",
             "Right by luck"},
            "",
            "The simulator's result is that of the CPU, in the simulator's own order: steps as "
            "the host calls them, blocks in its chosen order. Nothing promises that order, and a "
            "GPU uses others. The finding is shown above the picture.");
    return matches(ui, area, v, smaller);
}

// The work in progress on a request: what, how far, and the button that stops it.
float work(Ui& ui, Shell& shell, Rect area, float right) {
    const auto filled = shell.session.filled();
    lab::Progress progress = shell.progress();
    if (!progress.busy && filled)
        progress = {true, double(filled->done) / double(std::max<std::size_t>(1, filled->all)),
                    words_of_filled(*filled)};
    else if (!progress.busy || !shell.waits())
        return right;
    const float y = area.middle_y(), h = ui.metrics.notice;
    const TextStyle small{Font::regular, ui.metrics.small, Role::text2, Align::right};
    const Rect cancel{right - ui.metrics.px(74), y - h / 2, ui.metrics.px(66), h};
    if (button(ui, "status.cancel", cancel, "Cancel", ButtonKind::secondary)) shell.cancel();
    const Rect track{cancel.x - ui.metrics.px(132), y - 2.5f, ui.metrics.px(120), 5};
    ui.canvas.fill(track, Role::raised, 2.5f);
    ui.canvas.fill(
        {track.x, track.y, track.w * static_cast<float>(std::clamp(progress.fraction, .03, 1.)), 5},
        Role::accent, 2.5f);
    ui.canvas.text({track.x - ui.metrics.px(12), y}, progress.what, small);
    return track.x - ui.metrics.px(24) - ui.canvas.width(progress.what, small);
}

}  // namespace

const lab::Run* run_to_judge(const lab::Run* counted, const lab::Run* timed) {
    const bool measured =
        timed && timed->time.kind == lab::TimeKind::measured && timed->verdict.checked;
    if (!measured) return counted;
    const bool trouble = counted && (counted->faulted() || counted->verdict.is_wrong());
    return trouble ? counted : timed;
}

DeviceWords words_of_device(const lab::Run* timed, const std::string& gpu, GpuKnown known) {
    if (timed && timed->time.kind == lab::TimeKind::measured)
        return {timed->device.name, "GPU",
                "driver " + timed->device.driver + " · " + timed->time.conditions};
    if (!gpu.empty()) return {gpu, "GPU", "nothing here was measured on it"};
    constexpr const char* live = "pictures and counts are live";
    switch (known) {
        case GpuKnown::not_asked: return {"No GPU was looked for", "No GPU", live};
        case GpuKnown::looking: return {"Looking for a GPU", "No GPU yet", live};
        case GpuKnown::fails: return {"The GPU can't be used", "GPU fails", live};
        case GpuKnown::here:
        case GpuKnown::none: break;
    }
    return {"No NVIDIA GPU here", "No GPU", live};
}

void status_strip(Ui& ui, Shell& shell, Rect area) {
    ui.region(Region::status);
    ui.canvas.card("status", area);
    ui.canvas.fill(area, Role::rail);
    ui.canvas.line({area.x, area.y}, {area.right(), area.y}, Role::line);
    if (area.h < 20 || area.w < 160) return;
    const float right = work(ui, shell, area, outcome(ui, shell, area));
    Pen pen{ui, area.x + ui.metrics.margin, right, area.middle_y()};
    const lab::Run* run = timed(shell);
    if (shell.gpu_lost.empty())
        device(pen, run, gpu_by_name(shell.session.gpu()));
    else
        lost_gpu(pen, shell);
    time_legend(pen, run);
    legend(pen, Badge::counted,
           {"exact, from the simulator's trace", "exact, from the trace", "exact"});
    if (run && run->time.kind == lab::TimeKind::modelled)
        legend(pen, Badge::modelled, meaning_of_modelled(shell.session));
    ui.canvas.card({}, {});
}

}  // namespace app
