// Rungs that differ look different: every picture of the stage, of every two kernels that stand
// beside each other on a ladder, where each of them opens.
#include <gtest/gtest.h>

#include <regex>

#include "app/weights.h"
#include "app_picture.h"
#include "lab/simulation.h"

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

// All that is drawn and said, without the numbers of lines.
std::string looks_of(const View& view, const std::shared_ptr<const lab::Run>& run) {
    lab::Result result;
    result.request = run->request;
    result.picture = run;
    Cursor cursor;
    cursor.step = opening_step(&view, *run);
    const Picture picture(view.id, result, cursor, {0, 0, 1100, 560});
    std::string all = (view.claim ? view.claim(*run, cursor) : "") + "\n" +
                      (view.sentence ? view.sentence(*run, cursor) : "") + "\n";
    for (const NotedText& text : picture.notes.texts)
        all += text.text + " " + std::to_string(int(text.box.x)) + "\n";
    for (const NotedMark& mark : picture.notes.marks)
        all += std::to_string(int(mark.kind)) + " " + std::to_string(int(mark.colour.role)) + " " +
               std::to_string(int(mark.box.x)) + " " + std::to_string(int(mark.box.y)) + " " +
               std::to_string(int(mark.box.w)) + " " + std::to_string(int(mark.box.h)) + "\n";
    return std::regex_replace(all, std::regex("[Ll]ine [0-9]+"), "line");
}

// What the run did, step by step; of the one memory that the view shows, where it shows no other.
// Two runs that did the same look the same.
std::string deeds_of(const View& view, const lab::Run& run) {
    std::string all;
    for (const simulator::Step& step : run.steps) {
        if (view.id == "banks" && step.space != simulator::Space::shared) continue;
        if (view.id == "heat_map" && step.space != simulator::Space::global) continue;
        for (const std::uint32_t id : step.events) {
            const simulator::Event& event = run.trace->events[id];
            all += std::to_string(int(event.kind)) + " " + std::to_string(int(event.space)) + " " +
                   std::to_string(event.warp) + " " + std::to_string(event.mask) + " " +
                   std::to_string(event.sectors) + " " + std::to_string(event.wavefronts) + "\n";
        }
    }
    return all;
}

class Neighbours : public ::testing::TestWithParam<std::string> {};

TEST_P(Neighbours, LookDifferentWhereTheyOpen) {
    const lab::Lesson& lesson = *lab::find_lesson(GetParam());
    std::shared_ptr<const lab::Run> before = run_of(lesson, 0);
    for (int rung = 1; rung < std::ssize(lesson.rungs); ++rung) {
        const auto run = run_of(lesson, rung);
        for (const View* view : views()) {
            if (!on_stage(view->slot) || view->needs_live) continue;
            if (view->fits && (!view->fits(*run) || !view->fits(*before))) continue;
            if (run->counters == before->counters) continue;
            if (deeds_of(*view, *run) == deeds_of(*view, *before)) continue;
            EXPECT_TRUE(looks_of(*view, before) != looks_of(*view, run))
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
