// tour: walks through all lessons off screen.
#include "app/commands/tour.h"

#include <fmt/format.h>

#include "app/format.h"
#include "app/program/snapshot.h"
#include "lab/cli/command_tools.h"
#include "lab/cli/table.h"
#include "lab/opening/opening.h"
#include "lab/running/verdict.h"
#include "lab/words.h"
#include "platform/files.h"

namespace app {

namespace {

constexpr double card_cost = 3e6;  // plots of the tour stop at slow points
constexpr std::size_t most_card_runs = 40;

class Guide {
public:
    Guide(std::filesystem::path folder, std::ostream& err)
        : folder_(std::move(folder)), err_(err) {}
    const std::string& problem() const { return studio_.problem(); }
    std::string renderer() const { return studio_.renderer(); }
    int pictures() const { return pictures_; }
    bool failed() const { return failed_; }

    void visit(const lab::Lesson& lesson, lab::Table& table);

private:
    void save(const std::string& name, int width = 1920, int height = 1080);
    void every_view(const lab::Lesson& lesson);
    void refused_launch(const lab::Lesson& lesson);
    void row(const lab::Rung& rung, lab::Table& table);

    std::filesystem::path folder_;
    std::ostream& err_;
    Studio studio_;
    Shell shell_{lab::Worker::Mode::pumped};
    int pictures_ = 0;
    bool failed_ = false;
};

void Guide::save(const std::string& name, int width, int height) {
    Snapshot picture;
    picture.width = width;
    picture.height = height;
    if (failed_) return;
    const auto problem = write_png(folder_ / (name + ".png"), studio_.take(shell_, picture));
    failed_ = problem.has_value();
    if (problem)
        err_ << problem->message << " The tour ends here.\n";
    else
        ++pictures_;
}

// One row of the table: the counts of this rung's run.
void Guide::row(const lab::Rung& rung, lab::Table& table) {
    const auto& shown = shell_.session.shown();
    const lab::Run* run = shell_.session.counted();
    if (!run) return table.row({"", rung.title, "not run"});
    const simulator::Counters& c = run->counters;
    auto number = [](std::uint64_t value) {
        return lab::grouped(static_cast<std::int64_t>(value));
    };
    const bool timed = shown->timed && shown->timed->time.kind != lab::TimeKind::none;
    table.row({"", rung.title, number(c.warp_instructions),
               number(c.global_load_sectors + c.global_store_sectors),
               number(c.shared_load_wavefronts + c.shared_store_wavefronts),
               number(c.divergent_branches), number(c.barriers),
               timed ? lab::time_worded(shown->timed->time.median_ms) : "",
               lab::far_off(run->verdict) ? "far off, as allowed"
               : run->verdict.ok          ? "right"
               : run->verdict.checked     ? "wrong"
                                          : "not compared"});
}

void Guide::every_view(const lab::Lesson& lesson) {
    for (const auto& [slot, name] : stage_slots)
        for (const View* view : std::vector(shell_.stage_views(slot))) {
            shell_.slot = slot;
            shell_.view_of_slot[slot] = view->id;
            save(lesson.id + "-view-" + view->id);
        }
}

// Sets the first knob with a value past its limit to that value.
void Guide::refused_launch(const lab::Lesson& lesson) {
    for (const lab::Knob* knob : lesson.knobs) {
        if (!knob->beyond) continue;
        const lab::Request before = shell_.session.request;
        shell_.session.settings().set(*knob, *knob->beyond);
        shell_.session.complete();
        if (shell_.session.refusal()) save(lesson.id + "-refused");
        shell_.session.open(before);
        return shell_.session.complete();
    }
}

void Guide::visit(const lab::Lesson& lesson, lab::Table& table) {
    table.row({lesson.title});
    shell_.open_lesson(lesson);
    for (std::size_t rung = 0; rung < lesson.rungs.size() && !failed_; ++rung) {
        lab::Settings presets(lab::subject_of(lesson));
        presets.rung = static_cast<int>(rung);
        shell_.session.settings() = lab::opening_of(presets);
        shell_.session.complete(card_cost, most_card_runs);
        shell_.settle(false);
        row(lesson.rungs[rung], table);
        shell_.look.tone = rung % 2 == 0 ? Tone::dark : Tone::light;
        save(lesson.id + "-" + lesson.rungs[rung].id);
    }
    if (failed_) return;
    shell_.session.open(lesson);
    shell_.session.complete();
    shell_.session.forget_before();  // the user did not go from the last kernel to the first
    shell_.settle(false);
    every_view(lesson);
    shell_.look.tone = Tone::light;
    save(lesson.id + "-1366", 1366, 768);
    shell_.look.tone = Tone::dark;
    refused_launch(lesson);
}

int tour(lab::Arguments arguments, std::ostream& out, std::ostream& err) {
    lab::CommandFlags words(
        "warplens tour",
        "Draws every screen of every lesson into PNG files, and prints the same figures as a "
        "table.");
    std::string folder = "warplens-tour";
    words.add("FOLDER", folder, "where the files go (default warplens-tour)");
    if (const auto code = words.parse(arguments, out, err)) return *code;
    return write_tour(folder, out, err);
}

const lab::RegisterCommand tour_command({"tour", "tour [FOLDER]",
                                         "draws every screen of every lesson into PNG files", 70,
                                         tour});

}  // namespace

int write_tour(const std::filesystem::path& folder, std::ostream& out, std::ostream& err) {
    if (const std::string problem = platform::make_folder(folder); !problem.empty()) {
        err << "warplens tour: " << problem << '\n';
        return lab::exit_bad_file;
    }
    Guide guide(folder, err);
    if (!guide.problem().empty()) {
        err << "warplens tour: " << guide.problem() << '\n';
        return lab::exit_no_opengl;
    }
    using lab::Side;
    lab::Table table({Side::left, Side::left, Side::right, Side::right, Side::right, Side::right,
                      Side::right, Side::right, Side::left});
    table.row({"", "kernel", "warp instr.", "sectors", "wavefronts", "divergent", "barriers",
               "time", "result"});
    for (const lab::Lesson* lesson : lab::lessons()) {
        err << "Drawing " << lesson->title << '\n';
        guide.visit(*lesson, table);
        if (guide.failed()) break;
    }
    out << table.text(0);
    out << fmt::format("\n{} in {} ({})\n", plural(guide.pictures(), "picture"), folder.string(),
                       guide.renderer());
    return guide.failed() ? lab::exit_bad_file : lab::exit_right;
}

}  // namespace app
