// The model of pages. See pages.h.
#include "lab/pages/pages.h"

#include <algorithm>
#include <numeric>

namespace lab {
namespace {

using Direction = Transfer::Way;
using Means = Transfer::Means;

// Pages [first, end) of an array.
struct PageRange {
    std::size_t first = 0, end = 0;
};

PageRange range_of(const Buffer& buffer, std::uint64_t first, std::uint64_t count) {
    const std::uint64_t width = simulator::size_of(buffer.type);
    if (count == 0) return {};
    const std::uint64_t begin = first * width, end = (first + count) * width;
    return {std::size_t(begin / page_bytes), std::size_t((end + page_bytes - 1) / page_bytes)};
}

// One step, played on the pages.
class PlayedStep {
public:
    PlayedStep(const Plan& plan, PagesStep& step) : plan_(plan), step_(step) {}

    void play(const Launch& launch) {
        for (const Touched& part : launch.touches)
            touch(part.buffer, part.first, part.count, Direction::to_device, part.writes);
        if (!launch.touches.empty()) return;
        for (const Buffer& buffer : buffers_of(launch))
            touch(buffer, 0, buffer.count, Direction::to_device, true);
    }
    void play(const Copy& copy) {
        touch(copy.from, 0, copy.from.count, Direction::to_device, false);
        touch(copy.to, 0, copy.to.count, Direction::to_device, true);
    }
    void play(const Clear& clear) {
        touch(clear.buffer, 0, clear.buffer.count, Direction::to_device, true);
    }
    void play(const Transfer& transfer) {
        if (transfer.means == Means::copy) return copy(transfer);
        touch(transfer.buffer, transfer.first, transfer.elements(), transfer.way, false);
    }
    void play(const MemoryCall& call) { std::ranges::fill(pages(call.buffer).at, PageAt::nowhere); }

private:
    ArrayPages& pages(const Buffer& buffer) {
        return step_.arrays[static_cast<std::size_t>(buffer.id)];
    }

    void copy(const Transfer& transfer) {
        const bool in = transfer.way == Direction::to_device;
        ArrayPages& array = pages(transfer.buffer);
        array.touched = true;
        const PageRange range = range_of(transfer.buffer, transfer.first, transfer.elements());
        for (std::size_t page = range.first; page < range.end; ++page) {
            array.at[page] = PageAt::both;
            array.moves[page] = in ? PageMove::to_device : PageMove::to_host;
        }
        (in ? step_.bytes_in : step_.bytes_out) += transfer.bytes();
    }

    void touch(const Buffer& buffer, std::uint64_t first, std::uint64_t count, Direction side,
               bool writes) {
        pages(buffer).touched = true;
        const PageRange range = range_of(buffer, first, count);
        for (std::size_t page = range.first; page < range.end; ++page)
            touch_page(buffer, page, side == Direction::to_device, writes);
    }

    void touch_page(const Buffer& buffer, std::size_t page, bool by_device, bool writes) {
        const Allocation& allocation = plan_.allocation(buffer);
        ArrayPages& array = pages(buffer);
        PageAt& at = array.at[page];
        PageMove& move = array.moves[page];
        const PageAt here = by_device ? PageAt::device : PageAt::host;
        if (allocation.kind == MemoryKind::mapped) {
            at = PageAt::host;
            if (by_device) move = PageMove::over_the_bus;
        } else if (allocation.kind == MemoryKind::device) {
            // The host reads its own copy. What the device writes is newer than that.
            if (by_device && (writes || at == PageAt::nowhere)) at = PageAt::device;
        } else if (at == PageAt::nowhere) {
            at = here;
            move = by_device ? PageMove::made_on_device : PageMove::made_on_host;
        } else {
            if (at != here && at != PageAt::both) cross(move, by_device);
            const bool stays = at != here && allocation.read_mostly && !writes;
            at = stays ? PageAt::both : here;
        }
    }

    void cross(PageMove& move, bool to_device) {
        move = to_device ? PageMove::to_device : PageMove::to_host;
        (to_device ? step_.bytes_in : step_.bytes_out) += page_bytes;
    }

    const Plan& plan_;
    PagesStep& step_;
};

// The host has filled its inputs; memory of the device has nothing then.
ArrayPages before_steps(const Allocation& allocation) {
    const bool filled = allocation.fill.kind != Fill::Kind::none;
    const bool hosts = filled || allocation.kind == MemoryKind::mapped;
    const auto pages = static_cast<std::size_t>(pages_in(allocation.buffer));
    return {.at = std::vector(pages, hosts ? PageAt::host : PageAt::nowhere),
            .moves = std::vector(pages, PageMove::none)};
}

}  // namespace

std::uint64_t pages_in(const Buffer& buffer) {
    const std::uint64_t bytes = buffer.count * simulator::size_of(buffer.type);
    return (bytes + page_bytes - 1) / page_bytes;
}

std::uint64_t ArrayPages::count(PageMove move) const {
    return static_cast<std::uint64_t>(std::ranges::count(moves, move));
}

std::uint64_t PagesStep::count(PageMove move) const {
    return std::accumulate(
        arrays.begin(), arrays.end(), std::uint64_t{0},
        [&](std::uint64_t sum, const ArrayPages& array) { return sum + array.count(move); });
}

std::uint64_t Pages::count(PageMove move) const {
    return std::accumulate(
        steps.begin(), steps.end(), std::uint64_t{0},
        [&](std::uint64_t sum, const PagesStep& step) { return sum + step.count(move); });
}

Pages pages_of(const Plan& plan) {
    Pages pages;
    for (const Allocation& allocation : plan.allocations)
        pages.before.push_back(before_steps(allocation));
    std::vector<ArrayPages> now = pages.before;
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
        for (ArrayPages& array : now) {
            std::ranges::fill(array.moves, PageMove::none);
            array.touched = false;
        }
        PagesStep& step = pages.steps.emplace_back(PagesStep{i, now});
        std::visit([&](const auto& any) { PlayedStep(plan, step).play(any); }, plan.steps[i]);
        now = step.arrays;
    }
    return pages;
}

bool for_both_sides(const Plan& plan) {
    return std::ranges::any_of(plan.allocations, [](const Allocation& allocation) {
        return allocation.kind != MemoryKind::device;
    });
}

bool is_about_pages(const Plan& plan) {
    return for_both_sides(plan) || std::ranges::any_of(plan.steps, [](const PlanStep& step) {
               const auto* transfer = std::get_if<Transfer>(&step);
               return transfer && transfer->means == Means::read;
           });
}

}  // namespace lab
