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
     "goes on at l; with a guard, lanes may part here"},
    {"brx.idx{.uni} a:u32, l", {}, Unit::control, Effect::table, nullptr,
     "goes on at the a-th label of the list l"},
    {"call{.uni}", {}, Unit::control, Effect::call, nullptr,
     "calls a function, printf or malloc, or reports an assertion"},
    {"ret{.uni}", {}, Unit::control, Effect::exit, nullptr, "ends the thread"},
    {"exit", {}, Unit::control, Effect::exit, nullptr, "ends the thread"},
    {"trap", {}, Unit::control, Effect::trap, nullptr, "stops the kernel with a fault"},
    {"nanosleep.u32 a:u32", {}, Unit::control, Effect::sleep, nullptr, "waits about a nanoseconds"},
    {"pmevent a:u32", {}, Unit::control, Effect::hint, nullptr, "tells a profiler"},
    {"griddepcontrol.launch_dependents", {}, Unit::control, Effect::hint, nullptr,
     "lets a dependent grid begin"},
    {"griddepcontrol.wait", {}, Unit::control, Effect::hint, nullptr,
     "waits for the grids that this one depends on"},

    {"bar{.cta}.sync a:u32, <b:u32>", {}, Unit::barrier, waits, nullptr,
     "waits at barrier a for the threads of the block (or for b of them)"},
    {"bar{.cta}.arrive a:u32, b:u32", {}, Unit::barrier, arrives, nullptr,
     "counts at barrier a without waiting"},
    {"bar{.cta}.red.popc.u32 d:u32, a:u32, c:pred", {}, Unit::barrier, counts, nullptr,
     "waits at barrier a; d = how many threads have c"},
    {"bar{.cta}.red.popc.u32 d:u32, a:u32, b:u32, c:pred", {}, Unit::barrier, counts, nullptr,
     "waits at barrier a for b threads; d = how many have c"},
    {"bar{.cta}.red.and.pred p, a:u32, c:pred", {}, Unit::barrier, asks_all, nullptr,
     "waits at barrier a; p = whether all threads have c"},
    {"bar{.cta}.red.and.pred p, a:u32, b:u32, c:pred", {}, Unit::barrier, asks_all, nullptr,
     "waits at barrier a for b threads; p = whether all have c"},
    {"bar{.cta}.red.or.pred p, a:u32, c:pred", {}, Unit::barrier, asks_any, nullptr,
     "waits at barrier a; p = whether a thread has c"},
    {"bar{.cta}.red.or.pred p, a:u32, b:u32, c:pred", {}, Unit::barrier, asks_any, nullptr,
     "waits at barrier a for b threads; p = whether one has c"},

    {"barrier{.cta}.sync{.aligned} a:u32, <b:u32>", {}, Unit::barrier, waits, nullptr,
     "waits at barrier a for the threads of the block (or for b of them)"},
    {"barrier{.cta}.arrive{.aligned} a:u32, b:u32", {}, Unit::barrier, arrives, nullptr,
     "counts at barrier a without waiting"},
    {"barrier{.cta}.red.popc{.aligned}.u32 d:u32, a:u32, c:pred", {}, Unit::barrier, counts,
     nullptr, "waits at barrier a; d = how many threads have c"},
    {"barrier{.cta}.red.popc{.aligned}.u32 d:u32, a:u32, b:u32, c:pred", {}, Unit::barrier, counts,
     nullptr, "waits at barrier a for b threads; d = how many have c"},
    {"barrier{.cta}.red.and{.aligned}.pred p, a:u32, c:pred", {}, Unit::barrier, asks_all, nullptr,
     "waits at barrier a; p = whether all threads have c"},
    {"barrier{.cta}.red.and{.aligned}.pred p, a:u32, b:u32, c:pred", {}, Unit::barrier, asks_all,
     nullptr, "waits at barrier a for b threads; p = whether all have c"},
    {"barrier{.cta}.red.or{.aligned}.pred p, a:u32, c:pred", {}, Unit::barrier, asks_any, nullptr,
     "waits at barrier a; p = whether a thread has c"},
    {"barrier{.cta}.red.or{.aligned}.pred p, a:u32, b:u32, c:pred", {}, Unit::barrier, asks_any,
     nullptr, "waits at barrier a for b threads; p = whether one has c"},
};
// clang-format on

const Family family{"control", Level::WARPLENS_LEVEL, rows};

}  // namespace
}  // namespace simulator::WARPLENS_LEVEL
