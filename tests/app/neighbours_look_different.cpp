// Rungs that differ look different: every picture of the stage, of every two kernels that stand
// beside each other on a ladder, where each of them opens; and of every card.
#include <gtest/gtest.h>

#include <regex>

#include "app/views/occupancy/packing.h"
#include "app/views/tiles/product.h"
#include "app/weights.h"
#include "lab/library.h"
#include "lab/running/simulation.h"
#include "lab/time/bench.h"
#include "tests/app/picture.h"
#include "tests/app/view_says.h"
#include "tests/helpers/part.h"

namespace {

using namespace app;
using namespace test;

std::shared_ptr<const lab::Run> run_of(const lab::Lesson& lesson, int rung) {
    lab::Request request;
    request.settings = lab::Settings(lab::subject_of(lesson));
    request.settings.rung = rung;
    request.settings = lab::picture_of(request.settings);
    return lab::simulate(request);
}

lab::Result shown_of(const std::shared_ptr<const lab::Run>& run) {
    lab::Result result;
    result.request = run->request;
    result.picture = result.counted = run;
    result.timed = lab::modelled(*run);
    return result;
}

// All that is drawn and said, without the numbers of lines.
std::string looks_of(const View& view, const std::shared_ptr<const lab::Run>& run,
                     const Series& series = {}) {
    const lab::Result result = shown_of(run);
    Cursor cursor;
    cursor.step = opening_step(&view, *run);
    const Picture picture(view.id, result, cursor, {0, 0, 1100, 560}, series);
    std::string all = (view.words.claim ? view_claim(view.id, *run, cursor) : "") + "\n" +
                      (view.words.sentence ? view_sentence(view.id, *run, cursor) : "") + "\n";
    for (const NotedText& text : picture.notes.texts)
        all += text.text + " " + std::to_string(int(text.box.x)) + " " +
               std::to_string(int(text.style.font)) + "\n";
    for (const NotedMark& mark : picture.notes.marks)
        all += std::to_string(int(mark.kind)) + " " + std::to_string(int(mark.colour.role)) + " " +
               std::to_string(int(mark.box.x)) + " " + std::to_string(int(mark.box.y)) + " " +
               std::to_string(int(mark.box.w)) + " " + std::to_string(int(mark.box.h)) + "\n";
    return std::regex_replace(all, std::regex("[Ll]ine [0-9]+"), "line");
}

// For how many products each load serves, and how each tile is read.
std::string loads_of_tiles(const lab::Run& run) {
    std::string all;
    for (const ProductMatrix& matrix : product_of(run)->of) {
        const TileSums sums = matrix.at(product_of(run)->steps());
        all += std::to_string(sums.memory) + " " + std::to_string(sums.shared) + " " +
               std::to_string(sums.wavefronts) + "\n";
    }
    return all;
}

// What the run did, step by step; of the one memory that the view shows, where it shows no other.
// A signature says which cell comes from which, in whatever banks it lay on the way.
// Two runs that did the same look the same.
std::string deeds_of(const View& view, const lab::Run& run) {
    std::string all;
    if (view.id == "tiles") return loads_of_tiles(run);
    const bool of_loads = view.id == "in_flight" || view.id == "levels";
    const bool of_global = of_loads || view.id == "heat_map" || view.id == "coalescing";
    // Loads under way are those of one launch, and so is a flow; the picture opens in one. The ways
    // of values are counted as far as it goes.
    const int opens = opening_step(&view, run);
    const bool of_launch = view.id == "in_flight" || view.id == "data_flow";
    const bool so_far = view.id == "way";
    // Of the memory's views one alone shows what atomics do.
    const bool queues = view.id == "same_address";
    const bool no_atomics = view.id == "banks" || view.id == "coalescing";
    for (int i = 0; i < std::ssize(run.steps); ++i) {
        const simulator::Step& step = run.steps[std::size_t(i)];
        if (so_far && i > opens) break;
        const bool atomic = step.kind == simulator::EventKind::atomic;
        if ((queues && !atomic) || (no_atomics && atomic)) continue;
        if (of_launch && step.launch != run.steps[std::size_t(opens)].launch) continue;
        if (view.id == "banks" && step.space != simulator::Space::shared) continue;
        if (of_loads && step.kind != simulator::EventKind::load) continue;
        if (of_global && step.space != simulator::Space::global) continue;
        // Wherever they lie in memory; of lanes, which are on, whatever bytes they want.
        const bool values = view.id == "data_flow" ||
                            (view.id == "lanes" && step.space == simulator::Space::global);
        for (const std::uint32_t id : step.events) {
            const simulator::Event& event = run.trace->events[id];
            all += std::to_string(int(event.kind)) + " " + std::to_string(int(event.space)) + " " +
                   std::to_string(event.warp) + " " + std::to_string(event.mask) + " " +
                   (values ? "" : std::to_string(event.sectors)) + " " +
                   (values || view.id == "signature" ? "" : std::to_string(event.wavefronts)) +
                   "\n";
        }
    }
    return all;
}

// What a multiprocessor gives a block of the launch that is shown: all that is packed.
std::vector<std::int64_t> needs_of(const View& view, const lab::Run& run) {
    const int launch = run.steps[std::size_t(opening_step(&view, run))].launch;
    std::vector<std::int64_t> given;
    for (const lab::Room& room : packing_of(run, launch).held.rooms) given.push_back(room.of_block);
    return given;
}

// What two kernels have in common by their nature: each number of a product comes from one row and
// one column, and the last tiles are read alike; of butterflies it is not drawn where their factors
// come from.
bool alike_by_nature(const View& view, const lab::Run& run) {
    const std::string rung = lab::rung_of(run.request.settings).id;
    const std::string lesson = run.request.settings.subject->id;
    if (lesson == "fft") return view.id == "data_flow" && rung == "table";
    return lesson == "matrix_product" &&
           (view.id == "signature" || (view.id == "banks" && rung == "oblong"));
}

class Neighbours : public ::testing::TestWithParam<std::string> {};

TEST_P(Neighbours, LookDifferentWhereTheyOpen) {
    const lab::Lesson& lesson = *lab::find_lesson(GetParam());
    std::size_t number = 0;
    std::shared_ptr<const lab::Run> before = run_of(lesson, 0);
    for (int rung = 1; rung < std::ssize(lesson.rungs); ++rung) {
        const auto run = run_of(lesson, rung);
        for (const View* view : views()) {
            if (!on_stage(view->slot) || view->needs.live) continue;
            if (view->id == "first_minute") continue;  // of the launch, whatever the kernel does
            if (view->id == "chance") continue;        // of what came out, however it did
            if (view->id == "dart_board" || view->id == "error") continue;  // likewise
            if (alike_by_nature(*view, *run)) continue;
            if (view->id == "paths") continue;  // likewise, step by step
            // Of times, of which there are none here.
            if (view->id == "roof" || view->id == "timeline") continue;
            if (!view->shows(*run) || !view->shows(*before)) continue;
            if (view->id == "scheduler") continue;  // full slots look alike, whoever fills them
            if (view->id == "packing" && needs_of(*view, *run) == needs_of(*view, *before))
                continue;
            if (run->counters == before->counters) continue;
            if (deeds_of(*view, *run) == deeds_of(*view, *before)) continue;
            if (!tests::in_part(number++, 4)) continue;
            EXPECT_TRUE(looks_of(*view, before) != looks_of(*view, run))
                << view->id << " of " << lesson.rungs[std::size_t(rung) - 1].id << " and "
                << lesson.rungs[std::size_t(rung)].id;
        }
        before = run;
    }
}

// What a card compares with, as far as it is counted in no time; their times are the formula's.
void fill(Series& series, const View& view, const lab::Settings& settings) {
    if (!view.needs.settings) return;
    for (const lab::Settings& other : view.needs.settings(settings)) {
        if (series.knows(other) || lab::refusal(other) || lab::cost_of(other) > 2e5) continue;
        if (lab::is_library(other)) continue;  // nobody simulates it
        lab::Request request;
        request.settings = other;
        series.add(shown_of(lab::simulate(request, lab::Playing::counted())));
    }
}

bool same_time(const lab::Run& one, const lab::Run& other) {
    return lab::modelled(one)->time.median_ms == lab::modelled(other)->time.median_ms;
}

// Of cards of requests to global memory: what they show of a kernel.
bool shows_the_same(const View& view, const lab::Run& one, const lab::Run& other) {
    if (!view.id.starts_with("sectors_by_")) return false;
    const auto sectors = [](const lab::Run& run) {
        const simulator::Counters& counts = run.counters;
        return double(counts.global_load_sectors) / double(counts.global_load_requests);
    };
    return sectors(one) == sectors(other);
}

// Nothing to show where the formula tells no time; what cards show of counts is there still.
bool is_of_times(const View& view) { return view.id == "timings" || view.id == "roofline"; }
bool untimed(const lab::Run& run) { return run.time.kind == lab::TimeKind::none; }

// Cards too: what one kernel counts or takes is not what the next one does.
TEST_P(Neighbours, HaveDifferentCards) {
    const lab::Lesson& lesson = *lab::find_lesson(GetParam());
    std::size_t number = 0;
    Series series;
    std::shared_ptr<const lab::Run> before = run_of(lesson, 0);
    for (int rung = 1; rung < std::ssize(lesson.rungs); ++rung) {
        const auto run = run_of(lesson, rung);
        for (const auto& each : {before, run}) series.add(shown_of(each));
        for (const View* view : views()) {
            if (view->slot != Slot::card ||
                (run->counters == before->counters && same_time(*run, *before)))
                continue;
            if (view->fits && (!view->fits(*run) || !view->fits(*before))) continue;
            if (view->needs.recorded_only) continue;  // of recordings, which are not read here
            if (shows_the_same(*view, *run, *before)) continue;
            if (is_of_times(*view) && untimed(*before) && untimed(*run)) continue;
            if (!tests::in_part(number++, 4)) continue;
            for (const auto& each : {before, run}) fill(series, *view, each->request.settings);
            EXPECT_TRUE(looks_of(*view, before, series) != looks_of(*view, run, series))
                << view->id << " of " << lesson.rungs[std::size_t(rung) - 1].id << " and "
                << lesson.rungs[std::size_t(rung)].id;
        }
        before = run;
    }
}

std::vector<std::string> every_lesson() {
    std::vector<std::string> ids;
    for (const lab::Lesson* lesson : lab::lessons()) ids.push_back(lesson->id);
    return ids;
}

INSTANTIATE_TEST_SUITE_P(Lessons, Neighbours, ::testing::ValuesIn(every_lesson()),
                         [](const auto& info) { return info.param; });

}  // namespace
