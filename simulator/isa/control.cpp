// Branches, exits, calls and barriers. The engine runs these by their effects; they have no bodies.
#include "simulator/isa/lanewise.h"

namespace simulator::WARPLENS_LEVEL {
namespace {

constexpr Effect waits = Effect::barrier(BarrierKind::wait);
constexpr Effect arrives = Effect::barrier(BarrierKind::arrive);
constexpr Effect counts = Effect::barrier(BarrierKind::count);
constexpr Effect asks_all = Effect::barrier(BarrierKind::all);
constexpr Effect asks_any = Effect::barrier(BarrierKind::any);

// clang-format off
constexpr Row rows[] = {
    {"bra{.uni} l", {}, Unit::control, Effect::branch, nullptr,
     "continues at l; with a guard, lanes may diverge here"},
    {"brx.idx{.uni} a:u32, l", {}, Unit::control, Effect::table, nullptr,
     "continues at label number a of the list l"},
    {"call{.uni}", {}, Unit::control, Effect::call, nullptr,
     "calls a function, printf or malloc, or reports an assertion"},
    {"ret{.uni}", {}, Unit::control, Effect::exit, nullptr, "ends the thread"},
    {"exit", {}, Unit::control, Effect::exit, nullptr, "ends the thread"},
    {"trap", {}, Unit::control, Effect::trap, nullptr, "stops the kernel with a fault"},
    {"nanosleep.u32 a:u32", {}, Unit::control, Effect::sleep, nullptr, "waits about a nanoseconds"},
    {"pmevent a:u32", {}, Unit::control, Effect::hint, nullptr, "triggers a profiler event"},
    {"griddepcontrol.launch_dependents", {}, Unit::control, Effect::hint, nullptr,
     "lets a dependent grid start"},
    {"griddepcontrol.wait", {}, Unit::control, Effect::hint, nullptr,
     "waits for the grids that this one depends on"},

    {"bar{.cta}.sync a:u32, <b:u32>", {}, Unit::barrier, waits, nullptr,
     "waits at barrier a for the threads of the block (or for b of them)"},
    {"bar{.cta}.arrive a:u32, b:u32", {}, Unit::barrier, arrives, nullptr,
     "arrives at barrier a without waiting"},
    {"bar{.cta}.red.popc.u32 d:u32, a:u32, c:pred", {}, Unit::barrier, counts, nullptr,
     "waits at barrier a; d = number of threads where c is true"},
    {"bar{.cta}.red.popc.u32 d:u32, a:u32, b:u32, c:pred", {}, Unit::barrier, counts, nullptr,
     "waits at barrier a for b threads; d = number where c is true"},
    {"bar{.cta}.red.and.pred p, a:u32, c:pred", {}, Unit::barrier, asks_all, nullptr,
     "waits at barrier a; p = whether c is true in all threads"},
    {"bar{.cta}.red.and.pred p, a:u32, b:u32, c:pred", {}, Unit::barrier, asks_all, nullptr,
     "waits at barrier a for b threads; p = whether c is true in all"},
    {"bar{.cta}.red.or.pred p, a:u32, c:pred", {}, Unit::barrier, asks_any, nullptr,
     "waits at barrier a; p = whether c is true in a thread"},
    {"bar{.cta}.red.or.pred p, a:u32, b:u32, c:pred", {}, Unit::barrier, asks_any, nullptr,
     "waits at barrier a for b threads; p = whether c is true in one"},

    {"barrier{.cta}.sync{.aligned} a:u32, <b:u32>", {}, Unit::barrier, waits, nullptr,
     "waits at barrier a for the threads of the block (or for b of them)"},
    {"barrier{.cta}.arrive{.aligned} a:u32, b:u32", {}, Unit::barrier, arrives, nullptr,
     "arrives at barrier a without waiting"},
    {"barrier{.cta}.red.popc{.aligned}.u32 d:u32, a:u32, c:pred", {}, Unit::barrier, counts,
     nullptr, "waits at barrier a; d = number of threads where c is true"},
    {"barrier{.cta}.red.popc{.aligned}.u32 d:u32, a:u32, b:u32, c:pred", {}, Unit::barrier, counts,
     nullptr, "waits at barrier a for b threads; d = number where c is true"},
    {"barrier{.cta}.red.and{.aligned}.pred p, a:u32, c:pred", {}, Unit::barrier, asks_all, nullptr,
     "waits at barrier a; p = whether c is true in all threads"},
    {"barrier{.cta}.red.and{.aligned}.pred p, a:u32, b:u32, c:pred", {}, Unit::barrier, asks_all,
     nullptr, "waits at barrier a for b threads; p = whether c is true in all"},
    {"barrier{.cta}.red.or{.aligned}.pred p, a:u32, c:pred", {}, Unit::barrier, asks_any, nullptr,
     "waits at barrier a; p = whether c is true in a thread"},
    {"barrier{.cta}.red.or{.aligned}.pred p, a:u32, b:u32, c:pred", {}, Unit::barrier, asks_any,
     nullptr, "waits at barrier a for b threads; p = whether c is true in one"},
};
// clang-format on

const Family family{"control", Level::WARPLENS_LEVEL, rows};

}  // namespace
}  // namespace simulator::WARPLENS_LEVEL
