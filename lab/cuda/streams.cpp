// The streams and events of a plan. See streams.h.
#include "lab/cuda/streams.h"

namespace lab::cuda {
namespace {

constexpr unsigned no_clock_event = 2;      // CU_EVENT_DISABLE_TIMING
constexpr unsigned apart_from_default = 1;  // CU_STREAM_NON_BLOCKING

void make_event(Event& event) {
    check(driver()->EventCreate(&event, no_clock_event), "cuEventCreate");
}

void record_event(Event event, Stream stream) {
    check(driver()->EventRecord(event, stream), "cuEventRecord");
}

void wait_for_event(Stream stream, Event event) {
    check(driver()->StreamWaitEvent(stream, event, 0), "cuStreamWaitEvent");
}

}  // namespace

Streams::Streams(Device& device, const Plan& plan) : device_(&device), plan_(&plan) {
    try {
        make();
    } catch (...) {
        release();
        throw;
    }
}

Streams::~Streams() { release(); }

void Streams::make() {
    for (const PlanStep& step : plan_->steps) {
        const OnStream& on = on_stream(step);
        if (on.number != 0) others_[on.number];
        for (const std::size_t before : on.after) behind_[before];
    }
    if (!others_.empty()) make_event(parted_);
    for (auto& [number, other] : others_) {
        check(driver()->StreamCreate(&other.stream, apart_from_default), "cuStreamCreate");
        make_event(other.end);
    }
    for (auto& [step, event] : behind_) make_event(event);
}

void Streams::release() {
    for (auto& [number, other] : others_) {
        if (other.stream) driver()->StreamDestroy_v2(other.stream);
        if (other.end) driver()->EventDestroy_v2(other.end);
    }
    for (auto& [step, event] : behind_)
        if (event) driver()->EventDestroy_v2(event);
    if (parted_) driver()->EventDestroy_v2(parted_);
}

Stream Streams::of(std::size_t step) const {
    const int number = on_stream(plan_->steps[step]).number;
    return number == 0 ? device_->stream() : others_.at(number).stream;
}

void Streams::part() const {
    if (others_.empty()) return;
    record_event(parted_, device_->stream());
    for (const auto& [number, other] : others_) wait_for_event(other.stream, parted_);
}

void Streams::join() const {
    for (const auto& [number, other] : others_) {
        record_event(other.end, other.stream);
        wait_for_event(device_->stream(), other.end);
    }
}

void Streams::wait(Stream stream, std::size_t step) const {
    wait_for_event(stream, behind_.at(step));
}

void Streams::passed(std::size_t step) const {
    if (const auto behind = behind_.find(step); behind != behind_.end())
        record_event(behind->second, of(step));
}

}  // namespace lab::cuda
