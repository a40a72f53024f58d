// Where the pages of a plan's arrays lie after each of its steps. A model: what a step touches
// follows from the plan, and a page moves when the other side touches it. Used by the view "Pages",
// by the formula of times and by references in lessons' texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lab/plan.h"

namespace lab {

// The driver's unit on x86 hosts: a fault of the GPU moves at least so much of managed memory. It
// may fetch more of the 2 MiB around it, which the model leaves out.
constexpr std::uint64_t page_bytes = 64 * 1024;

// Where a page's values lie.
enum class PageAt : std::uint8_t { nowhere, host, device, both };

// What a step does with a page.
enum class PageMove : std::uint8_t {
    none,
    made_on_host,    // first touched there: nothing moves
    made_on_device,  // the same on the device
    to_device,       // the device's touch, a prefetch or a copy brings it
    to_host,
    over_the_bus,  // the device reaches it in the host's memory
};

// One array after one step.
struct ArrayPages {
    std::vector<PageAt> at;       // by page
    std::vector<PageMove> moves;  // by page, in this step
    bool touched = false;         // by the step
    std::uint64_t count(PageMove move) const;
};

struct PagesStep {
    std::size_t step = 0;            // of the plan
    std::vector<ArrayPages> arrays;  // by buffer id
    std::uint64_t count(PageMove move) const;
    /// The bytes that cross the bus to that side. A copy's are exact, others are whole pages.
    std::uint64_t bytes_in = 0, bytes_out = 0;
};

struct Pages {
    std::vector<ArrayPages> before;  // by buffer id: as the host left them
    std::vector<PagesStep> steps;    // all of the plan
    std::uint64_t count(PageMove move) const;
};

Pages pages_of(const Plan& plan);
std::uint64_t pages_in(const Buffer& buffer);

/// Whether a plan has memory that both sides reach.
bool for_both_sides(const Plan& plan);
/// Whether it is worth drawing where pages lie: both sides reach an array, or the host reads one.
bool is_about_pages(const Plan& plan);

}  // namespace lab
