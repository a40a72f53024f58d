// See flags.h.
#include "simulator/watch/flags.h"

namespace simulator::checks {
namespace {

constexpr std::size_t most_flags = 1 << 12;  // flags whose setters are kept

}  // namespace

void Flags::read(Address address, const Signal& reader, BlockOrder& order) const {
    const auto found = flags_.find(address);
    if (found == flags_.end()) return;
    const Flag& flag = found->second;
    const bool of_others = flag.block != reader.block;
    if (of_others && !(flag.wide && reader.wide)) return;
    if (flag.set && reader.waits) order.see(reader.warp, flag.setter, flag.set);
    if (!of_others && reader.acquires) order.learn(reader.warp, flag.near, false);
    if (!of_others && !reader.acquires) order.hear(reader.warp, flag.near, false);
    if (reader.wide && reader.acquires)
        order.learn(reader.warp, flag.far, true);
    else
        order.hear(reader.warp, flag.far, true);
}

std::size_t Flags::write(Address address, const Signal& writer, const BlockOrder& order,
                         bool may_tell) {
    // A release carries everything before it; another write carries everything before its thread's
    // last fence.
    const auto until = [&](bool wide) {
        const bool releases = writer.releases && (writer.wide || !wide);
        return releases ? writer.time : order.fenced(writer.warp, writer.lane, wide);
    };
    Known near, far;
    if (const Time last = until(false); last && may_tell) {
        near = order.told_by(writer.warp, last);
        far = until(true) == last ? near : order.told_by(writer.warp, until(true));
    }
    if (!near && flags_.size() >= most_flags && !flags_.contains(address)) return 0;
    Flag& flag = flags_[address];
    // Earlier knowledge stays if an atomic, or the thread that set the flag, writes.
    const bool same_block = flag.block == writer.block;
    const bool same_thread = flag.setter == writer.whose() && flag.lane == writer.lane;
    const bool goes_on = writer.atomic || same_thread;
    const bool seen = goes_on && (same_block || (flag.wide && writer.wide));
    if (near || flag.near || flag.far) {
        const Known near_before = goes_on && same_block ? flag.near : nullptr;
        const Known far_before = seen ? flag.far : nullptr;
        const bool alike = near == far && near_before == far_before;
        flag.near = joined(near_before, near);
        flag.far = alike ? flag.near : joined(far_before, far);
    }
    flag.wide = writer.wide;
    flag.block = writer.block, flag.lane = writer.lane;
    flag.setter = writer.whose(), flag.set = writer.time;
    flag.value = writer.value;
    return near ? flag.near->entries.size() : 0;
}

std::optional<std::uint64_t> Flags::value(Address address) const {
    const auto found = flags_.find(address);
    if (found == flags_.end()) return std::nullopt;
    return found->second.value;
}

}  // namespace simulator::checks
