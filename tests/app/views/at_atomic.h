// The picture of a histogram at the step of its first atomic.
#pragma once

#include <string>
#include <vector>

#include "app/view.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/view_says.h"

namespace test {

inline int step_of_atomic(const lab::Run& run, simulator::Space space) {
    for (int step = 0; step < int(run.steps.size()); ++step)
        if (run.steps[std::size_t(step)].kind == simulator::EventKind::atomic &&
            run.steps[std::size_t(step)].space == space)
            return step;
    return -1;
}

struct AtAtomic {
    lab::Result result;
    app::Cursor cursor;
    AtAtomic(const std::string& rung, const std::vector<const char*>& knobs = {})
        : result(drawn_rung("histogram/" + rung, knobs)) {
        cursor.step = step_of_atomic(*result.picture, simulator::Space::global);
    }
    std::string claim(const char* view) const {
        return test::view_claim(view, *result.picture, cursor);
    }
    std::string sentence(const char* view) const {
        return test::view_sentence(view, *result.picture, cursor);
    }
};

}  // namespace test
