// shot: draws a state, as the whole window or one view, as PNG or SVG.
#include <fmt/format.h>

#include <charconv>
#include <new>
#include <tuple>

#include "app/frame.h"
#include "app/program/played.h"
#include "app/program/snapshot.h"
#include "lab/assets.h"
#include "lab/cli/command_tools.h"
#include "lab/opening/opening.h"
#include "lab/programs.h"
#include "lab/running/faults.h"
#include "lab/time/bench.h"
#include "lab/words.h"
#include "platform/clock.h"

namespace app::shot_command {

namespace {

constexpr double card_cost = 3e7;  // limit for a point of a plot, in lane-instructions
constexpr std::size_t most_card_runs = 24;
constexpr double most_seconds = 60;  // wait of a picture for the rest of its cards

struct Flags {
    lab::Asked asked;
    std::string against, from;  // LESSON[/RUNG] or FILE, then knob=value
    std::string view, theme = "dark", size, scale = "100", density, proof, play, out;

    void add(lab::CommandFlags& words) {
        asked.add_lesson(words);
        asked.add_flags(words);
        words.add("--view", view, "one view alone, as a figure; without it the whole window");
        words.add("--against", against,
                  "LESSON[/RUNG] [knob=value]...: beside it, in step; knobs that it does not "
                  "name stay as shown");
        words.add("--from", from,
                  "LESSON[/RUNG] [knob=value]...: before it, so a change is seen; knobs that it "
                  "does not name stay as shown");
        words.add("--theme", theme, "dark, light or contrast (default dark)");
        words.add(
            "--size", size,
            "WxH in pixels (default 1920x1080, a figure 1280x720, or as tall as all its rows)");
        words.add("--scale", scale, "percent, 75 to 300 (default 100)");
        words.add("--density", density, "laptop, desk or projector (default by the size)");
        words.add("--proof", proof,
                  "grey, deuteranopia, protanopia or tritanopia: as those see it (PNG)");
        words.add("--play", play, "FROM-TO, such as 3-12, or all: steps that play, as GIF");
        words.add("--out", out, "FILE.png, FILE.svg or, with --play, FILE.gif",
                  lab::CommandFlags::Need::required);
    }
};

// Joins the words of a state after such a flag into one word, which a flag can take.
std::vector<std::string> with_states_joined(lab::Arguments arguments) {
    std::vector<std::string> joined;
    bool inside = false;
    for (const std::string& word : arguments) {
        const bool flag = word.starts_with("--"), first = inside && joined.back().starts_with("--");
        if (inside && !flag && !first)
            joined.back() += " " + word;
        else
            joined.push_back(word);
        if (flag) inside = word == "--against" || word == "--from";
    }
    return joined;
}

// Why there can be no picture: a sentence and its exit code.
struct Unfit {
    std::string sentence;
    int code = lab::exit_usage;
};

// Reads the other request. In the shown lesson, unnamed values are the shown ones. Where a file
// cannot be read, `asked` has the exit code. Where neither names a size, `shown` may become larger.
simulator::Outcome<lab::Request> other_request(const std::string& line, lab::State& shown,
                                               bool sized, lab::Asked& asked) {
    if (lab::file_of(line)) {
        const auto state = lab::read_state_line(
            line, [&](const lab::AskedFile& file) { return asked.open(file); });
        if (!state) return state.problem();
        return state->request;
    }
    auto other = lab::request_beside(line, shown.request);
    if (!other || lab::names_opening(line, other->settings)) return other;
    if (!lab::same(other->settings.subject.get(), shown.request.settings.subject.get()))
        other->settings = lab::opening_of(other->settings);
    else if (!sized)
        lab::open_at_one_size(shown.request.settings, other->settings);
    return other;
}

bool shows(const View& view, const lab::Run& run) {
    return !view.needs.live && (!view.fits || view.fits(run));
}

// Why a view alone would be an empty picture.
std::optional<std::string> empty_view(const Shell& shell, const std::string& id) {
    const View* view = find_view(id);
    const auto result = shell.session.shown();
    if (!view || !result || shell.session.refusal() || !result->picture ||
        shows(*view, *result->picture))
        return std::nullopt;
    std::vector<std::string> names;
    for (const View* other : views())
        if (shows(*other, *result->picture)) names.push_back(other->id);
    const lab::Settings& settings = result->picture->request.settings;
    return fmt::format("The view {} has nothing to show of {}; there are {}.", id,
                       lab::name_of(settings), lab::listed(names, "or"));
}

// Reads the flags of the picture itself; a sentence where one is wrong.
simulator::Outcome<Snapshot> picture_of(const Flags& flags, Look& look) {
    auto wrong = [](std::string words) {
        return simulator::Diagnostic{.message = std::move(words)};
    };
    Snapshot picture;
    if (!flags.view.empty() && flags.view != "window") {
        if (!find_view(flags.view))
            return wrong(
                fmt::format("There is no view \"{}\"; there are {}.", flags.view, view_names()));
        picture = {flags.view, 1280, 720, 1};
    }
    const auto tone = tone_named(flags.theme);
    if (!tone)
        return wrong(fmt::format("There is no theme \"{}\"; there are dark, light and contrast.",
                                 flags.theme));
    look.tone = *tone;
    look.density = density_named(flags.density);
    if (!flags.density.empty() && !look.density)
        return wrong(fmt::format(
            "There is no density \"{}\"; there are laptop, desk and projector.", flags.density));
    if (const auto proof = proof_named(flags.proof)) picture.proof = *proof;
    if (!flags.proof.empty() && !proof_named(flags.proof))
        return wrong(
            fmt::format("There is no proof \"{}\"; there are grey, deuteranopia, protanopia and "
                        "tritanopia.",
                        flags.proof));
    if (!flags.size.empty()) {
        const auto size = size_named(flags.size);
        if (!size)
            return wrong(fmt::format(
                "\"{}\" is no size: write WIDTHxHEIGHT, each from {} to {}, such as 1920x1080.",
                flags.size, least_side, most_side));
        std::tie(picture.width, picture.height) = *size;
    }
    int percent = 0;
    const char* last = flags.scale.data() + flags.scale.size();
    const auto [end, failed] = std::from_chars(flags.scale.data(), last, percent);
    if (failed != std::errc{} || end != last || percent < 75 || percent > 300)
        return wrong(fmt::format(
            "\"{}\" is no scale: write percent as a whole number from 75 to 300, such as 150.",
            flags.scale));
    picture.scale =
        scale_of(1, percent, look.density.value_or(Density::desk), picture.width, picture.height);
    const float w = float(picture.width) / picture.scale, h = float(picture.height) / picture.scale;
    if (picture.view.empty() && (w < least_width || h < least_height))
        return wrong(
            fmt::format("A window of {}x{} has no room at this scale: it needs {:.0f}x{:.0f} "
                        "at least. One view alone (--view) can be smaller.",
                        picture.width, picture.height, least_width * picture.scale,
                        least_height * picture.scale));
    return picture;
}

int fail(std::ostream& err, const std::string& words, int code) {
    err << "warplens shot: " << words << '\n';
    return code;
}

// Why the request does not fit this type of file.
std::optional<std::string> unfit_file(const Flags& flags) {
    const bool gif = flags.out.ends_with(".gif");
    if (gif && flags.play.empty())
        return "A .gif plays: say which steps, such as --play 3-12 or --play all.";
    if (!gif && !flags.play.empty())
        return fmt::format("--play makes a .gif, and {} is none.", flags.out);
    if (!flags.proof.empty() && !flags.out.ends_with(".png"))
        return fmt::format("--proof makes a .png, and {} is none.", flags.out);
    if (gif || flags.out.ends_with(".png") || flags.out.ends_with(".svg")) return std::nullopt;
    return fmt::format("{} is neither a .png nor an .svg file.", flags.out);
}

// Writes the animated picture.
int deliver_played(Shell& shell, const Snapshot& picture, const Flags& flags, std::ostream& err) {
    const auto steps = steps_named(flags.play, shell.playback.count());
    if (!steps) return fail(err, steps.problem().message, lab::exit_usage);
    Studio studio;
    if (!studio.problem().empty()) return fail(err, studio.problem(), lab::exit_no_opengl);
    const std::string bytes = played(studio, shell, picture, *steps);
    if (bytes.empty()) return fail(err, "giflib could not make the file.", lab::exit_bad_file);
    const auto problem = lab::write_file(flags.out, bytes);
    return problem ? fail(err, problem->message, lab::exit_bad_file) : lab::exit_right;
}

// Writes the picture; PNG needs OpenGL.
int deliver(Shell& shell, const Snapshot& picture, const std::string& out, std::ostream& err) {
    std::optional<simulator::Diagnostic> problem;
    if (out.ends_with(".svg")) {
        problem = lab::write_file(out, svg_of(shell, picture));
    } else {
        Studio studio;
        if (!studio.problem().empty())
            return fail(err, studio.problem() + " SVG needs none: --out FILE.svg.",
                        lab::exit_no_opengl);
        problem = write_png(out, studio.take(shell, picture));
    }
    return problem ? fail(err, problem->message, lab::exit_bad_file) : lab::exit_right;
}

// Why there would be no picture. A refused launch still gives one of the whole window, with its
// card; a single view would show other settings.
std::optional<std::string> nothing_to_draw(const Shell& shell, const Flags& flags) {
    if (const auto& refused = shell.session.refusal())
        return flags.view.empty() ? std::nullopt : std::optional(refused->title + ".");
    if (shell.session.picture()) return std::nullopt;
    const std::string& problem = shell.session.problem();
    return problem.empty() ? std::nullopt : std::optional(problem);
}

// Lack of memory is no usage error.
int code_of(const std::string& problem) {
    const bool no_memory = problem == lab::failure_sentence(std::bad_alloc());
    return no_memory ? lab::exit_no_memory : lab::exit_usage;
}

// The last valid value of a place, and the words for the valid values.
struct Limit {
    std::string_view name;
    std::int64_t last;
    std::string words;
};

std::int64_t last_warp(const lab::Run& run) {
    std::uint64_t threads = 1;
    for (const lab::LaunchRecord& launch : run.launches)
        threads = std::max(threads, launch.block.count());
    return static_cast<std::int64_t>((threads - 1) / simulator::warp_size);
}

// Last plane of a field along the requested axis.
std::int64_t last_slice(const lab::Run& run, const lab::State& state) {
    const auto found = state.cursor.find("axis");
    const std::int64_t axis = found == state.cursor.end() ? 2 : found->second;
    std::uint32_t planes = 1;
    for (const lab::FieldShot& field : run.fields)
        planes = std::max(planes, axis == 0   ? field.shape.x
                                  : axis == 1 ? field.shape.y
                                              : field.shape.z);
    return planes - 1;
}

std::vector<Limit> limits_of(const lab::Run& run, const lab::State& state) {
    const auto steps = static_cast<std::int64_t>(run.steps.size());
    const std::int64_t warp = last_warp(run), slice = last_slice(run, state),
                       values = run.flow ? std::ssize(run.flow->versions) - 1 : -1;
    const auto to = [](const char* words, std::int64_t last) {
        return fmt::format("{} to {}", words, lab::grouped(last));
    };
    return {
        {"step", steps, steps ? to("this run has the steps 1", steps) : "this run has none"},
        {"warp", warp, to("blocks of this run have the warps 0", warp)},
        {"lane", simulator::warp_size - 1, "a warp has the lanes 0 to 31"},
        {"axis", 2, "0 is x, 1 is y and 2 is z"},
        {"slice", slice,
         run.fields.empty() ? "this run has no field" : to("the field has the slices 0", slice)},
        {"version", values, values < 0 ? "this run has none" : to("there are 0", values)},
        {"view", 2, "0 is thread, 1 is warp and 2 is memory"},
        {"ptx", 1, "it is 0 or 1"},
        {"host", 1, "it is 0 or 1"},
        {"home", 1, "it is 0 or 1"}};
}

// Reports a step, a warp, a lane ... that this run does not have.
std::optional<Unfit> unknown_place(const Shell& shell, const lab::State& state) {
    for (const Limit& limit : limits_of(*shell.session.picture(), state)) {
        const auto asked = state.cursor.find(limit.name);
        if (asked == state.cursor.end()) continue;
        const std::int64_t least = limit.name == "step" ? 1 : -1;
        if (asked->second >= least && asked->second <= limit.last) continue;
        return Unfit{fmt::format("--at: there is no {} {}; {}.", limit.name,
                                 lab::grouped(asked->second), limit.words)};
    }
    return std::nullopt;
}

std::size_t uncounted(const Shell& shell) {
    const auto shown = shell.session.shown();
    return shown ? wanted(shown->request, shell.session.series(), card_cost, 1000).size() : 0;
}

// Counts everything that the window draws, as if it had been open for a while; reports what takes
// too long.
void count_rest(Shell& shell, std::ostream& err) {
    const double begun = platform::now();
    std::size_t left = uncounted(shell);
    for (std::size_t before = left + 1; left > 0 && left < before;) {
        if (platform::now() - begun > most_seconds) {
            err << fmt::format(
                "warplens shot: after {} s {} of the cards' runs are not counted; "
                "the picture is without them.\n",
                most_seconds, lab::grouped(std::int64_t(left)));
            return;
        }
        before = left;
        shell.session.complete(card_cost, most_card_runs);
        left = uncounted(shell);
    }
}

// Reports a refused --from: its unnamed knobs have the shown values, which may not fit.
std::optional<Unfit> no_before(const lab::Settings& before) {
    const auto refused = lab::refusal(before);
    if (!refused) return std::nullopt;
    std::string sentence = "--from: " + refused->title + ".";
    if (!refused->knob.empty() && refused->use)
        sentence +=
            fmt::format(" Name that knob as well, such as {}={}.", refused->knob, *refused->use);
    return Unfit{sentence};
}

// Shows the settings before the state, then the state.
std::optional<Unfit> show(Shell& shell, const Flags& flags, lab::State state) {
    lab::Asked asked;
    const bool large_enough = flags.asked.names_size(state.request.settings);
    if (!flags.from.empty()) {
        const auto before = other_request(flags.from, state, large_enough, asked);
        if (!before) return Unfit{"--from: " + before.problem().message, asked.failure};
        if (*before == state.request)
            return Unfit{
                "--from: that is the shown state, so nothing changes; name the knob that was "
                "turned as well."};
        if (auto unfit = no_before(before->settings)) return unfit;
        lab::State other = state;
        other.request = *before;
        other.cursor.erase("step");
        shell.take_up(other);
        shell.session.complete(card_cost, most_card_runs);
        shell.settle(true);
    }
    std::optional<lab::Request> beside;
    if (!flags.against.empty()) {
        const auto other = other_request(flags.against, state, large_enough, asked);
        if (!other) return Unfit{"--against: " + other.problem().message, asked.failure};
        beside = *other;
    }
    if (flags.from.empty())
        shell.take_up(state);
    else
        shell.session.open(state.request);
    if (beside) {
        if (*beside == state.request)
            return Unfit{
                fmt::format("--against: {} is shown there already; name another kernel or a knob.",
                            lab::name_of(beside->settings))};
        shell.session.stand_beside(*beside);
    }
    shell.session.complete(card_cost, most_card_runs);
    shell.settle(state.cursor.contains("step"), find_view(flags.view));
    if (auto why = nothing_to_draw(shell, flags)) return Unfit{*why, code_of(*why)};
    if (!shell.session.picture()) return std::nullopt;
    if (auto unknown = unknown_place(shell, state)) return unknown;
    // The step belongs to the shown run, not to the one before.
    if (const auto step = state.cursor.find("step");
        step != state.cursor.end() && !flags.from.empty()) {
        shell.playback.go_to(static_cast<int>(step->second) - 1);
        shell.settle(true, find_view(flags.view));
    }
    return std::nullopt;
}

// Reports a missing GPU: its times would be those of another device.
std::optional<std::string> missing_gpu(const lab::State& state) {
    std::string why;
    const bool asked = state.device == "gpu" || state.beside == "gpu";
    return asked && !lab::bench(&why) ? std::optional(why) : std::nullopt;
}

// Reports a block that the drawn run, perhaps of a smaller size, does not have.
std::optional<std::string> undrawn_block(const lab::Request& asked) {
    if (lab::refusal(asked.settings)) return std::nullopt;
    lab::Request drawn = asked;
    drawn.settings = lab::picture_of(asked.settings);
    const auto unseen = lab::unseen_block(drawn);
    if (!unseen || drawn.settings == asked.settings) return unseen;
    return fmt::format("{} It is drawn at {}.", *unseen,
                       lab::size_words(drawn.settings, lab::grouped));
}

int shot(lab::Arguments arguments, std::ostream& out, std::ostream& err) {
    lab::CommandFlags words("warplens shot", "Draws a state of the program into a file.");
    Flags flags;
    flags.add(words);
    if (const auto code = words.parse(with_states_joined(arguments), out, err)) return *code;
    if (const auto unfit = unfit_file(flags)) return fail(err, *unfit, lab::exit_usage);
    if (!lab::can_deliver(flags.out, err)) return lab::exit_bad_file;
    auto state = flags.asked.state();
    if (!state) return fail(err, state.problem().message, flags.asked.failure);
    if (const auto why = lab::timed_alone(state->request.settings))
        return fail(err, *why, lab::exit_usage);
    if (lab::Settings& shown = state->request.settings; !flags.asked.names_size(shown))
        shown = lab::opening_of(shown);
    if (const auto module = lab::module_of(state->request.settings); !module)
        return fail(err, module.problem().message, lab::exit_bad_file);
    if (const auto why = missing_gpu(*state)) return fail(err, *why, lab::exit_without_gpu());
    if (const auto unseen = undrawn_block(state->request))
        return fail(err, *unseen, lab::exit_usage);
    Shell shell(lab::Worker::Mode::pumped);
    const auto picture = picture_of(flags, shell.look);
    if (!picture) return fail(err, picture.problem().message, lab::exit_usage);
    if (const auto unfit = show(shell, flags, *state))
        return fail(err, unfit->sentence, unfit->code);
    if (const auto& refusal = shell.session.refusal())
        err << "warplens shot: the picture shows a refusal. " << refusal->title << ".\n";
    if (picture->view.empty()) count_rest(shell, err);
    if (state->cursor.contains("home")) shell.session.count_for(find_view("ladder"));
    if (const View* view = find_view(picture->view); view && !on_stage(view->slot))
        shell.session.count_for(view);
    if (const auto empty = empty_view(shell, picture->view))
        return fail(err, *empty, lab::exit_usage);
    if (!flags.play.empty()) return deliver_played(shell, *picture, flags, err);
    return deliver(shell, flags.size.empty() ? with_all_rows(shell, *picture) : *picture, flags.out,
                   err);
}

const lab::RegisterCommand registered(
    {"shot",
     "shot LESSON[/RUNG]|FILE.cu|FILE.ptx [knob=value]... [--at STEP] [--view NAME] [--theme "
     "dark|light|contrast] [--size "
     "WxH] [--proof NAME] [--against|--from LESSON[/RUNG] [knob=value]...] [--play FROM-TO|all] "
     "--out "
     "FILE.png|FILE.svg|FILE.gif",
     "draws a state of the program, or one view of it, into a file", 60, shot});

}  // namespace

}  // namespace app::shot_command
