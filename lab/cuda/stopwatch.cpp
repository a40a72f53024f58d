// Times launches with events.
#include "lab/cuda/stopwatch.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace lab::cuda {
namespace {

// Device memory that the object frees.
struct Room {
    explicit Room(std::size_t bytes) { check(driver()->MemAlloc_v2(&at, bytes), "cuMemAlloc"); }
    ~Room() { driver()->MemFree_v2(at); }
    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;
    DeviceAddress at = 0;
};

struct Events {
    explicit Events(std::size_t count) : at(count) {
        for (Event& each : at) check(driver()->EventCreate(&each, 0), "cuEventCreate");
    }
    ~Events() {
        for (Event each : at)
            if (each) driver()->EventDestroy_v2(each);
    }
    Events(const Events&) = delete;
    Events& operator=(const Events&) = delete;
    std::vector<Event> at;
};

constexpr const char* empty_kernel =
    ".version 6.4\n.target sm_52\n.address_size 64\n.visible .entry empty()\n{\n\tret;\n}\n";

// Thread t of T reads 16 bytes at 16 t, 16 (t + T), ... below `bytes`, past the L1. The store
// depends on a sum that never occurs; it keeps the compiler from removing the loads.
constexpr const char* read_all_kernel = R"(.version 6.4
.target sm_52
.address_size 64
.visible .entry read_all(.param .u64 at, .param .u64 bytes)
{
	.reg .b32 %r<10>;
	.reg .b64 %rd<8>;
	.reg .pred %p<3>;
	ld.param.u64 %rd1, [at];
	ld.param.u64 %rd2, [bytes];
	cvta.to.global.u64 %rd1, %rd1;
	mov.u32 %r1, %ctaid.x;
	mov.u32 %r2, %ntid.x;
	mov.u32 %r3, %tid.x;
	mad.lo.u32 %r3, %r1, %r2, %r3;
	mul.wide.u32 %rd3, %r3, 16;
	mov.u32 %r1, %nctaid.x;
	mul.lo.u32 %r1, %r1, %r2;
	mul.wide.u32 %rd4, %r1, 16;
	mov.u32 %r4, 0;
	bra.uni test;
more:
	add.u64 %rd5, %rd1, %rd3;
	ld.global.cg.v4.u32 {%r5, %r6, %r7, %r8}, [%rd5];
	xor.b32 %r5, %r5, %r6;
	xor.b32 %r7, %r7, %r8;
	xor.b32 %r4, %r4, %r5;
	xor.b32 %r4, %r4, %r7;
	add.u64 %rd3, %rd3, %rd4;
test:
	setp.lt.u64 %p1, %rd3, %rd2;
	@%p1 bra more;
	setp.eq.u32 %p2, %r4, 305419896;
	@%p2 st.global.u32 [%rd1], %r4;
	ret;
}
)";

// Each thread copies 64 bytes, with four 16-byte loads in flight. The size must be a multiple of a
// block's bytes.
constexpr unsigned copy_threads = 256, copied_a_thread = 64;
constexpr const char* copy_all_kernel = R"(.version 6.4
.target sm_52
.address_size 64
.visible .entry copy_all(.param .u64 to, .param .u64 from)
{
	.reg .b32 %r<20>;
	.reg .b64 %rd<14>;
	ld.param.u64 %rd1, [to];
	ld.param.u64 %rd2, [from];
	cvta.to.global.u64 %rd1, %rd1;
	cvta.to.global.u64 %rd2, %rd2;
	mov.u32 %r1, %ctaid.x;
	mov.u32 %r2, %ntid.x;
	mov.u32 %r3, %tid.x;
	mul.lo.u32 %r1, %r1, %r2;
	shl.b32 %r1, %r1, 2;
	add.u32 %r1, %r1, %r3;
	mul.wide.u32 %rd3, %r1, 16;
	mul.wide.u32 %rd4, %r2, 16;
	add.u64 %rd5, %rd2, %rd3;
	add.u64 %rd6, %rd5, %rd4;
	add.u64 %rd7, %rd6, %rd4;
	add.u64 %rd8, %rd7, %rd4;
	ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%rd5];
	ld.global.v4.u32 {%r8, %r9, %r10, %r11}, [%rd6];
	ld.global.v4.u32 {%r12, %r13, %r14, %r15}, [%rd7];
	ld.global.v4.u32 {%r16, %r17, %r18, %r19}, [%rd8];
	add.u64 %rd9, %rd1, %rd3;
	add.u64 %rd10, %rd9, %rd4;
	add.u64 %rd11, %rd10, %rd4;
	add.u64 %rd12, %rd11, %rd4;
	st.global.v4.u32 [%rd9], {%r4, %r5, %r6, %r7};
	st.global.v4.u32 [%rd10], {%r8, %r9, %r10, %r11};
	st.global.v4.u32 [%rd11], {%r12, %r13, %r14, %r15};
	st.global.v4.u32 [%rd12], {%r16, %r17, %r18, %r19};
	ret;
}
)";

