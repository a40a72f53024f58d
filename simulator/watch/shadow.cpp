// Pages of remembered accesses, made when they are touched, split into bytes when a byte is.
#include "simulator/watch/shadow.h"

namespace simulator::checks {

void Shadow::read_by(const Access& access) {
    if (!reader.same_warp(access)) {
        other_thread = other_warp.same_warp(access) ? other_warp : Access{};
        other_warp = reader;
    } else if (!reader.same_thread(access)) {
        other_thread = reader;
    }
    reader = access;
}

void Shadow::written_by(const Access& access) {
    *this = {};
    write = access;
}

ShadowMemory::ShadowMemory(const ShadowMemory& other)
    : pages_(other.pages_), most_pages_(other.most_pages_) {
    other.last_ = nullptr;
}

ShadowMemory::Page* ShadowMemory::page_of(Address index, bool bytewise) {
    if (!last_ || last_index_ != index) {
        auto found = pages_.find(index);
        if (found == pages_.end()) {
            if (pages_.size() >= most_pages_) return nullptr;
            found = pages_.emplace(index, std::make_shared<Page>()).first;
            found->second->cells.resize(page_bytes / word);
        } else if (found->second.use_count() > 1) {
            found->second = std::make_shared<Page>(*found->second);
        }
        last_ = found->second.get();
        last_index_ = index;
    }
    if (bytewise && !last_->bytewise) split(*last_);
    return last_;
}

void ShadowMemory::split(Page& page) {
    std::vector<Shadow> bytes;
    bytes.reserve(page_bytes);
    for (const Shadow& cell : page.cells) bytes.insert(bytes.end(), word, cell);
    page.cells = std::move(bytes);
    page.bytewise = true;
}

}  // namespace simulator::checks
