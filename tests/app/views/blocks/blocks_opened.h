// The view Blocks of a rung at its picture, with the counts of the size asked for, where it opens.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/views/blocks/layout.h"
#include "app/weights.h"
#include "lab/asked.h"
#include "lab/running/simulation.h"
#include "tests/app/picture.h"

namespace test {

struct BlocksOpened {
    lab::Result result;
    app::Cursor cursor;
    app::Metrics metrics;
    app::Series series;

    explicit BlocksOpened(const char* rung, std::vector<const char*> knobs = {}) {
        lab::Request request;
        request.settings = *lab::settings_named(rung);
        for (const char* knob : knobs) EXPECT_FALSE(lab::assign(request.settings, knob)) << knob;
        result.request = request;
        result.counted = lab::simulate(request, lab::Playing::counted());
        request.settings = lab::picture_of(request.settings);
        result.picture = lab::simulate(request);
        cursor.step = app::opening_step(&view(), *result.picture);
    }
    static const app::View& view() { return *app::find_view("blocks"); }
    app::DrawContext context() const { return {result, cursor, metrics, series}; }
    std::string claim() const { return view().words.claim(context()); }
    std::string sentence() const { return view().words.sentence(context()); }
    Picture drawn(app::Rect area = {0, 0, 1100, 560}) const {
        return {"blocks", result, cursor, area};
    }
    const simulator::BlocksOverTime& times() const { return *app::shown_blocks(context()).times; }
};

}  // namespace test
