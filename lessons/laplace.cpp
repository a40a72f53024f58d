// Laplace's equation in 3D by Jacobi sweeps. Every point needs six neighbours. What matters is
// which thread reads them again, and from where.
#include <algorithm>
#include <array>
#include <numeric>

#include "lab/features/cut.h"
#include "lab/features/setups.h"
#include "lab/library.h"
#include "lab/words.h"
#include "lessons/laplace_here.h"
#include "lessons/laplace_truth.h"
#include "lessons/questions/laplace.h"
#include "lessons/reading.h"

namespace lessons::laplace_lesson {
namespace {

using namespace lab;

Knob points_along(const char* id, const char* title, Knob::Role role) {
    Knob knob = whole(
        id, title, "points",
        {.ticks = powers_of_two(16, 1024), .also = {48, 96, 192, 384, 768}, .preset = 128}, 3);
    knob.role = role;
    knob.logarithmic = true;
    return knob;
}

const Knob nx = points_along("nx", "Points in x", Knob::Role::size),
           ny = points_along("ny", "Points in y", Knob::Role::side),
           nz = points_along("nz", "Points in z", Knob::Role::side);
const Knob block_x = block_side('x', {.ticks = powers_of_two(1, 1024), .preset = 32});
const Knob block_y = block_side('y', {.ticks = powers_of_two(1, 64), .preset = 8});
const Knob block_z = at_some_rungs(block_side('z', {.ticks = powers_of_two(1, 64), .preset = 2}),
                                   "This block is flat: every thread marches through z by itself.");
const Knob sweeps = with_role(
    whole("sweeps", "Sweeps", "sweeps", {.ticks = {1, 2, 4, 6, 10, 20, 50, 100}, .preset = 10}),
    Knob::Role::repeats);

const Knob planes = whole("planes", "Planes a block marches", "planes",
                          {.ticks = powers_of_two(2, 1024), .preset = 8});

// Points that one load brings: 4 floats are 16 bytes, and every row must begin at a multiple.
std::int64_t load_width(const Settings& set) {
    return set[nx] % 4 == 0 ? 4 : set[nx] % 2 == 0 ? 2 : 1;
}

std::uint32_t clamped(std::int64_t value) {
    return std::uint32_t(std::clamp<std::int64_t>(value, 0, UINT32_MAX));
}
Dim3 shape(const Settings& set) { return {clamped(set[nx]), clamped(set[ny]), clamped(set[nz])}; }
double points(const Settings& set) { return double(set[nx]) * double(set[ny]) * double(set[nz]); }

// How one launch of a rung's kernel covers the points.
using Size = LaunchSize (*)(const Settings&);

LaunchSize size_of_boxes(const Settings& set) {
    return {
        Dim3{clamped(blocks_for(set[nx], set[block_x])), clamped(blocks_for(set[ny], set[block_y])),
             clamped(blocks_for(set[nz], set[block_z]))},
        Dim3{clamped(set[block_x]), clamped(set[block_y]), clamped(set[block_z])}};
}

// Flat blocks, `across` in x and `up` in y, that march through z.
LaunchSize marching(const Settings& set, std::int64_t across, std::int64_t up,
                    std::int64_t shared = 0) {
    return {Dim3{clamped(across), clamped(up), clamped(blocks_for(set[nz] - 2, set[planes]))},
            Dim3{clamped(set[block_x]), clamped(set[block_y]), 1}, shared};
}

LaunchSize size_of_march(const Settings& set) {
    return marching(set, blocks_for(set[nx], set[block_x]), blocks_for(set[ny], set[block_y]));
}

LaunchSize size_of_tiles(const Settings& set) {
    return marching(set, blocks_for(set[nx], set[block_x]), blocks_for(set[ny], set[block_y]),
                    2 * 4 * (set[block_x] + 2) * (set[block_y] + 2));
}

std::int64_t loads_in_x(const Settings& set) { return set[nx] / load_width(set); }

LaunchSize size_of_wide(const Settings& set) {
    return marching(set, blocks_for(loads_in_x(set), set[block_x]),
                    blocks_for(set[ny], set[block_y]));
}

LaunchSize size_of_two_sweeps(const Settings& set) {
    return marching(set, blocks_for(loads_in_x(set), set[block_x] - 2),
                    blocks_for(set[ny] - 2, set[block_y] - 2),
                    4 * load_width(set) * set[block_x] * set[block_y]);
}

// A warp's row keeps its inner points, and none of the first two and the last two.
LaunchSize size_of_two_planes(const Settings& set) {
    const std::int64_t kept = 32 - 2 * (load_width(set) == 1 ? 2 : 1);
    LaunchSize size =
        marching(set, blocks_for(loads_in_x(set), kept), blocks_for(set[ny] - 2, set[block_y] - 4),
                 16 * load_width(set) * 32 * set[block_y]);
    size.block.x = 32;
    return size;
}

std::function<std::string(const Settings&)> by_width(const char* kernel) {
    return [kernel](const Settings& set) {
        return kernel + ("<" + std::to_string(load_width(set)) + ">");
    };
}

// The box that is swept, and the box for the new values.
struct Boxes {
    Buffer u, next;
};

Boxes boxes(Plan& plan, const Settings& set) {
    const Fill start = Fill::boundary(shape(set), 1, 0);
    const std::int64_t count = std::int64_t(std::min(points(set), 0x1p62));
    const Boxes made{plan.input("u", Type::f32, count, start),
                     plan.input("next", Type::f32, count, start)};
    plan.field(made.u, shape(set), "u");
    plan.field(made.next, shape(set), "next");
    return made;
}

// A launch from one box into the other, which then change places. Blocks that march get their
// number of planes.
void launch(Plan& plan, const Settings& set, const std::string& kernel, const LaunchSize& size,
            Boxes& at) {
    const int x = int(set[nx]), y = int(set[ny]), z = int(set[nz]);
    if (idle(set, planes))
        plan.launch(kernel, size, at.u, at.next, x, y, z);
    else
        plan.launch(kernel, size, at.u, at.next, x, y, z, int(set[planes]));
    std::swap(at.u, at.next);
}

// A launch for each sweep.
template <Size size>
void host(Plan& plan, const Settings& set) {
    Boxes at = boxes(plan, set);
    for (std::int64_t done = 0; done < set[sweeps]; ++done)
        launch(plan, set, set.kernel(), size(set), at);
    plan.result(at.u);
}

// Two sweeps a launch. Where the number is odd, the last one is a sweep of the wide kernel.
template <Size size>
void in_pairs(Plan& plan, const Settings& set) {
    Boxes at = boxes(plan, set);
    for (std::int64_t done = 0; done + 2 <= set[sweeps]; done += 2)
        launch(plan, set, set.kernel(), size(set), at);
    if (set[sweeps] % 2) launch(plan, set, by_width("laplace_wide")(set), size_of_wide(set), at);
    plan.result(at.u);
}

Expected expected(const Settings& set, const Inputs& inputs) {
    return swept_box({set[nx], set[ny], set[nz]}, set[sweeps], inputs);
}

std::optional<Refusal> refused_side(const Settings& set, bool in_x, std::int64_t limit,
                                    std::int64_t use, std::string why) {
    return Refusal{.title = "A block of " + grouped(set[block_x]) + " × " + grouped(set[block_y]) +
                            " threads has only an edge, and no inside",
                   .why = std::move(why),
                   .limit_name = std::string("threads along ") + (in_x ? "x" : "y"),
                   .limit = double(limit),
                   .asked = double(in_x ? set[block_x] : set[block_y]),
                   .knob = in_x ? block_x.id : block_y.id,
                   .use = use,
                   .cuda_error = {},
                   .shows = {}};
}

std::optional<Refusal> ring(const Settings& set) {
    if (set[block_x] >= 3 && set[block_y] >= 3) return std::nullopt;
    return refused_side(set, set[block_x] < 3, 3, 4,
                        "The threads at the edge of a block only help: each computes a value of "
                        "the first sweep and keeps none. So a block needs at least 3 threads along "
                        "x and along y.");
}

std::optional<Refusal> five_rows(const Settings& set) {
    if (set[block_y] >= 5) return std::nullopt;
    return refused_side(set, false, 5, 8,
                        "Two rows at each end of a block only help and keep nothing. So a block "
                        "needs at least five rows.");
}

// The points of as many whole blocks as cover `least` points.
std::int64_t whole_blocks(std::int64_t least, std::int64_t block) {
    return blocks_for(least, block) * block;
}

// In x a block is full even where a thread makes four points. nx modulo 8 stays as it was: if it is
// not 0, rows begin in the middle of a sector, and loads are narrow.
std::int64_t drawn_in_x(const Settings& set) {
    const std::int64_t full = whole_blocks(128, std::lcm(4 * set[block_x], 8));
    return std::min(set[nx], full + set[nx] % 8);
}
// Three blocks in y, so that one has neighbours on both sides.
std::int64_t drawn_in_y(const Settings& set) {
    return std::min(set[ny],
                    whole_blocks(std::max<std::int64_t>(24, 3 * set[block_y]), set[block_y]));
}
// A whole march between both faces. A long march repeats the same planes.
std::int64_t drawn_in_z(const Settings& set) {
    const std::int64_t march = 2 + std::clamp<std::int64_t>(set[planes], 8, 16);
    return std::min(set[nz], whole_blocks(march, set[block_z]));
}

// The same box for all kernels, so that their counts can be compared. It is as small as possible
// without cutting a block that is whole at the chosen size. Large blocks take longer to draw, so
// that fewer sweeps are drawn.
Settings picture(Settings set) {
    const std::array<std::int64_t, 3> drawn{drawn_in_x(set), drawn_in_y(set), drawn_in_z(set)};
    set.set(nx, drawn[0]);
    set.set(ny, drawn[1]);
    set.set(nz, drawn[2]);
    const bool large = set[block_x] * set[block_y] > 512 || points(set) > 1e5;
    set.set(sweeps, std::min<std::int64_t>(set[sweeps], large ? 2 : 4));
    return set;
}

// The block in the middle has neighbours on both sides, if any has. A block at a face has half of a
// halo, and does nothing there if it is one point thick. Blocks that march begin at the first
// plane.
std::uint64_t middle_block(const Dim3& grid, std::uint32_t planes) {
    const auto middle = [](std::uint32_t blocks) { return std::uint64_t{blocks - 1} / 2; };
    return middle(grid.x) + grid.x * (middle(grid.y) + grid.y * middle(planes));
}
template <Size size>
std::uint64_t watch(const Settings& set) {
    return middle_block(size(set).grid, 1);
}
std::uint64_t watch_boxes(const Settings& set) {
    const Dim3 grid = size_of_boxes(set).grid;
    return middle_block(grid, grid.z);
}

// Lane-instructions: `at_a_point` for each point in each sweep.
template <int at_a_point>
double cost(const Settings& set) {
    return points(set) * double(set[sweeps]) * at_a_point;
}

double cost_in_pairs(const Settings& set) {
    const double left_over = double(set[sweeps] % 2);
    return points(set) * (34 * (double(set[sweeps]) - left_over) + 22 * left_over);
}

// Rows that keep nothing compute too, and so do lanes outside of the box.
double cost_of_two_planes(const Settings& set) {
    const LaunchSize size = size_of_two_planes(set);
    const double march = double(std::min(set[planes], set[nz] - 2) + 3);
    return 110 * double(size.grid.count() * size.block.count()) * march * double(set[sweeps] / 2) +
           22 * points(set) * double(set[sweeps] % 2);
}

std::function<std::string(const Settings&)> always(const char* kernel) {
    return [kernel](const Settings&) { return kernel; };
}

void by_processor(Plan& plan, const Settings& set) {
    Boxes at = boxes(plan, set);
    for (std::int64_t done = 0; done < set[sweeps]; ++done) {
        plan.call_here(laplace_here, "cpu_sweep", at.u, at.next, int(set[nx]), int(set[ny]),
                       int(set[nz]));
        std::swap(at.u, at.next);
    }
    plan.result(at.u);
}

const RegisterLibrary processor{"laplace",
                                {.id = "cpu",
                                 .title = "The CPU's loop",
                                 .brief = "CPU",
                                 .idea = "One core goes through all points.",
                                 .host = by_processor,
                                 .legal = seconds_here<points, sweeps>,
                                 .on_processor = true}};

// The queue keeps the points above and below its point: they show where z is in the picture.
int across(const Settings& set) { return is(set, "queue") ? 1 : 2; }

// The blocks with which two sweeps at once gain most, in a box far larger than the L2.
const Has<Setups> setups{
    "laplace",
    {{{"1024 points, 32 × 20",
       {{&nx, 1024}, {&ny, 1024}, {&nz, 1024}, {&block_x, 32}, {&block_y, 20}, {&planes, 32}},
       "two_planes"}}}};
const Has<Cut> cut{"laplace", {across}};

const RegisterLesson registered{{
    .id = "laplace",
    .number = 5,
    .chapter = Chapter::matrices_and_equations,
    .title = "Laplace's equation in 3D",
    .source = "laplace3d.cu",
    .sees =
        "Every point needs six neighbours, and other threads have already read almost all of them.",
    .breaks =
        "\"Shared memory always wins.\" Among the kernels with one float a load, the tile makes "
        "the fewest requests, and it is {laplace/tile.time against laplace/queue.time} the "
        "register queue.",
    .next = "Keep 256 threads and change the block from 32 × 8 to 8 × 32: what happens to the "
            "sectors of a load?",
    .rungs =
        {
            {.id = "blocks",
             .title = "3D blocks",
             .idea = "Each thread computes one point.",
             .claim = "Every point has its own thread",
             .line = "next[p] = (u[p - 1] + u[p + 1]",
             .kernel = always("laplace_blocks"),
             .host = host<size_of_boxes>,
             .cost = cost<66>,
             .watch = watch_boxes,
             .takes = {&block_z},
             .without = {{&planes, "No block marches here: every thread makes one point."}}},
            {.id = "marching",
             .title = "March in z",
             .idea = "A flat block walks through the planes, one after the other.",
             .claim = "Each thread has a column of points",
             .line = "next[p] = (u[p - 1] + u[p + 1]",
             .kernel = always("laplace_marching")},
            {.id = "queue",
             .title = "Register queue",
             .idea = "A marching thread keeps three points of its column in registers. The loop is "
                     "unrolled by four planes, so that their loads are in flight together.",
             .claim = "Two of six neighbours stay in registers",
             .line = "next[p] = (u[p - 1] + u[p + 1]",
             .kernel = always("laplace_queue")},
            {.id = "tile",
             .title = "Shared tile with halo",
             .brief = "Shared tile",
             .idea = "A block reads each of its points once, and a halo of its neighbours' points.",
             .claim = "A block reads more than it owns",
             .line = "next[p] = (tile[mine - 1] + tile[mine + 1]",
             .kernel = always("laplace_tile"),
             .host = host<size_of_tiles>,
             .cost = cost<41>,
             .watch = watch<size_of_tiles>},
            {.id = "wide",
             .title = "Four points a load",
             .brief = "Four points",
             .idea = "The register queue again, with four neighbouring points in each thread.",
             .claim = "One load brings four points",
             .line = "swept(here, west, east",
             .kernel = by_width("laplace_wide"),
             .host = host<size_of_wide>,
             .watch = watch<size_of_wide>},
            {.id = "two_sweeps",
             .title = "Two sweeps at once",
             .brief = "Two sweeps",
             .idea =
                 "A launch makes two sweeps, and the values between them never go to memory. "
                 "Caches hold a box of 128 points a side, so this saves little there, and more at "
                 "1024.",
             .claim = "Trips to memory halve, some work doubles",
             .line = "once_above = swept(",
             .kernel = by_width("laplace_two_sweeps"),
             .legal = ring,
             .host = in_pairs<size_of_two_sweeps>,
             .cost = cost_in_pairs,
             .watch = watch<size_of_two_sweeps>},
            {.id = "two_planes",
             .title = "Two sweeps, two planes",
             .brief = "Two planes",
             .idea = "Two sweeps again. Neighbours come from other lanes and from shared memory, "
                     "with one barrier a plane, and the plane after next is loaded meanwhile.",
             .claim = "Each point is loaded once, a plane ahead",
             .line = "once_above = swept(",
             .kernel = by_width("laplace_two_planes"),
             .legal = five_rows,
             .host = in_pairs<size_of_two_planes>,
             .cost = cost_of_two_planes,
             .watch = watch<size_of_two_planes>,
             .without = {{&block_x,
                          "Here a row of a block is a warp, since its lanes pass points "
                          "to each other."}}},
        },
    .knobs = {&block_x, &block_y, &block_z, &planes, &nx, &ny, &nz, &sweeps},
    .host = host<size_of_march>,
    .expected = expected,
    .bytes = [](const Settings& set) { return 8 * points(set) * double(set[sweeps]); },
    .flops =
        [](const Settings& set) {
            return 6.0 * double(set[nx] - 2) * double(set[ny] - 2) * double(set[nz] - 2) *
                   double(set[sweeps]);
        },
    .modelled_within = 2,
    .picture = picture,
    .cost = cost<22>,
    .watch = watch<size_of_march>,
    .views = {"field", "coalescing", "lanes", "banks", "signature"},
    .ledger = {"global_load_requests", "global_load_rounds", "global_load_sectors",
               "global_store_sectors", "bytes_requested", "bytes_asked", "shared_load_wavefronts",
               "shared_store_wavefronts", "barriers", "divergent_branches"},
    .cards = {"block_shapes", "rungs_compared", "ledger"},
    .predictions = laplace_predictions,
}};

}  // namespace
}  // namespace lessons::laplace_lesson
