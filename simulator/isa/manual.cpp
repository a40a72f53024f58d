// Links to the PTX manual: its section names combine a group of instructions and an opcode. A
// family of rows is in one group; exceptions are listed here.
#include <algorithm>

#include "simulator/isa/row.h"

namespace simulator {
namespace {

constexpr std::string_view manual =
    "https://docs.nvidia.com/cuda/parallel-thread-execution/index.html#";

constexpr std::string_view integer = "integer-arithmetic";
constexpr std::string_view floating = "floating-point";
constexpr std::string_view halves = "half-precision-floating-point";
constexpr std::string_view logic = "logic-and-shift";
constexpr std::string_view moving = "data-movement-and-conversion";
constexpr std::string_view together = "parallel-synchronization-and-communication";
constexpr std::string_view control = "control-flow";
constexpr std::string_view other = "miscellaneous";

struct FamilyGroup {
    std::string_view family, group;
};

// clang-format off
constexpr FamilyGroup groups[] = {
    {"integer", integer},   {"video", integer},   {"extended", "extended-precision-arithmetic"},
    {"floating", floating}, {"special", floating}, {"half", halves},   {"logic", logic},
    {"compare", "comparison-and-selection"},       {"convert", moving}, {"memory", moving},
    {"warp", together},     {"atomic", together},  {"control", control},
    {"texture", "texture"},
};

// Forms that begin with `form`, longer ones first; of one family if it is given.
struct Exception {
    std::string_view form, group, heading, family = "";
};
constexpr Exception exceptions[] = {
    {"add.cc", "", "add-cc"}, {"sub.cc", "", "sub-cc"}, {"mad.lo.cc", "", "mad-cc"},
    {"mad.hi.cc", "", "mad-cc"},
    {"rcp.approx.ftz.", floating, "rcp-approx-ftz-f64"},
    {"setp", "half-precision-comparison", "setp", "half"},
    {"set.", "half-precision-comparison", "set", "half"},
    {"cvta", moving, "cvta"}, {"cvt", moving, "cvt"}, {"prmt", moving, "prmt"},
    {"shfl", moving, "shfl-sync"},
    {"mov.type d, {a}", moving, "mov-2"}, {"mov.type {d}, a", moving, "mov-2"},
    {"prefetch", moving, "prefetch-prefetchu"},
    {"bfe", integer, "bfe"}, {"bfind", integer, "bfind"}, {"bfi", integer, "bfi"},
    {"brev", integer, "brev"}, {"popc", integer, "popc"}, {"clz", integer, "clz"},
    {"fns", integer, "fns"}, {"bmsk", integer, "bmsk"}, {"szext", integer, "szext"},
    {"vabsdiff2", "simd-video", "vadd2-vsub2-vavrg2-vabsdiff2-vmin2-vmax2"},
    {"vabsdiff4", "simd-video", "vadd4-vsub4-vavrg4-vabsdiff4-vmin4-vmax4"},
    {"vote", together, "vote-sync"}, {"match", together, "match-sync"},
    {"redux", together, "redux-sync"}, {"elect", together, "elect-sync"},
    {"bar.warp", together, "bar-warp-sync"}, {"bar", together, "bar-barrier"},
    {"membar", together, "membar-fence"}, {"fence", together, "membar-fence"},
    {"griddepcontrol", together, "griddepcontrol"}, {"brx", control, "brx-idx"},
    {"nanosleep", other, "nanosleep"}, {"pmevent", other, "pmevent"}, {"trap", other, "trap"},
};

constexpr std::string_view units[] = {"none",    "alu",     "fma",  "half",    "fp64",
                                      "special", "convert", "move", "shuffle", "vote",
                                      "memory",  "texture", "atomic", "control", "barrier"};
// clang-format on

}  // namespace

std::string manual_link(const Row& row) {
    const std::string_view family = family_of(row);
    std::string_view group = std::ranges::find(groups, family, &FamilyGroup::family)->group;
    std::string_view heading = row.form.substr(0, row.form.find_first_of(".{ "));
    const auto* exception = std::ranges::find_if(exceptions, [&](const Exception& one) {
        return row.form.starts_with(one.form) && (one.family.empty() || one.family == family);
    });
    if (exception != std::end(exceptions)) {
        if (!exception->group.empty()) group = exception->group;
        heading = exception->heading;
    }
    return std::string(manual) + std::string(group) + "-instructions-" + std::string(heading);
}

bool computes_with_a_point(const Row& row, Type type) {
    const Effect& effect = row.effect;
    const bool computes = effect.kind == Kind::compute &&
                          (effect.origin == Origin::join || effect.origin == Origin::product ||
                           effect.origin == Origin::least || effect.origin == Origin::greatest);
    return computes && type >= Type::f16 && type <= Type::f64;
}

std::string_view name_of(Unit unit) { return units[static_cast<std::size_t>(unit)]; }

}  // namespace simulator
