// A rung at values of its knobs, with its picture's run: what tests of one view begin with.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lab/asked.h"
#include "lab/running/simulation.h"

namespace test {

inline lab::Settings settings_of(const std::string& rung, const std::vector<const char*>& knobs) {
    lab::Settings made = *lab::settings_named(rung);
    for (const char* knob : knobs) EXPECT_FALSE(lab::assign(made, knob)) << knob;
    return made;
}

inline lab::Result drawn_rung(const std::string& rung, const std::vector<const char*>& knobs) {
    lab::Result result;
    result.request.settings = settings_of(rung, knobs);
    lab::Request drawn = result.request;
    drawn.settings = lab::picture_of(drawn.settings);
    result.picture = lab::simulate(drawn);
    return result;
}

}  // namespace test
