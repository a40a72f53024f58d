// Reads saved values into the shell and writes them from it. An unusable value is replaced, and one
// notice says by what.
#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include <fmt/format.h>

#include "app/shell/shell.h"
#include "lab/asked.h"
#include "lab/bugs.h"
#include "simulator/read_number.h"

namespace app {

namespace {

constexpr std::size_t most_kept_changes = 20;
constexpr std::array<const char*, 4> mode_names{"wide", "compact", "narrow", "small"};

// Reads values and collects sentences about unusable ones.
class KeptValues {
public:
    explicit KeptValues(const lab::Preferences& values) : values_(values) {}

    std::string told;

    // A number; `otherwise` where it is missing, no number, or outside `low` to `high`.
    float number(const std::string& name, float low, float high, float otherwise) {
        const std::string* text = find(name);
        if (!text) return otherwise;
        double value = 0;
        const char* end = text->data() + text->size();
        const auto [rest, failed] = simulator::read_number(text->data(), end, value);
        if (failed != std::errc{} || rest != end || !std::isfinite(value)) {
            tell(name, *text, "no number", fmt::format("{}", otherwise));
            return otherwise;
        }
        if (value >= low && value <= high) return static_cast<float>(value);
        tell(name, *text, fmt::format("not within {} and {}", low, high),
             fmt::format("{}", otherwise));
        return otherwise;
    }

    Tone tone(const std::string& name, Tone otherwise) {
        const std::string* text = find(name);
        const auto named = text ? tone_named(*text) : std::nullopt;
        if (text && !named)
            tell(name, *text, "neither dark, light nor contrast", std::string(name_of(otherwise)));
        return named.value_or(otherwise);
    }

    // The density; nullopt where none is saved: then by the window's size.
    std::optional<Density> density(const std::string& name) {
        const std::string* text = find(name);
        const auto named = text ? density_named(*text) : std::nullopt;
        if (text && !named)
            tell(name, *text, "neither laptop, desk nor projector", "the window's own");
        return named;
    }

    bool yes(const std::string& name) {
        const std::string* text = find(name);
        if (text && *text != "yes" && *text != "no") tell(name, *text, "neither yes nor no", "no");
        return text && *text == "yes";
    }

private:
    const std::string* find(const std::string& name) const {
        const auto found = values_.find(name);
        return found == values_.end() ? nullptr : &found->second;
    }
    void tell(const std::string& name, const std::string& text, const std::string& wrong,
              const std::string& used) {
        constexpr std::size_t most = 40;  // letters of a value repeated in a notice
        told +=
            fmt::format("{}In the settings, {} \"{}\" is {}: {} is used.", told.empty() ? "" : " ",
                        name, text.size() > most ? text.substr(0, most) + "…" : text, wrong, used);
    }

