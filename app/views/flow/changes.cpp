// Follows the versions of a cell back through a row. See changes.h.
#include "app/views/flow/changes.h"

#include <algorithm>

namespace app {

using simulator::Flow;
using simulator::Version;
using simulator::VersionKind;

std::vector<std::uint32_t> changes_of(const Flow& flow, const FlowMark& mark) {
    std::vector<std::uint32_t> all;
    std::uint32_t version = mark.version;
    for (int i = 0; i < mark.writes && version; ++i) {
        const Version& at = flow.versions[version];
        const Version& last = flow.versions[mark.version];
        if (at.block != last.block || at.launch != last.launch) break;
        if (i > 0 && at.kind != VersionKind::atomic) break;  // atomics keep what stood there
        all.push_back(version);
        if (at.kind != VersionKind::atomic) break;
        version = at.previous;
    }
    return all;
}

std::set<std::uint32_t> threads_of(const Flow& flow, const FlowMark& mark) {
    std::set<std::uint32_t> threads;
    for (const std::uint32_t version : changes_of(flow, mark))
        threads.insert(flow.versions[version].thread);
    return threads;
}

void SharedChanges::add(const Flow& flow, const FlowRow& row) {
    for (const FlowMark& mark : row.marks) {
        if (!mark.writes || flow.versions[mark.version].kind != VersionKind::atomic) continue;
        changes += mark.writes;
        const std::set<std::uint32_t> its = threads_of(flow, mark);
        if (its.size() < 2) continue;
        ++cells;
        most = std::max(most, its.size());
        threads.insert(its.begin(), its.end());
    }
}

}  // namespace app
