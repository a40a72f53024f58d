// Rungs that differ look different: every picture of the stage, of every two kernels that stand
// beside each other on a ladder, where each of them opens; and of every card.
#include <gtest/gtest.h>

#include <iterator>
#include <regex>
#include <set>

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

// Pictures that may look alike whatever two kernels do.
struct AlikeView {
    std::string_view view, why;
};
constexpr AlikeView alike_views[]{
    {"first_minute", "of the launch, whatever the kernel does"},
    {"chance", "of what came out, however it did"},
    {"dart_board", "of what came out, however it did"},
    {"error", "of what came out, however it did"},
    {"paths", "of what came out, step by step"},
    {"roof", "of times, of which there are none here"},
    {"timeline", "of times, of which there are none here"},
    {"scheduler", "full slots look alike, whoever fills them"},
    {"half_warps", "of one request, which may be served alike"},
    {"waves", "of the launch as it is asked for, which is a small one here"},
};

bool may_look_alike(const View& view) {
    return std::ranges::find(alike_views, view.id, &AlikeView::view) != std::end(alike_views);
}

// What a kernel has in common with the one before it by its nature.
struct AlikeKernels {
    std::string_view lesson, view, rung, why;  // no rung: each of the lesson
};
constexpr AlikeKernels alike_kernels[]{
    {"matrix_product", "signature", "", "each number comes from one row and one column"},
    {"divergence", "heat_map", "as_number", "both load each sector as often"},
    {"dot_product", "data_flow", "tree", "both have one tree, and differ behind its last sum"},
    {"divergence", "in_flight", "as_number", "both load each sector as often"},
    {"dot_product", "lanes", "tree", "both have one tree, and differ behind its last sum"},
};

const AlikeKernels* alike_by_nature(const View& view, const lab::Run& run) {
    const std::string rung = lab::rung_of(run.request.settings).id;
    const std::string lesson = run.request.settings.subject->id;
    const auto found = std::ranges::find_if(alike_kernels, [&](const AlikeKernels& one) {
        return one.lesson == lesson && one.view == view.id &&
               (one.rung.empty() || one.rung == rung);
    });
    return found == std::end(alike_kernels) ? nullptr : found;
}

// Whether a picture of the stage has something of both runs, and they did different things there.
bool did_different_things(const View& view, const lab::Run& before, const lab::Run& run) {
    if (!view.shows(run) || !view.shows(before)) return false;
    if (view.id == "packing" && needs_of(view, run) == needs_of(view, before)) return false;
    return !(run.counters == before.counters) && deeds_of(view, run) != deeds_of(view, before);
}

bool stands_on_the_stage(const View& view) { return on_stage(view.slot) && !view.needs.live; }

class Neighbours : public ::testing::TestWithParam<std::string> {};

TEST_P(Neighbours, LookDifferentWhereTheyOpen) {
    const lab::Lesson& lesson = *lab::find_lesson(GetParam());
    std::size_t number = 0;
    std::set<const AlikeKernels*> needed;
    bool alike = true;  // kernels that differ on the host's side alone
    std::shared_ptr<const lab::Run> before = run_of(lesson, 0);
    for (int rung = 1; rung < std::ssize(lesson.rungs); ++rung) {
        const auto run = run_of(lesson, rung);
        alike = alike && run->counters == before->counters;
        for (const View* view : views()) {
            if (!stands_on_the_stage(*view) || may_look_alike(*view)) continue;
            if (!did_different_things(*view, *before, *run)) continue;
            if (const AlikeKernels* alike = alike_by_nature(*view, *run)) {
                if (looks_of(*view, before) == looks_of(*view, run)) needed.insert(alike);
                continue;
            }
            if (!tests::in_part(number++, 4)) continue;
            EXPECT_TRUE(looks_of(*view, before) != looks_of(*view, run))
                << view->id << " of " << lesson.rungs[std::size_t(rung) - 1].id << " and "
                << lesson.rungs[std::size_t(rung)].id;
        }
        before = run;
    }
    EXPECT_TRUE(number > 0 || alike) << "no two kernels were compared";
    for (const AlikeKernels& alike : alike_kernels)
        EXPECT_TRUE(alike.lesson != lesson.id || needed.contains(&alike))
            << alike.view << " of " << alike.rung << " needs no exception: " << alike.why;
}

// Those of these views that look alike at some kernel of the lesson and the one before it.
std::set<std::string_view> views_alike_in(const lab::Lesson& lesson) {
    std::set<std::string_view> found;
    std::shared_ptr<const lab::Run> before = run_of(lesson, 0);
    for (int rung = 1; rung < std::ssize(lesson.rungs); ++rung) {
        const auto run = run_of(lesson, rung);
        for (const AlikeView& alike : alike_views) {
            const View& view = *find_view(alike.view);
            if (!found.contains(alike.view) && did_different_things(view, *before, *run) &&
                looks_of(view, before) == looks_of(view, run))
                found.insert(alike.view);
        }
        before = run;
    }
    return found;
}

// To run all lessons takes long: only ./test --all asks whether an exception is needed.
TEST(NeighboursAlike, EachExceptionIsNeeded) {
    std::set<std::string_view> needed;
    for (const AlikeView& alike : alike_views) {
        const View* view = find_view(alike.view);
        ASSERT_TRUE(view && stands_on_the_stage(*view)) << alike.view;
    }
    if (!tests::whole()) return;
    for (const lab::Lesson* lesson : lab::lessons()) needed.merge(views_alike_in(*lesson));
    for (const AlikeView& alike : alike_views)
        EXPECT_TRUE(needed.contains(alike.view))
            << alike.view << " needs no exception: " << alike.why;
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
bool is_of_times(const View& view) {
    return view.id == "timings" || view.id == "roofline" || view.needs.on_request;
}
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
    EXPECT_GT(number, 0u) << "no two kernels were compared";
}

std::vector<std::string> every_lesson() {
    std::vector<std::string> ids;
    for (const lab::Lesson* lesson : lab::lessons()) ids.push_back(lesson->id);
    return ids;
}

INSTANTIATE_TEST_SUITE_P(Lessons, Neighbours, ::testing::ValuesIn(every_lesson()),
                         [](const auto& info) { return info.param; });

}  // namespace
