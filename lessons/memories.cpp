// Memories. Every thread reads a table of few numbers again and again. The table lies in registers,
// or in local, shared, constant or global memory. The cost of a read depends on the memory, and on
// which numbers the lanes of a warp read at once.
#include <algorithm>
#include <array>

#include "lab/host_side.h"
#include "lab/words.h"
#include "lessons/reading.h"

namespace lessons::memories_lesson {
namespace {

using namespace lab;

constexpr std::int64_t lanes = 32;
constexpr std::int64_t turn_reads = 32;          // in the kernels' loop; a table has as many more
constexpr std::int64_t most_of_registers = 128;  // numbers; a thread has at most 255 registers

const Knob block =
    threads_per_block({.ticks = powers_of_two(32, 1024), .also = {100}, .preset = 256});
const Knob count =
    numbers({.ticks = powers_of_two(1 << 8, 1 << 26), .also = {1'000'003}, .preset = 1 << 22}, "n",
            "Checksums", "checksums");

const Knob size = choice("size", "Table length",
                         {{"32", "32", "128 bytes: four sectors, a word for each bank."},
                          {"64", "64", "256 bytes: two words for each bank."},
                          {"128", "128", "512 bytes: four words for each bank."},
                          {"256", "256", "1 024 bytes: eight words for each bank."}});

Knob times_knob() {
    Knob knob = with_role(
        whole("reads", "Reads per number", "reads", {.ticks = powers_of_two(1, 64), .preset = 4}),
        Knob::Role::repeats);
    knob.logarithmic = true;
    knob.hint = "How many times a thread reads the whole table.";
    return knob;
}
const Knob times = times_knob();

const Knob order =
    choice("order", "Lanes read",
           {{"together", "Together", "All lanes of a warp read the same number at the same time."},
            {"apart", "Apart", "Neighbouring lanes read neighbouring numbers."},
            {"spread", "Spread",
             "The numbers that the lanes read are spread over the whole table: every second of "
             "64 numbers, every eighth of 256. Of 32 numbers none is left out."}},
           Knob::Role::pattern);
constexpr std::int64_t apart_choice = 1, spread_choice = 2;

const Knob memory = at_some_rungs(
    choice("memory", "Memory",
           {{"copied", "Copied", "The device has its own arrays, and the host copies them."},
            {"managed", "Managed",
             "Host and device use one address: memory moves to the side that accesses it, at the "
             "access. The kernel reads it like other global memory. The move is neither drawn "
             "nor timed."}},
           Knob::Role::variant),
    "This choice is for kernels that read the table from global memory.");
constexpr std::int64_t managed = 1;

std::int64_t numbers_of(const Settings& set) { return std::int64_t{32} << set[size]; }

// The distance of the numbers that neighbouring lanes read at the same time.
std::int64_t apart(const Settings& set) {
    if (idle(set, order)) return 0;
    return set[order] == spread_choice ? numbers_of(set) / lanes
                                       : std::int64_t(set[order] == apart_choice);
}

// ---- The host's side.

LaunchSize launch_size(const Settings& set) {
    return {blocks_for(set[count], set[block]), set[block]};
}

// A lane that begins after the first number reads past the last.
std::int64_t stored(const Settings& set) { return numbers_of(set) + turn_reads; }

// Small numbers: their checksums take all 32 bits.
const Fill to_read = Fill::digits(0, 255);

void in_registers(Plan& plan, const Settings& set) {
    const Buffer table = plan.input("table", Type::u32, numbers_of(set), to_read);
    const Buffer sums = plan.buffer("sums", Type::u32, set[count]);
    plan.launch(set.kernel(), launch_size(set), table, sums, int(set[count]), int(set[times]));
    plan.result(sums);
}

void in_constant_memory(Plan& plan, const Settings& set) {
    plan.symbol("table", "constant_table", Type::u32, stored(set), to_read);
    const Buffer sums = plan.buffer("sums", Type::u32, set[count]);
    plan.launch(set.kernel(), launch_size(set), sums, int(set[count]), int(set[times]),
                int(apart(set)), int(turn_reads));
    plan.result(sums);
}

void by_index(Plan& plan, const Settings& set) {
    const Buffer table = plan.input("table", Type::u32, stored(set), to_read);
    const Buffer sums = plan.buffer("sums", Type::u32, set[count]);
    plan.launch(set.kernel(), launch_size(set), table, sums, int(set[count]), int(set[times]),
                int(apart(set)), int(turn_reads));
    plan.result(sums);
}

std::optional<Refusal> registers_for_all(const Settings& set) {
    const std::int64_t asked = numbers_of(set);
    if (asked <= most_of_registers) return std::nullopt;
    return Refusal{
        .title = grouped(asked) + " numbers are too many for registers: a thread has at most 255",
        .why =
            "The compiler would put the rest in local memory, although every index is known. "
            "Take at most " +
            grouped(most_of_registers) + " numbers, or the kernel with its array in local memory.",
        .limit_name = "registers per thread",
        .limit = 255,
        .asked = double(asked),
        .knob = size.id,
        .use = 2,
        .cuda_error = {},
        .shows = {}};
}

// ---- The same on the CPU.

std::uint32_t with(std::uint32_t sum, std::uint32_t number) { return (sum ^ number) * 16777619u; }

std::uint32_t checksum(const Settings& set, const std::vector<std::uint32_t>& table,
                       std::uint64_t thread) {
    const std::size_t first = thread % std::uint64_t(set[block]) * std::uint64_t(apart(set));
    const std::size_t numbers = std::size_t(numbers_of(set)), turn = std::size_t(turn_reads);
    std::uint32_t sum = std::uint32_t(thread);
    for (std::int64_t time = 0; time < set[times]; ++time)
        for (std::size_t begin = 0; begin < numbers; begin += turn)
            for (std::size_t k = 0; k < turn; ++k)
                sum = with(sum, table[(first + begin) % numbers + k]);
    return sum;
}

// All threads where that is quick, else some at irregular places.
std::vector<std::uint64_t> looked_at(const Settings& set) {
    const double reads = double(numbers_of(set)) * double(set[times]), most = 1 << 24;
    if (double(set[count]) * reads <= most) return {};
    return scattered(std::uint64_t(set[count]),
                     std::max<std::size_t>(256, std::size_t(most / reads)));
}

Expected expected(const Settings& set, const Inputs& inputs) {
    const auto number = inputs.values("table");
    std::vector<std::uint32_t> table;
    const auto held = std::uint64_t(idle(set, order) ? numbers_of(set) : stored(set));
    for (std::uint64_t k = 0; k < held; ++k) table.push_back(std::uint32_t(number(k)));
    const std::uint64_t all = std::uint64_t(set[count]);
    Expected::Of sums{.elements = looked_at(set), .values = {}};
    sums.values =
        values_at(sums.elements, all, [&](std::uint64_t i) { return checksum(set, table, i); });
    const std::size_t compared = sums.values.size();
    return {
        .results = results_of(std::move(sums)),
        .compared_with = "checksums made on the CPU, " + compared_words(compared, all, "threads"),
        .tolerance = "none: these are whole numbers"};
}

// A block and a half, and twice through the table. count modulo 32 stays as it was.
Settings picture(Settings set) {
    const std::int64_t drawn = set[block] + set[block] / 2;
    set.set(count, std::min(set[count], drawn - drawn % lanes + set[count] % lanes));
    set.set(times, std::min<std::int64_t>(set[times], 2));
    return set;
}

// Lane-instructions: for each read and for each number of the table, both in tenths, and for each
// thread.
template <int of_read_tenths, int of_number_tenths, int of_thread>
double cost(const Settings& set) {
    const double numbers = double(numbers_of(set));
    return double(set[count]) * (numbers * double(set[times]) * of_read_tenths / 10 +
                                 numbers * of_number_tenths / 10 + of_thread);
}

std::function<std::string(const Settings&)> sized(const char* kernel) {
    return [kernel](const Settings& set) {
        return std::string(kernel) + "<" + std::to_string(numbers_of(set)) + ">";
    };
}

HostStyle style(const Settings& set) {
    return {.managed = !idle(set, memory) && set[memory] == managed, .looks = true};
}

const Has<HostProgram> host_side{"memories", {.style = style}};

const RegisterLesson registered{{
    .id = "memories",
    .number = 5,  // after the option and who answers
    .chapter = Chapter::memory,
    .title = "Memories",
    .source = "memories.cu",
    .sees = "A read needs nothing, a pass, a sector or 32 sectors. That depends on the memory, "
            "and on what the other lanes read.",
    .breaks =
        "\"An array in a kernel lies in registers, and local memory is near.\" One index that "
        "the compiler does not know moves the array to local memory: a part of the card's "
        "memory, behind its caches, with one copy for each thread.",
    .next = "Spread what the lanes read over a table of 256 numbers. Which memories still serve "
            "them well, and which memory was made for the opposite?",
    .next_turns = {&order, &size},
    .rungs =
        {
            {.id = "registers",
             .title = "In registers",
             .brief = "Registers",
             .idea = "Each thread has the whole table, and the compiler knows every index.",
             .claim = "A number in a register needs no load",
             .line = "sum = (sum ^ own[k]) * prime;",
             .kernel = sized("sum_registers"),
             .legal = registers_for_all,
             .host = in_registers,
             .cost = cost<20, 20, 12>,
             .without = {{&order,
                          "The instruction names the register, so all lanes use the same number "
                          "of the table."}}},
            {.id = "local",
             .title = "In local memory",
             .brief = "Local",
             .idea = "The same array, with an index that is known only at run time.",
             .claim = "A warp has 32 arrays, one for each thread",
             .line = "sum = (sum ^ own[at + k]) * prime;",
             .kernel = sized("sum_local"),
             .cost = cost<33, 20, 30>,
             .modelled_within = 6},
            {.id = "shared",
             .title = "In shared memory",
             .brief = "Shared",
             .idea = "One copy for each block, in place of one for each thread.",
             .claim = "32 banks give 32 numbers at once",
             .line = "sum = (sum ^ kept[at + k]) * prime;",
             .kernel = sized("sum_shared"),
             .cost = cost<33, 1, 40>},
            {.id = "constant",
             .title = "In constant memory",
             .brief = "Constant",
             .idea = "One copy for all threads, which the host puts there before the launch.",
             .claim = "A pass gives one number to all lanes",
             .line = "sum = (sum ^ constant_table[at + k]) * prime;",
             .kernel = sized("sum_constant"),
             .host = in_constant_memory,
             .cost = cost<33, 0, 20>},
            {.id = "global",
             .title = "In global memory",
             .brief = "Global",
             .idea = "One copy for all threads, in an ordinary array.",
             .claim = "A request loads each sector once",
             .line = "sum = (sum ^ table[at + k]) * prime;",
             .kernel = sized("sum_global"),
             .cost = cost<33, 0, 20>,
             .takes = {&memory}},
            {.id = "read_only",
             .title = "By the read-only way",
             .brief = "Read-only",
             .idea = "The same array, with the promise that nothing writes it while the kernel "
                     "runs.",
             .claim = "Another instruction loads the same sectors",
             .line = "sum = (sum ^ table[at + k]) * prime;",
             .kernel = sized("sum_read_only"),
             .cost = cost<33, 0, 20>,
             .takes = {&memory}},
        },
    .knobs = {&block, &count, &size, &times, &order, &memory},
    .host = by_index,
    .expected = expected,
    .bytes = [](const Settings& set) { return 4 * double(set[count] + numbers_of(set)); },
    .flops = [](const Settings&) { return 0.0; },
    .modelled_within = 2.2,
    .picture = picture,
    .cost = cost<33, 0, 20>,
    .views = {"way", "lanes", "coalescing", "banks", "heat_map", "data_flow"},
    .ledger = {"local_load_requests", "local_load_sectors", "local_store_sectors",
               "shared_load_requests", "shared_load_wavefronts", "constant_load_requests",
               "constant_load_passes", "global_load_requests", "global_load_sectors",
               "warp_instructions"},
    .cards = {"rungs_compared", "ladder", "timings", "ledger"},
    .predictions =
        {
            {.question = "Each thread has its own array of 32 numbers in local memory. All lanes "
                         "of a warp read element k of their arrays. How many sectors does the "
                         "load touch?",
             .answer = "memories/local.line.local_load_sectors/line.local_load_requests",
             .unit = "sectors",
             .most = 64,
             .known = {{"One table for all, in global memory",
                        "memories/global.line.global_load_sectors/line.global_load_requests"}},
             .because = "The lanes read 32 different numbers, one for each thread. Local memory "
                        "lays element k of all lanes side by side: 128 bytes."},
            {.question = "Now each lane reads a different element of its own array in local "
                         "memory. In global memory, 32 neighbours lie in four or five sectors. "
                         "How many sectors does this load touch?",
             .choices = {{"One", 1.5}, {"Four", 4.5}, {"Sixteen", 16.5}, {"Thirty-two"}},
             .answer = "memories/local order=apart.line.local_load_sectors/"
                       "line.local_load_requests",
             .unit = "sectors",
             .because =
                 "Element k of all lanes fills one line of 128 bytes. So 32 different elements "
                 "lie in 32 lines, and the load needs only one number of each line."},
            {.question = "In a table of 256 numbers, neighbouring lanes read the first, the "
                         "ninth, the seventeenth, and so on. Constant memory takes 32 passes for "
                         "that. How many wavefronts does shared memory take?",
             .choices = {{"One", 1.5}, {"Four", 4.5}, {"Eight", 8.5}, {"Thirty-two"}},
             .answer = "memories/shared size=256 order=spread.line.shared_load_wavefronts/"
                       "line.shared_load_requests",
             .unit = "wavefronts",
             .because = "Every eighth word lies in one of four banks. Each of these banks has to "
                        "give eight words, one after the other."},
            {.question = "4 194 304 threads read 32 numbers four times each. How long does it "
                         "take with an array in local memory, compared with an array in "
                         "registers?",
             .choices = {{"As long", 1.1, "the array is the thread's own"},
                         {"Up to twice as long", 2},
                         {"Two to four times as long", 4},
                         {"More than four times as long"}},
             .answer = "memories/local.time over memories/registers.time",
             .unit = "times as long",
             .because =
                 "It takes {memories/local.time} from local memory and {memories/registers.time} "
                 "from registers, on an {memories/local.device}. With one table in shared memory "
                 "it takes {memories/shared.time}. Each thread first stores its 32 numbers in "
                 "local memory, and these stores take most of the time: with each number read "
                 "only once it takes {memories/local reads=1.time}."},
            {.question = "Each lane reads a different number, so constant memory makes 32 passes "
                         "in place of one. How many times as long does the whole kernel take?",
             .choices = {{"As long", 1.1, "other warps run meanwhile"},
                         {"Up to 4 times", 4},
                         {"4 to 16 times", 16},
                         {"More than 16 times"}},
             .answer = "memories/constant order=apart.time over memories/constant.time",
             .unit = "times as long",
             .because =
                 "It takes {memories/constant order=apart.time} with a number for each lane and "
                 "{memories/constant.time} with one number for all, on an "
                 "{memories/constant.device}. From shared memory it takes {memories/shared "
                 "order=apart.time} and {memories/shared.time}."},
            {.question = "The same array in global memory is read by the read-only way, in place "
                         "of an ordinary load. How long does that take?",
             .choices = {{"Half as long or less", .55},
                         {"Somewhat less long", .97},
                         {"As long", 1.03},
                         {"Longer"}},
             .answer = "memories/read_only.time over memories/global.time",
             .unit = "times as long",
             .because = "It takes {memories/read_only.time} by the read-only way and "
                        "{memories/global.time} with ordinary loads, on an "
                        "{memories/global.device}. Both make the same requests for the same "
                        "sectors, from the same L1."},
        },
}};

}  // namespace
}  // namespace lessons::memories_lesson
