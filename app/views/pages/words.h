// What "Pages" says of a plan's steps: names, and what moved in each.
#pragma once

#include <string>
#include <vector>

#include "lab/pages/pages.h"

namespace app {

// The pages of a plan's timed steps.
struct DrawnPages {
    lab::Plan plan;
    lab::Pages pages;
    std::vector<std::size_t> timed;  // indices in pages.steps

    std::size_t rows() const { return timed.size() + 1; }  // the first one: before the time begins
    /// nullptr for the row before all steps.
    const lab::PagesStep* step(std::size_t row) const {
        return row == 0 ? nullptr : &pages.steps[timed[row - 1]];
    }
    const lab::ArrayPages& array(std::size_t row, std::size_t id) const {
        return row == 0 ? first[id] : pages.steps[timed[row - 1]].arrays[id];
    }
    /// The row of the launch with this number among the timed ones; 0 where there is none.
    std::size_t row_of_launch(int launch) const;

    std::vector<lab::ArrayPages> first{};  // before the first timed step
};

DrawnPages drawn_pages(lab::Plan plan);

/// "launch 2 of add_multiple", "prefetch of x to the device", then shorter forms.
std::vector<std::string> step_names(const DrawnPages&, std::size_t row);
/// "256 pages to the device", then shorter forms; one empty text where nothing moves.
std::vector<std::string> moves_words(const lab::PagesStep&);
/// "x: 256 pages with the host, 0 on the device".
std::string lie_words(const DrawnPages&, std::size_t row, std::size_t array);
std::string pages_claim(const DrawnPages&);
std::string pages_sentence(const DrawnPages&, std::size_t row);
std::string pages_numbers(const DrawnPages&);

}  // namespace app
