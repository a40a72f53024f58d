// main(), part by part, in the order of its lines.
#include "lab/host_code/main_text.h"

#include "lab/host_code/both_sides_text.h"
#include "lab/host_code/card_text.h"
#include "lab/host_code/clock_text.h"
#include "lab/host_code/library_text.h"
#include "lab/host_code/pool_text.h"
#include "lab/host_code/streams_text.h"

#include <algorithm>

#include <fmt/format.h>

namespace lab::host_code {

const char* const check_text = R"(
// Ends the program at the first CUDA call that fails, and says which call it was.
#define CHECK(...) check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

void check(cudaError_t error, const char* call, const char* file, int line)
{
    if (error == cudaSuccess)
        return;
    std::fprintf(stderr, "%s:%d: %s\n    %s\n", file, line, call, cudaGetErrorString(error));
    std::exit(2);
}
)";

const char* const tell_text = R"(
// Prints what a CUDA call returns, and goes on.
#define CHECK(...) check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

void check(cudaError_t error, const char* call, const char*, int)
{
    std::printf("%3d  %-30s %s\n", int(error), cudaGetErrorName(error), call);
    std::fflush(stdout);
}
)";

const char* const set_all_text = R"(
// Gives all elements the same value.
template <class T>
__global__ void set_all(T* values, size_t count, T value)
{
    size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count)
        values[i] = value;
}
)";

namespace {

class Main {
public:
    Main(const HostSource& source, const std::vector<Array>& arrays,
         const std::vector<Group>& groups, Launches& launches, Names& names)
        : source_(source),
          plan_(*source.plan),
          arrays_(arrays),
          groups_(groups),
          launches_(launches),
          names_(names),
          streams_(*source.plan, names),
          library_(*source.plan),
          steps_(source.plan->steps.size()) {
        for (const Group& group : groups_) {
            const bool timed = is_timed(plan_.steps[group.first]);
            spans_ += timed && !timing_;
            timing_ = timed;
        }
        timing_ = false;
    }
    MainText text();

private:
    void inputs();
    void input(const Array& array);
    void page_locked(const Array& array, const std::string& name);
    void record_graph();
    void allocations();
    void fill_device(const Array& array);
    void large_shared();
    void begin_libraries();
    void library_part(std::string LibraryCode::*part);
    void rounds();
    void before_round();
    void unwritten();
    void group_text(const Group& group);
    void loop(const Group& group);
    void step(std::size_t index, const PointerName& pointer);
    void write(std::size_t index, const Launch& launch, const PointerName& pointer);
    void write(std::size_t index, const Copy& copy, const PointerName& pointer);
    void write(std::size_t index, const Clear& clear, const PointerName& pointer);
    void write(std::size_t index, const Transfer& transfer, const PointerName& pointer);
    void write(std::size_t index, const MemoryCall& call, const PointerName& pointer);
    void begin_span();
    void end_span();
    std::string brought(const Array& array);
    void results();
    void frees();
    void report();
    void copy(const std::string& to, const std::string& from, const Array& array, const char* way,
              const char* function = "cudaMemcpy");
    bool for_both_sides() const { return std::ranges::any_of(arrays_, &Array::for_both_sides); }
    std::string name_of(const Buffer& buffer) const { return arrays_[buffer.id].device; }

