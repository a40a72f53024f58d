// Pages of remembered accesses, made on demand, and split into bytes at the first narrow access.
#include "simulator/watch/shadow.h"

#include <type_traits>
#include <utility>

namespace simulator::checks {

void Recent::add(const Access& access) {
    if (!last.same_warp(access)) {
        other_thread = other_warp.same_warp(access) ? other_warp : Access{};
        other_warp = last;
    } else if (!last.same_thread(access)) {
        other_thread = last;
    }
    last = access;
}

void Recent::forget(const Access& thread) {
    Recent kept;
    for (const Access& each : {other_warp, other_thread, last})
        if (each.time && !each.same_thread(thread)) kept.add(each);
    *this = kept;
}

ShadowMemory::ShadowMemory(const ShadowMemory& other)
    : pages_(other.pages_), most_pages_(other.most_pages_), more_(other.more_) {
    other.last_ = nullptr;
}

ShadowMemory::Page* ShadowMemory::page_of(Address index, bool bytewise) {
    if (!last_ || last_index_ != index) {
        auto found = pages_.find(index);
        if (found == pages_.end()) {
            if (!has_room(1)) return nullptr;
            found = pages_.emplace(index, std::make_shared<Page>()).first;
            found->second->cells.resize(page_bytes / word);
        } else if (found->second.use_count() > 1) {
            found->second = std::make_shared<Page>(*found->second);
        }
        last_ = found->second.get();
        last_index_ = index;
    }
    if (bytewise && !last_->bytewise && !split(*last_)) return nullptr;
    return last_;
}

bool ShadowMemory::has_signals(Page& page) {
    if (!page.signals.empty()) return true;
    const std::size_t taken = page.bytewise ? word : 1;
    if (!has_room(taken)) return false;
    more_ += taken;
    page.signals.resize(page.cells.size());
    return true;
}

bool ShadowMemory::split(Page& page) {
    const std::size_t taken = (word - 1) * (page.signals.empty() ? 1 : 2);
    if (!has_room(taken)) return false;
    more_ += taken;
    const auto into_bytes = [](auto& cells) {
        std::remove_reference_t<decltype(cells)> bytes;
        bytes.reserve(cells.size() * word);
        for (const auto& cell : cells) bytes.insert(bytes.end(), word, cell);
        cells = std::move(bytes);
    };
    into_bytes(page.cells);
    into_bytes(page.signals);
    page.bytewise = true;
    return true;
}

}  // namespace simulator::checks