    const lab::Preferences& values_;
};

// The last requests, one a line; results beside them are not saved.
std::string kept_history(const Session& session) {
    std::string lines, last;
    const auto& earlier = session.history().earlier();
    for (std::size_t i = earlier.size() - std::min(earlier.size(), most_kept_changes);
         i < earlier.size(); ++i) {
        if (!earlier[i].request.settings.lesson()) continue;
        const std::string line = lab::state_line({.request = earlier[i].request}) + "\n";
        if (line != last) lines += line;
        last = line;
    }
    return lines;
}

}  // namespace

void Shell::read(const lab::Preferences& values) {
    KeptValues kept(values);
    look.tone = kept.tone("theme", look.tone);
    look.scale_percent = static_cast<int>(kept.number("scale", scale_least, scale_most, 100));
    look.density = kept.density("density");
    look.reduced_motion = kept.yes("reduced_motion");
    look.predict = !values.contains("predict") || kept.yes("predict");
    std::istringstream met(values.contains("predicted") ? values.find("predicted")->second : "");
    for (std::string lesson; met >> lesson;) predictions.met.insert(lesson);
    for (std::size_t mode = 0; mode < mode_names.size(); ++mode) {
        const std::string name = mode_names[mode];
        look.panes[mode].rail = kept.number(name + ".rail", 0, rail_most, 0);
        look.panes[mode].source = kept.number(name + ".source", 0, source_most, 0);
    }
    own.recent.clear();
    std::istringstream recent(values.contains("recent") ? values.find("recent")->second : "");
    for (std::string file; std::getline(recent, file);)
        if (!file.empty()) own.recent.push_back(file);
    if (const auto folder = values.find("kept_in"); folder != values.end())
        keep_sheet.folder = folder->second;
    notice = kept.told;
    // Nothing was saved yet: a new user may not know what a thread is.
    if (values.empty()) slot = Slot::thread, view_of_slot[slot] = "first_minute";
}

bool Shell::restore_last(const std::string& line) {
    std::string told = notice;
    if (lab::file_of(line) && !pumped_) {
        show_open_sheet(*this, path_shown(lab::file_of(line)->file));
        own.begin_line(lab::without_lost_devices(line).line, true);
        return true;
    }
    notice.clear();
    const bool done = restore(line);
    if (!notice.empty() && !told.empty()) told += " ";
    if (!done) told += "The last state can't be restored, so the first lesson is open: ";
    told += notice;
    notice = told;
    return done;
}

// Requests of files are skipped: a start does not wait for a compiler.
void Shell::take_up_history(const lab::Preferences& values) {
    const auto kept = values.find("history");
    std::istringstream lines(kept == values.end() ? "" : kept->second);
    std::vector<lab::Request> earlier;
    for (std::string line; std::getline(lines, line) && earlier.size() < most_kept_changes;)
        if (!lab::file_of(line))
            if (const auto state = lab::read_state_line(line)) earlier.push_back(state->request);
    session.take_up_history(earlier);
}

// Restores the picture and the result beside that a state names besides its request.
void Shell::stand_as(const lab::State& state) {
    if (const View* view = find_view(state.view)) {
        if (view->slot == Slot::card) card_shown = view->id;
        if (on_stage(view->slot)) slot = view->slot, view_of_slot[slot] = view->id, home = false;
        home = home || view->slot == Slot::home;
        opened_slot_.reset();
    } else if (!state.view.empty()) {
        notice = fmt::format("There is no view \"{}\": the usual one is shown.", state.view);
    }
    if (state.against.empty()) return;
    const auto other = lab::request_beside(state.against, session.request);
    if (!other) return void(notice = "Beside it: " + other.problem().message);
    lab::Request follows = session.request;  // a kernel of the ladder, with the shown knobs
    follows.settings.rung = other->settings.rung;
    if (other->settings == lab::other_version(session.settings()))
        return session.stand_beside_version();
    if (*other == follows)
        session.stand_beside(follows.settings.rung);
    else
        session.stand_beside(*other);
}

std::string Shell::whole_line() const {
    if (!session.subject()) return "";
    lab::State all = state();
    const auto chosen = view_of_slot.find(slot);
    const View* view = chosen == view_of_slot.end() ? nullptr : find_view(chosen->second);
    if (view && !view->needs.live) all.view = view->id;
    const lab::Settings beside = session.beside_request().settings;
    if (session.in_step() && beside.subject->lesson)
        all.against = session.follows() ? lab::name_of(beside) : lab::with_knobs(beside);
    return lab::state_line(all);
}

lab::Preferences Shell::preferences() const {
    lab::Preferences values{{"theme", std::string(name_of(look.tone))},
                            {"scale", std::to_string(look.scale_percent)},
                            {"reduced_motion", look.reduced_motion ? "yes" : "no"},
                            {"predict", look.predict ? "yes" : "no"},
                            {"state", whole_line()}};
    if (look.density) values["density"] = name_of(*look.density);
    std::string met;
    for (const std::string& lesson : predictions.met) met += (met.empty() ? "" : " ") + lesson;
    if (!met.empty()) values["predicted"] = met;
    std::string recent;
    for (const std::string& file : own.recent)
        if (file.find('\n') == file.npos) recent += file + "\n";
    if (!recent.empty()) values["recent"] = recent;
    if (const std::string history = kept_history(session); !history.empty())
        values["history"] = history;
    if (!keep_sheet.folder.empty()) values["kept_in"] = keep_sheet.folder;
    for (std::size_t mode = 0; mode < mode_names.size(); ++mode) {
        const std::string name = mode_names[mode];
        if (look.panes[mode].rail > 0)
            values[name + ".rail"] = std::to_string(std::min(look.panes[mode].rail, rail_most));
        if (look.panes[mode].source > 0)
            values[name + ".source"] =
                std::to_string(std::min(look.panes[mode].source, source_most));
    }
    return values;
}

void Shell::rescale(int by) {
    constexpr float least_wide = 460, least_high = 330;
    const int next = std::clamp(look.scale_percent + by, scale_least, scale_most);
    const float share = float(look.scale_percent) / float(next);
    const bool crowds = window_width_ * share < least_wide || window_height_ * share < least_high;
    if (next > look.scale_percent && window_width_ > 0 && crowds)
        return void(notice = "Larger letters would leave no room for the picture in this window.");
    look.scale_percent = next;
}

}  // namespace app