void launch(Function function, unsigned blocks, unsigned threads, Stream stream, void** arguments) {
    check(driver()->LaunchKernel(function, blocks, 1, 1, threads, 1, 1, 0, stream, arguments,
                                 nullptr),
          "cuLaunchKernel");
}

template <class Sample>
double median_of(int samples, Sample sample) {
    std::vector<double> times;
    for (int i = 0; i < samples; ++i) times.push_back(sample());
    return median_interval(times).median;
}

}  // namespace

GpuFailed no_clock(double milliseconds) {
    return GpuFailed(fmt::format(
        "This GPU's clock does not work: it shows {:g} ms for a measured run, so nothing is timed.",
        milliseconds));
}

Stopwatch::Stopwatch(Device& device)
    : device_(&device),
      read_all_(device.function(read_all_kernel, "read_all")),
      flush_bytes_(2 * device.l2_bytes()) {
    check(driver()->EventCreate(&start_, 0), "cuEventCreate");
    check(driver()->EventCreate(&end_, 0), "cuEventCreate");
    if (flush_bytes_) check(driver()->MemAlloc_v2(&flush_, flush_bytes_), "cuMemAlloc");
    if (flush_)
        check(driver()->MemsetD8Async(flush_, 0, flush_bytes_, device.stream()), "cuMemsetD8");
}

Stopwatch::~Stopwatch() {
    if (flush_) driver()->MemFree_v2(flush_);
    if (start_) driver()->EventDestroy_v2(start_);
    if (end_) driver()->EventDestroy_v2(end_);
}

void Stopwatch::flush() {
    if (!flush_) return;
    constexpr unsigned threads = 512, blocks_each = 4;
    void* arguments[] = {&flush_, &flush_bytes_};
    launch(read_all_, blocks_each * device_->multiprocessors(), threads, device_->stream(),
           arguments);
}

double Stopwatch::between(Event start, Event end) const {
    check(driver()->EventSynchronize(end), "cuEventSynchronize");
    float milliseconds = 0;
    check(driver()->EventElapsedTime(&milliseconds, start, end), "cuEventElapsedTime");
    if (!(milliseconds >= 0) || std::isinf(milliseconds)) throw no_clock(milliseconds);
    return std::max(0., double(milliseconds) - pair_);
}

void Stopwatch::set_to_zero() {
    pair_ = 0;
    Captured nothing(*this, Captured::Caches::cold, 1, [] {});
    constexpr int samples = 61;  // events step by 0.03 us, and a pair shows three values
    pair_ = median_of(samples, [&] { return nothing.time(); });
}

void Stopwatch::mark(Event event) {
    check(driver()->EventRecordWithFlags(event, device_->stream(), event_of_graph),
          "cuEventRecordWithFlags");
}

// An event between two steps takes as long as the measured pair, so each step is reduced by it.
std::vector<double> Stopwatch::each(std::size_t steps, const std::function<void()>& reset,
                                    const std::function<void(std::size_t)>& play) {
    const Events marks(steps + 1);
    const Enqueued enqueued(device_->stream(), [&] {
        flush();
        mark(marks.at[0]);
        for (std::size_t i = 0; i < steps; ++i) play(i), mark(marks.at[i + 1]);
    });
    constexpr int least = 7, most = 41;
    constexpr double enough_ms = 10;  // of device time: short steps have two speeds
    double spent = 0;
    std::vector<std::vector<double>> times(steps);
    for (int round = 0; round < least || (round < most && spent < enough_ms); ++round) {
        reset();
        enqueued.run();
        for (std::size_t i = 0; i < steps; ++i)
            times[i].push_back(between(marks.at[i], marks.at[i + 1]));
        spent += between(marks.at[0], marks.at[steps]);
    }
    std::vector<double> medians;
    for (const auto& each : times) medians.push_back(median_interval(each).median);
    return medians;
}

std::vector<StepSpan> Stopwatch::spans(std::size_t steps, bool as_graph,
                                       const std::function<void()>& reset, const Marked& play) {
    const Events begins(steps), ends(steps);
    Issued issued(*this, as_graph, [&] {
        play([&](std::size_t step, bool is_end, Stream on) {
            const Event event = (is_end ? ends : begins).at[step];
            check(as_graph ? driver()->EventRecordWithFlags(event, on, event_of_graph)
                           : driver()->EventRecord(event, on),
                  "cuEventRecord");
        });
    });
    const auto span_of = [&](std::size_t step) {
        const double begin = between(start_, begins.at[step]);
        return StepSpan{begin, std::max(begin, between(start_, ends.at[step]))};
    };
    constexpr std::size_t rounds = 5;
    std::vector<std::pair<double, std::vector<StepSpan>>> taken;
    for (std::size_t round = 0; round < rounds; ++round) {
        reset();
        const double whole = issued.time();
        taken.emplace_back(whole, std::vector<StepSpan>{});
        for (std::size_t i = 0; i < steps; ++i) taken.back().second.push_back(span_of(i));
    }
    std::ranges::sort(taken, {}, [](const auto& one) { return one.first; });
    return std::move(taken[rounds / 2].second);
}

