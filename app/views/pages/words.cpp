// See words.h.
#include "app/views/pages/words.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/format.h"
#include "lab/run.h"

namespace app {
namespace {

using lab::PageAt;
using lab::PageMove;
using lab::Transfer;

std::uint64_t lying(const lab::ArrayPages& array, PageAt side) {
    return std::uint64_t(std::ranges::count_if(
        array.at, [side](PageAt at) { return at == side || at == PageAt::both; }));
}

std::string pages_text(std::uint64_t count) { return plural(std::int64_t(count), "page"); }

struct NamedMove {
    PageMove move;
    const char *whole, *brief;
};
constexpr std::array named_moves{
    NamedMove{PageMove::to_device, " to the device", " in"},
    NamedMove{PageMove::to_host, " to the host", " out"},
    NamedMove{PageMove::made_on_device, " made on the device", " made"},
    NamedMove{PageMove::made_on_host, " made with the host", " made"},
    NamedMove{PageMove::over_the_bus, " reached over the bus", " reached"},
};

bool by_launch(const DrawnPages& drawn, std::size_t row) {
    return row > 0 && std::holds_alternative<lab::Launch>(drawn.plan.steps[drawn.timed[row - 1]]);
}

std::vector<std::string> names_of(const lab::Plan& plan, const Transfer& transfer) {
    const std::string array = plan.allocation(transfer.buffer).name, side = name_of(transfer.way);
    if (transfer.means == Transfer::Means::read)
        return {"The host reads " + array, "read " + array};
    const std::string what = transfer.means == Transfer::Means::copy ? "Copy" : "Prefetch";
    return {what + " of " + array + " to the " + side, what + " " + array, array};
}

}  // namespace

std::size_t DrawnPages::row_of_launch(int launch) const {
    std::size_t last = 0;
    for (std::size_t row = 1; row < rows(); ++row) {
        if (!by_launch(*this, row)) continue;
        last = row;
        if (launch-- <= 0) break;
    }
    return last;
}

DrawnPages drawn_pages(lab::Plan plan) {
    DrawnPages drawn{std::move(plan), {}, {}};
    drawn.pages = lab::pages_of(drawn.plan);
    drawn.first = drawn.pages.before;
    for (const lab::PagesStep& step : drawn.pages.steps) {
        if (lab::is_timed(drawn.plan.steps[step.step]))
            drawn.timed.push_back(step.step);
        else if (drawn.timed.empty())
            drawn.first = step.arrays;
    }
    return drawn;
}

std::vector<std::string> step_names(const DrawnPages& drawn, std::size_t row) {
    if (row == 0) return {"Before the time begins", "Before"};
    const lab::PlanStep& step = drawn.plan.steps[drawn.timed[row - 1]];
    if (const auto* transfer = std::get_if<Transfer>(&step)) return names_of(drawn.plan, *transfer);
    if (const auto* clear = std::get_if<lab::Clear>(&step)) {
        const std::string& array = drawn.plan.allocation(clear->buffer).name;
        return {"The device clears " + array, "clear " + array};
    }
    if (const auto* call = std::get_if<lab::MemoryCall>(&step)) {
        const std::string& array = drawn.plan.allocation(call->buffer).name;
        return {(call->frees ? "Free of " : "Allocation of ") + array,
                (call->frees ? "free " : "allocate ") + array};
    }
    const auto* launch = std::get_if<lab::Launch>(&step);
    if (!launch) return {"Copy on the device", "copy"};
    std::size_t number = 0;
    for (std::size_t before = 1; before <= row; ++before) number += by_launch(drawn, before);
    return {fmt::format("Launch {} of {}", number, launch->kernel),
            fmt::format("Launch {}", number)};
}

std::vector<std::string> moves_words(const lab::PagesStep& step) {
    std::string whole, brief;
    for (const NamedMove& named : named_moves) {
        const std::uint64_t count = step.count(named.move);
        if (count == 0) continue;
        const std::string joint = whole.empty() ? "" : ", ";
        whole += joint + pages_text(count) + named.whole;
        brief += joint + grouped(std::int64_t(count)) + named.brief;
    }
    return {whole, brief};
}

std::string lie_words(const DrawnPages& drawn, std::size_t row, std::size_t array) {
    const lab::ArrayPages& pages = drawn.array(row, array);
    return fmt::format("*{}*: {} with the host, {} on the device",
                       drawn.plan.allocations[array].name, pages_text(lying(pages, PageAt::host)),
                       grouped(std::int64_t(lying(pages, PageAt::device))));
}

std::string pages_claim(const DrawnPages& drawn) {
    std::uint64_t in = 0, out = 0, reached = 0;
    for (std::size_t row = 1; row < drawn.rows(); ++row) {
        in += drawn.step(row)->count(PageMove::to_device);
        out += drawn.step(row)->count(PageMove::to_host);
        reached += drawn.step(row)->count(PageMove::over_the_bus);
    }
    if (reached > 0) return "No page moves: kernels reach " + pages_text(reached) + " over the bus";
    if (in + out == 0) return "No page moves";
    return pages_text(in) + " to the device, and " + grouped(std::int64_t(out)) + " back";
}

std::string pages_sentence(const DrawnPages& drawn, std::size_t row) {
    if (row == 0) return "The host has written its arrays, and no step has run.";
    const lab::PagesStep& step = *drawn.step(row);
    const std::string name = step_names(drawn, row).front();
    const std::uint64_t in = step.count(PageMove::to_device),
                        reached = step.count(PageMove::over_the_bus);
    if (!by_launch(drawn, row)) return name + ".";
    if (reached > 0)
        return fmt::format("{} reaches *{}* of the host over the bus, as each launch does.", name,
                           pages_text(reached));
    if (in > 0)
        return fmt::format("{} touches *{}* that lie with the host. They move, and warps wait.",
                           name, pages_text(in));
    return name + " finds all its pages on the device: *none moves*.";
}

std::string pages_numbers(const DrawnPages& drawn) {
    std::string csv =
        "step,array,pages with the host,pages on the device,to the device,to the host,"
        "made on the device,made with the host,reached over the bus\n";
    for (std::size_t row = 0; row < drawn.rows(); ++row)
        for (std::size_t id = 0; id < drawn.plan.allocations.size(); ++id) {
            const lab::ArrayPages& array = drawn.array(row, id);
            csv += fmt::format("{},{},{},{}", step_names(drawn, row).front(),
                               drawn.plan.allocations[id].name, lying(array, PageAt::host),
                               lying(array, PageAt::device));
            for (const NamedMove& named : named_moves)
                csv += fmt::format(",{}", row == 0 ? 0 : array.count(named.move));
            csv += "\n";
        }
    return csv;
}

}  // namespace app