    const HostSource& source_;
    const Plan& plan_;
    const std::vector<Array>& arrays_;
    const std::vector<Group>& groups_;
    Launches& launches_;
    Names& names_;
    StreamsText streams_;
    LibraryText library_;
    std::vector<int> steps_;  // MainText::steps
    Writer out_;
    int spans_ = 0;  // number of timed stretches of steps
    bool timing_ = false, after_launch_ = false, recording_ = false;
};

void Main::inputs() {
    const auto pinned = [](const Array& a) { return a.uploaded || a.downloaded; };
    if (plan_.pageable)
        out_.comment("Host memory that is not page-locked: each copy blocks the host.");
    else if (std::ranges::any_of(arrays_, pinned))
        out_.comment("Host memory, page-locked where copies are timed: faster to copy.");
    else if (std::ranges::any_of(arrays_, &Array::filled))
        out_.comment("Host memory with the inputs.");
    for (const Array& array : arrays_) {
        if (!array.host.empty()) input(array);
        if (!array.landing.empty()) page_locked(array, array.landing);
    }
    out_.gap();
}

void Main::page_locked(const Array& array, const std::string& name) {
    if (plan_.pageable) {
        out_.line(fmt::format("{}* {} = static_cast<{}*>(std::malloc({}));", array.type, name,
                              array.type, array.bytes()));
        return;
    }
    out_.line(fmt::format("{}* {};", array.type, name));
    out_.line(fmt::format("CHECK(cudaMallocHost(&{}, {}));", name, array.bytes()));
}

void Main::input(const Array& array) {
    const std::uint64_t count = array.buffer.count;
    if (array.uploaded)
        page_locked(array, array.host);
    else if (array.fill.kind == Fill::Kind::constant)
        return out_.line(fmt::format("std::vector<{}> {}({}, {});", array.type, array.host, count,
                                     literal(array.fill.a)));
    else if (array.fill.kind == Fill::Kind::given)
        return write_list(out_, array);
    else
        out_.line(fmt::format("std::vector<{}> {}({});", array.type, array.host, count));
    if (array.filled) write_fill(out_, array);
}

void Main::allocations() {
    out_.comment(words_of_memory(arrays_));
    for (const Array& array : arrays_) {
        if (array.symbol) continue;
        if (array.by_steps) continue;
        out_.line(fmt::format("{}* {};", array.type, array.device));
        write_allocation(out_, array);
    }
    write_pool(out_, plan_, arrays_);
    for (const Array& array : arrays_)
        if (array.filled && !array.uploaded && !array.written && !array.host_writes)
            fill_device(array);
    out_.gap();
    launches_.write_textures(out_, [this](const Buffer& buffer) { return name_of(buffer); });
}

void Main::fill_device(const Array& array) {
    const std::string from = array.host + ".data()";
    if (!array.symbol) return copy(array.device, from, array, "cudaMemcpyHostToDevice");
    if (source_.in_parts)
        return out_.call("CHECK(fill_" + array.device, {from, array.bytes()}, ");");
    out_.call("CHECK(cudaMemcpyToSymbol", {array.device, from, array.bytes()}, ");");
}

void Main::copy(const std::string& to, const std::string& from, const Array& array, const char* way,
                const char* function) {
    out_.call(fmt::format("CHECK({}", function), {to, from, array.bytes(), way}, ");");
}

// Allows more shared memory than a block has by default.
void Main::large_shared() {
    const auto asked = host_code::large_shared(plan_, source_.static_shared);
    if (asked.empty()) return;
    out_.comment("More than 48 KiB of shared memory needs this call.");
    if (source_.in_parts) out_.line("CHECK(allow_shared_memory());");
    for (const auto& [kernel, bytes] : asked)
        if (!source_.in_parts)
            out_.call(
                "CHECK(cudaFuncSetAttribute",
                {kernel, "cudaFuncAttributeMaxDynamicSharedMemorySize", std::to_string(bytes)},
                ");");
    out_.gap();
}

void Main::library_part(std::string LibraryCode::*part) {
    const PointerName pointer = [this](const Buffer& buffer) { return name_of(buffer); };
    library_.write_once(out_, part,
                        [&](std::size_t step) { return launches_.arguments_of(step, pointer); });
}

// Handles, plans and scratch memory, with the numbers that they need.
void Main::begin_libraries() {
    if (library_.includes().empty()) return;
    for (const Group& group : groups_)
        if (calls_library(plan_.steps[group.first])) launches_.write_numbers(out_, group);
    library_part(&LibraryCode::begin);
    out_.gap();
}

// Restores the data that the previous round changed.
void Main::before_round() {
    const auto again = [](const Array& a) {
        return !a.early && !a.uploaded && !a.host_writes && (a.zeroed || (a.filled && a.written));
    };
    unwritten();
    write_first_touches(out_, arrays_);
    if (std::ranges::none_of(arrays_, again)) return;
    out_.comment("Every round begins with the same values.");
    for (const Array& array : arrays_) {
        if (!again(array)) continue;
        if (array.zeroed)
            out_.line(fmt::format("CHECK(cudaMemset({}, 0, {}));", array.device, array.bytes()));
        else
            fill_device(array);
    }
    out_.gap();
}

// Fills memory without contents with a value that looks like no result, and not with 0. Otherwise
// it would hold the last round's values.
void Main::unwritten() {
    if (std::ranges::none_of(arrays_, &Array::early)) return;
    out_.comment(
        "Fills unwritten memory: otherwise a round would find the values of the last "
        "round.");
    for (const Array& array : arrays_)
        if (array.early)
            out_.line(fmt::format("CHECK(cudaMemset({}, 0xab, {}));", array.device, array.bytes()));
    out_.gap();
}

void Main::begin_span() {
    out_.gap();
    write_first_reading(out_, plan_.clock);
    timing_ = true;
}

void Main::end_span() {
    out_.gap();
    write_second_reading(out_, plan_.clock, spans_ == 1);
    timing_ = false;
}

void Main::write(std::size_t index, const Launch& launch, const PointerName& pointer) {
    if (launch.library)
        steps_[index] = library_.write_call(out_, index, launches_.arguments_of(index, pointer));
    else
        launches_.write_launch(out_, index, pointer, streams_.of(index));
}

void Main::write(std::size_t, const Copy& step, const PointerName& pointer) {
    const Array &to = arrays_[step.to.id], &from = arrays_[step.from.id];
    const std::string source =
        pointer(step.from) + (step.first ? fmt::format(" + {}", step.first) : "");
    const std::string bytes =
        step.elements() == step.from.count ? from.bytes() : bytes_of(step.elements(), from.type);
    const std::string way = "cudaMemcpyDeviceToDevice";
    if (to.symbol && source_.in_parts)
        out_.call("CHECK(fill_" + to.device, {source, bytes, way}, ");");
    else if (to.symbol)
        out_.call("CHECK(cudaMemcpyToSymbol", {to.device, source, bytes, "0", way}, ");");
    else
        out_.call("CHECK(cudaMemcpy", {pointer(step.to), source, bytes, way}, ");");
}

void Main::write(std::size_t, const Clear& clear, const PointerName& pointer) {
    const Array& array = arrays_[clear.buffer.id];
    const std::string name = pointer(clear.buffer);
    if (clear.value == 0) {
        out_.line(fmt::format("CHECK(cudaMemset({}, 0, {}));", name, array.bytes()));
        return;
    }
    if (source_.in_parts)
        return out_.call("CHECK(launch_set_all",
                         {name, std::to_string(array.buffer.count), literal(clear.value)}, ");");
    const std::uint64_t blocks = (array.buffer.count + 255) / 256;
    out_.call(fmt::format("set_all<{}><<<{}, 256>>>", array.type, blocks),
              {name, std::to_string(array.buffer.count), literal(clear.value)}, ";");
    out_.line("CHECK(cudaGetLastError());");
    if (launches_.wait_behind) out_.line("CHECK(cudaDeviceSynchronize());");
}

void Main::write(std::size_t index, const Transfer& transfer, const PointerName& pointer) {
    const Array& array = arrays_[transfer.buffer.id];
    const bool in = transfer.way == Transfer::Way::to_device;
    const std::string behind = transfer.first ? fmt::format(" + {}", transfer.first) : "";
    const std::string device = pointer(transfer.buffer) + behind;
    const std::string host = (in || array.landing.empty() ? array.host : array.landing) + behind;
    const bool own = transfer.means == Transfer::Means::read && !array.for_both_sides();
    if (transfer.means != Transfer::Means::copy)
        return write_move(out_, transfer, array, own ? host : device, streams_.of(index));
    std::vector<std::string> arguments{
        in ? device : host, in ? host : device,
        transfer.count ? bytes_of(transfer.count, array.type) : array.bytes(),
        in ? "cudaMemcpyHostToDevice" : "cudaMemcpyDeviceToHost"};
    if (const std::string stream = streams_.of(index); !stream.empty()) arguments.push_back(stream);
    out_.call("CHECK(cudaMemcpyAsync", arguments, ");");
}

void Main::write(std::size_t index, const MemoryCall& call, const PointerName& pointer) {
    const Array& array = arrays_[call.buffer.id];
    write_memory_call(out_, call, pointer(call.buffer), array.bytes(), streams_.of(index));
}

void Main::step(std::size_t index, const PointerName& pointer) {
    streams_.write_before(out_, index);
    steps_[index] = out_.next_line();
    std::visit([&](const auto& any) { write(index, any, pointer); }, plan_.steps[index]);
    streams_.write_behind(out_, index);
}

void Main::loop(const Group& group) {
    PointerName pointer = [this](const Buffer& buffer) { return name_of(buffer); };
    std::string from, to;
    if (group.swapped) {
        const Buffer a = group.swapped->first, b = group.swapped->second;
        from = names_.made("from");
        to = names_.made("to");
        out_.line(fmt::format("{} *{} = {}, *{} = {};  // they take turns", arrays_[a.id].type,
                              from, name_of(a), to, name_of(b)));
        pointer = [this, a, b, from, to](const Buffer& buffer) {
            return buffer.id == a.id ? from : buffer.id == b.id ? to : name_of(buffer);
        };
    }
    out_.open(fmt::format("for (int turn = 0; turn < {}; ++turn) {{", group.times));
    for (std::size_t i = 0; i < group.count; ++i) step(group.first + i, pointer);
    for (std::size_t i = group.first + group.count; i < group.first + group.count * group.times;
         ++i)
        steps_[i] = steps_[i - group.count];
    if (group.swapped) out_.line(fmt::format("std::swap({}, {});", from, to));
    out_.close();
}

void Main::group_text(const Group& group) {
    const PlanStep& first = plan_.steps[group.first];
    const bool timed = is_timed(first), launch = std::holds_alternative<Launch>(first);
    if (timing_ && !timed) end_span();
    if (launch || after_launch_) out_.gap();
    if (launch && !source_.style.grid_words.empty()) out_.comment(source_.style.grid_words);
    launches_.write_numbers(out_, group);
    if (timed && !timing_ && !recording_) begin_span();
    after_launch_ = launch || group.times > 1;
    if (group.times > 1) return loop(group);
    step(group.first, [this](const Buffer& buffer) { return name_of(buffer); });
}

void Main::record_graph() {
    recording_ = true;
    launches_.wait_behind = false;  // a wait would break the recording
    streams_.write_begin(out_);
    for (const Group& group : groups_) group_text(group);
    streams_.write_end(out_);
    recording_ = false;
}

void Main::rounds() {
    if (streams_.as_graph()) record_graph();
    if (spans_ > 0) write_clock(out_, plan_.clock);
    const bool once = source_.form.tells;
    out_.line(once ? "const int rounds = 0;" : "const int rounds = 9;");
    out_.open("for (int round = 0; round <= rounds; ++round) {");
    before_round();
    if (spans_ > 1) write_sum_of_spans(out_, plan_.clock);
    if (streams_.as_graph()) {
        begin_span();
        streams_.write_launch(out_);
        if (source_.form.waits_behind) out_.line("CHECK(cudaDeviceSynchronize());");
    } else {
        for (const Group& group : groups_) group_text(group);
    }
    if (timing_) end_span();
    if (spans_ > 0) {
        if (!once) out_.line("if (round > 0)  // the first one warms up");
        out_.line(once ? "times.push_back(milliseconds);" : "    times.push_back(milliseconds);");
    } else {
        out_.line("CHECK(cudaDeviceSynchronize());");
    }
    out_.close();
    out_.gap();
}

// The host's copy of the result, made if needed.
std::string Main::brought(const Array& array) {
    if (array.downloaded) return array.landing;  // a step of the plan has copied it
    if (array.for_both_sides()) return array.device;
    out_.line(fmt::format("std::vector<{}> {}({});", array.type, array.result, array.buffer.count));
    const std::string data = array.result + ".data()";
    out_.call("CHECK(cudaMemcpy",
              {data, array.device, fmt::format("{}.size() * sizeof({})", array.result, array.type),
               "cudaMemcpyDeviceToHost"},
              ");");
    return data;
}

void Main::results() {
    const bool compared = source_.compared;
    if (plan_.results.empty()) return;
    if (for_both_sides())
        out_.comment(compared ? "The host waits for the device, and compares the result."
                              : "The host waits for the device, and reads the result.");
    else
        out_.comment(compared ? "The result goes to the host and is compared with the reference."
                              : "The result goes to the host.");
    if (for_both_sides()) out_.line("CHECK(cudaDeviceSynchronize());");
    std::vector<std::string> found;
    std::vector<int> brought_ids;
    for (const Buffer& buffer : plan_.results) {
        if (std::ranges::find(brought_ids, buffer.id) != brought_ids.end()) continue;
        brought_ids.push_back(buffer.id);
        found.push_back(brought(arrays_[buffer.id]));
    }
    if (plan_.host_adds) write_host_sum(out_, found.front(), plan_.results.front().count);
    if (compared) return out_.call("const bool right = is_right", found, ";");
    for (std::size_t i = 0; i < found.size(); ++i)
        out_.line(fmt::format("describe(\"{}\", {}, {});", arrays_[plan_.results[i].id].result,
                              found[i], plan_.results[i].count));
}

void Main::frees() {
    out_.gap();
    launches_.write_destroyed_textures(out_);
    for (const Array& array : arrays_)
        if (!array.symbol && !array.by_steps)
            out_.line(fmt::format("CHECK({}({}));", array.mapped ? "cudaFreeHost" : "cudaFree",
                                  array.device));
    for (const Array& array : arrays_) {
        const char* const free = plan_.pageable ? "std::free({});" : "CHECK(cudaFreeHost({}));";
        if (array.uploaded) out_.line(fmt::format(fmt::runtime(free), array.host));
        if (array.downloaded) out_.line(fmt::format(fmt::runtime(free), array.landing));
    }
    library_part(&LibraryCode::end);
    streams_.write_destroyed(out_);
    if (spans_ > 0) write_clock_freed(out_, plan_.clock);
}

void Main::report() {
    out_.gap();
    if (!source_.style.asks_card) {
        out_.line(source_.form.tells ? "cudaDeviceProp device = {};" : "cudaDeviceProp device;");
        out_.line("CHECK(cudaGetDeviceProperties(&device, 0));");
    }
    if (spans_ > 0) {
        out_.line("std::sort(times.begin(), times.end());");
        out_.line(fmt::format(
            R"(std::printf("%s: %.4f ms{}, the middle one of %d rounds\n", device.name,)",
            words_of_time(plan_.clock)));
        out_.line("            times[rounds / 2], rounds);");
        library_part(&LibraryCode::report);
    } else {
        out_.line(R"(std::printf("%s\n", device.name);)");
    }
    out_.line(source_.compared ? "return right ? 0 : 1;" : "return 0;");
}

MainText Main::text() {
    out_.line("int main()");
    out_.open();
    inputs();
    allocations();
    large_shared();
    write_card_questions(out_, source_);
    begin_libraries();
    streams_.write_made(out_);
    rounds();
    results();
    frees();
    report();
    out_.close();
    return {out_.text(), steps_};
}

}  // namespace

MainText main_text(const HostSource& source, const std::vector<Array>& arrays,
                   const std::vector<Group>& groups, Launches& launches, Names& names) {
    return Main(source, arrays, groups, launches, names).text();
}

}  // namespace lab::host_code