Floor Stopwatch::floor() {
    const Function empty = device_->function(empty_kernel, "empty");
    const auto enqueue = [&] { launch(empty, 1, 32, device_->stream(), nullptr); };
    constexpr int rounds = 200, samples = 21;
    Captured cold(*this, Captured::Caches::cold, 1, enqueue);
    Captured warm(*this, Captured::Caches::warm, rounds, enqueue);
    return {median_of(samples, [&] { return cold.time(); }),
            median_of(samples, [&] { return warm.time(); })};
}

double Stopwatch::cold(const std::function<void()>& enqueue) {
    Captured captured(*this, Captured::Caches::cold, 1, enqueue);
    if (!awaken([&] { return captured.time(); })) throw no_clock(0);
    set_to_zero();
    return median_of(11, [&] { return captured.time(); });
}

Copied Stopwatch::copy(std::size_t bytes) {
    const Room from(bytes), to(bytes);
    const Function copy_all = device_->function(copy_all_kernel, "copy_all");
    const double by_driver = cold([&] {
        check(driver()->MemcpyDtoDAsync_v2(to.at, from.at, bytes, device_->stream()),
              "cuMemcpyDtoD");
    });
    constexpr std::size_t block = std::size_t{copy_threads} * copied_a_thread;
    if (bytes % block != 0) return {by_driver, false};
    const double by_kernel = cold([&] {
        DeviceAddress there = to.at, here = from.at;
        void* arguments[] = {&there, &here};
        launch(copy_all, static_cast<unsigned>(bytes / block), copy_threads, device_->stream(),
               arguments);
    });
    return {std::min(by_driver, by_kernel), by_kernel < by_driver};
}

Enqueued::Enqueued(Stream stream, const std::function<void()>& enqueue) : stream_(stream) {
    const Api& api = *driver();
    check(api.StreamBeginCapture_v2(stream, capture_of_thread), "cuStreamBeginCapture");
    Graph graph = nullptr;
    try {
        enqueue();
    } catch (...) {
        if (api.StreamEndCapture(stream, &graph) == 0 && graph) api.GraphDestroy(graph);
        throw;
    }
    check(api.StreamEndCapture(stream, &graph), "cuStreamEndCapture");
    const Status status = api.GraphInstantiateWithFlags(&graph_, graph, 0);
    api.GraphDestroy(graph);
    check(status, "cuGraphInstantiate");
}

Enqueued::~Enqueued() { driver()->GraphExecDestroy(graph_); }

void Enqueued::run() const { check(driver()->GraphLaunch(graph_, stream_), "cuGraphLaunch"); }

Captured::Captured(Stopwatch& stopwatch, Caches caches, int rounds,
                   const std::function<void()>& enqueue)
    : stopwatch_(&stopwatch), rounds_(rounds), enqueued_(stopwatch.device_->stream(), [&] {
          if (caches == Caches::cold) stopwatch.flush();
          stopwatch.mark(stopwatch.start_);
          for (int round = 0; round < rounds; ++round) enqueue();
          stopwatch.mark(stopwatch.end_);
      }) {}

ByHost::ByHost(Stopwatch& stopwatch, bool waits, std::function<void()> enqueue)
    : stopwatch_(&stopwatch), waits_(waits), enqueue_(std::move(enqueue)) {}

double ByHost::time() {
    using Readings = std::chrono::steady_clock;
    stopwatch_->flush();
    check(driver()->CtxSynchronize(), "cuCtxSynchronize");
    const auto first = Readings::now();
    enqueue_();
    if (waits_) check(driver()->CtxSynchronize(), "cuCtxSynchronize");
    const auto second = Readings::now();
    if (!waits_) check(driver()->CtxSynchronize(), "cuCtxSynchronize");
    return std::chrono::duration<double, std::milli>(second - first).count();
}

Issued::Issued(Stopwatch& stopwatch, bool as_graph, std::function<void()> enqueue)
    : stopwatch_(&stopwatch), enqueue_(std::move(enqueue)) {
    if (as_graph) graph_ = std::make_unique<Enqueued>(stopwatch.device_->stream(), enqueue_);
}

double Issued::time() {
    const Stream stream = stopwatch_->device_->stream();
    stopwatch_->flush();
    check(driver()->StreamSynchronize(stream), "cuStreamSynchronize");
    check(driver()->EventRecord(stopwatch_->start_, stream), "cuEventRecord");
    graph_ ? graph_->run() : enqueue_();
    check(driver()->EventRecord(stopwatch_->end_, stream), "cuEventRecord");
    return stopwatch_->elapsed();
}

double Captured::time() {
    enqueued_.run();
    return stopwatch_->elapsed() / rounds_;
}

}  // namespace lab::cuda
