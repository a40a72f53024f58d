// The stages of a request.
#include "lab/requests/job.h"

#include <algorithm>

#include <fmt/format.h>

#include "lab/bugs.h"
#include "lab/host_side.h"
#include "lab/library.h"
#include "lab/memory/memory_budget.h"
#include "lab/memory/unasked.h"
#include "lab/requests/run_bytes.h"
#include "lab/running/faults.h"
#include "lab/time/awaited.h"
#include "lab/time/measuring.h"
#include "lab/time/processor.h"
#include "lab/time/recordings.h"
#include "lab/words.h"
#include "platform/available_memory.h"
#include "platform/clock.h"

namespace lab {
namespace {

Request with(const Request& request, const Settings& settings) {
    Request changed = request;
    changed.settings = settings;
    return changed;
}

std::string size_words(const Settings& settings) {
    const std::string words = size_words(settings, grouped);
    return words.empty() ? "this size" : words;
}

// A time belongs to the requested size, even if a smaller size was counted.
std::shared_ptr<const Run> of_size(const Settings& settings, Run run) {
    run.request.settings = settings;
    return std::make_shared<Run>(std::move(run));
}

// While another thread opens a GPU.
void wait_a_little() {
    constexpr double often = .005;  // s
    platform::sleep(often);
}

bool within(const Settings& settings, CountingLimits limits) {
    return cost_of(settings) <= limits.lane_instructions &&
           bytes_of_arrays(settings) <= limits.bytes_of_arrays &&
           bytes_to_count(settings) <= unasked_room();
}

// For all kernels of the ladder, as their counts are compared.
bool all_within(const Settings& settings, CountingLimits limits) {
    if (versions_of(settings)) return within(settings, limits);  // versions are not a ladder
    Settings each = settings;
    for (each.rung = 0; each.rung < std::ssize(settings.subject->rungs); ++each.rung)
        if (!within(each, limits) && !refusal(each)) return false;
    return true;
}

Settings smaller(const Settings& asked, CountingLimits limits) {
    const Knob& size = *asked.subject->size;
    for (auto tick = size.ticks.rbegin(); tick != size.ticks.rend(); ++tick) {
        if (*tick >= asked[size]) continue;
        const Settings less = turned(asked, size, *tick);
        if (all_within(less, limits) && !refusal(less)) return less;
    }
    return picture_of(asked);
}

}  // namespace

std::shared_ptr<const Run> RunCache::find(const Request& request) {
    const auto found =
        std::ranges::find_if(runs_, [&](const auto& run) { return run->request == request; });
    if (found == runs_.end()) return nullptr;
    runs_.splice(runs_.begin(), runs_, found);
    return runs_.front();
}

void RunCache::keep(std::shared_ptr<const Run> run) {
    runs_.push_front(std::move(run));
    bytes_ += bytes_of(*runs_.front());
    while (runs_.size() > capacity_ || (bytes_ > most_bytes_ && runs_.size() > 1)) {
        bytes_ -= bytes_of(*runs_.back());
        runs_.pop_back();
    }
}

Settings countable(const Settings& asked, CountingLimits limits) {
    if (!asked.subject->size || all_within(asked, limits)) return asked;
    // Other kernels of the ladder are counted unrequested at this smaller size too.
    limits.lane_instructions = std::min(limits.lane_instructions, unasked_budget());
    return smaller(asked, limits);
}

Settings countable_unasked(const Settings& asked) {
    return countable(asked, {unasked_budget(), platform::memory_for_counts()});
}

bool counted_when_asked(const Settings& asked) {
    return countable(asked, {asked_budget(), platform::memory_for_counts()}) == asked;
}

// Time first: more memory would not make a long run shorter.
std::string why_not_counted(const Settings& settings, CountingLimits limits) {
    const std::string size = size_words(settings);
    const std::uint64_t arrays = bytes_of_arrays(settings);
    if (cost_of(settings) > limits.lane_instructions)
        return fmt::format("counting {} would take too long here", size);
    if (arrays > limits.bytes_of_arrays)
        return fmt::format("the arrays of {} would take {} of memory here", size,
                           bytes_worded(arrays));
    return fmt::format(
        "counting {} would take {} of memory, but a run in the window may use only "
        "{}",
        size, bytes_worded(bytes_to_count(settings)), bytes_worded(unasked_room()));
}

Job::Job(Request request, Worker::Wish wish, Means means) : means_(std::move(means)), wish_(wish) {
    result_.request = std::move(request);
}

Job::Job(Request request, Request against, Means means)
    : Job(std::move(request), Worker::Wish::ratio, std::move(means)) {
    against_ = std::move(against);
}

Job::~Job() {
    if (measures_ && means_.measuring) means_.measuring->stop();
}

bool Job::work(std::uint64_t lane_instructions) {
    switch (stage_) {
        case Stage::begin: begin(); break;
        case Stage::picture:
        case Stage::counting: advance(lane_instructions); break;
        case Stage::timing: time(); break;
        case Stage::done: break;
    }
    return stage_ == Stage::done;
}

// A program that is broken on purpose never runs on a GPU.
bool Job::may_measure() const {
    return means_.may_measure && wish_ != Worker::Wish::model &&
           !is_broken(result_.request.settings);
}

void Job::publish(bool complete) {
    result_.complete = complete;
    means_.publish(result_);
}

void Job::begin() {
    const Settings& settings = result_.request.settings;
    const bool opens = may_measure() && bench_opens();
    result_.refusal = refusal(settings);
    if (result_.refusal) {
        stage_ = Stage::done;
        publish(true);
        return;
    }
    picture_ = with(result_.request, picture_of(settings));
    if (auto why = too_large_unasked(picture_, playing(!no_picture()))) {  // a file's has any size
        result_.problem = *why;
        stage_ = Stage::done;
        publish(true);
        return;
    }
    if (opens && wish_ != Worker::Wish::all) return wait_a_little();
    if (against_ || (wish_ == Worker::Wish::time && time_needs_no_counts())) {
        stage_ = Stage::timing;
        return;
    }
    if (is_library(settings)) {  // it has no other source of times
        stage_ = Stage::done;
        publish(true);
        return;
    }
    counted_ = with(result_.request, countable(settings, means_.counting));
    counted_.watched.clear();  // counts are those of all blocks
    if (counted_.settings != settings)
        result_.note = fmt::format("Counted at {}: {}.", size_words(counted_.settings),
                                   why_not_counted(settings, means_.counting));
    stage_ = no_picture() ? Stage::counting : Stage::picture;
    if (auto known = means_.caches.counts.find(counted_); known && no_picture())
        return counting_done(std::move(known));
    if (auto known = means_.caches.pictures.find(picture_)) picture_done(std::move(known));
}

bool Job::no_picture() const { return wish_ == Worker::Wish::time || wish_ == Worker::Wish::model; }

// A file's kernel may never end and may be wrong. So it has a limit, and small launches are checked
// in all blocks. As a picture takes much longer than counts, only a part is traced first.
Playing Job::playing(bool picture) const {
    Playing how = picture ? Playing::traced() : Playing::counted();
    if (result_.request.settings.lesson()) return how;
    const double most = no_picture() ? std::min(means_.counting.lane_instructions, unasked_budget())
                                     : means_.counting.lane_instructions;
    how.limit = static_cast<std::uint64_t>(picture && !ends_ ? first_look() : most);
    if (looked_at_first() || no_picture()) return how;
    if (cost_of(picture_.settings) <= looked_through) how.check = Playing::Check::everywhere;
    return how;
}

double Job::first_look() const {
    constexpr double picture_takes = 10;  // times as long as counting
    return means_.counting.lane_instructions / picture_takes;
}

// Whether the picture was cut before the counts showed that the run ends.
bool Job::looked_at_first() const {
    return !ends_ && result_.picture && double(result_.picture->cut_after) >= first_look();
}

void Job::advance(std::uint64_t lane_instructions) {
    const bool picture = stage_ == Stage::picture;
    if (!simulation_)
        simulation_ = std::make_unique<Simulation>(picture ? picture_ : counted_, playing(picture));
    if (!simulation_->advance(lane_instructions)) {
        if (!picture && may_time_while_counting()) measured();
        return;
    }
    auto run = simulation_->finish(means_.wanted);
    simulation_.reset();
    (picture ? means_.caches.pictures : means_.caches.counts).keep(run);
    if (picture)
        picture_done(std::move(run));
    else
        counting_done(std::move(run));
}

void Job::picture_done(std::shared_ptr<const Run> run) {
    result_.picture = std::move(run);
    stage_ = Stage::counting;
    const bool same = counted_.settings == picture_.settings;
    if (same && !looked_at_first()) return counting_done(result_.picture);
    if (auto known = means_.caches.counts.find(counted_)) return counting_done(std::move(known));
    publish();
    take_recorded();
}

// A recorded time needs no run, so it appears before the counts.
void Job::take_recorded() {
    if (!result_.picture->ended() || !time_needs_no_counts() || (may_measure() && known_bench()))
        return;
    find_elsewhere();
    if (!result_.elsewhere.empty()) result_.timed = result_.elsewhere.front();
    if (result_.timed) publish();
}

void Job::counting_done(std::shared_ptr<const Run> run) {
    result_.counted = std::move(run);
    if (looked_at_first() && result_.counted->cut_after == 0) {
        ends_ = true, stage_ = Stage::picture;
        return;
    }
    if (result_.counted->cut_after > 0) result_.problem = cut_sentence(*result_.counted);
    if (auto said = launch_sentence(*result_.counted)) result_.problem = *said;
    stage_ = Stage::timing;
    publish();
}

// Times a large size while it is counted. Kernels that may fault or never end must first run to
// their end: a GPU does not recover from a fault.
bool Job::may_time_while_counting() const {
    const Settings& settings = result_.request.settings;
    return may_measure() && settings.lesson() && !settings.anyway && result_.picture &&
           result_.picture->ended() && known_bench();
}

bool Job::time_needs_no_counts() const {
    // kernels that may never end must first run to their end
    const Settings& settings = result_.request.settings;
    if (!settings.lesson() && !is_library(settings)) return false;
    return (may_measure() && known_bench()) || recorded(result_.request);
}

void Job::time() {
    if (may_measure() && bench_opens()) return wait_a_little();
    const bool measures = measures_ || (may_measure() && known_bench());
    if (against_) {
        if (measures && !measured()) return;
    } else if (result_.counted && !result_.counted->ended()) {
        result_.timed = modelled(*result_.counted);  // has no time, even if one was recorded
    } else if (measures && !measured()) {
        return;
    } else if (wish_ == Worker::Wish::model) {
        time_without_a_gpu();
    } else {
        find_elsewhere();
        if (!measures || (device_is_lost() && !result_.timed)) time_without_a_gpu();
    }
    stage_ = Stage::done;
    publish(true);
}

// A recorded time, or the formula's.
void Job::time_without_a_gpu() {
    const Settings& settings = result_.request.settings;
    if (!result_.elsewhere.empty()) {
        result_.timed = result_.elsewhere.front();
    } else if (result_.counted) {
        const double whole = cost_of(settings), part = cost_of(counted_.settings);
        const double ratio = part > 0 ? whole / part : 1;
        result_.timed = of_size(settings, *modelled(*result_.counted, ratio, &settings));
    }
}

// Recordings of the same plan and PTX, to show beside the time.
void Job::find_elsewhere() { result_.elsewhere = recorded_everywhere(result_.request); }

// An older job's measurement must end before this one begins.
bool Job::older_over() {
    std::unique_ptr<Measuring>& now = means_.measuring;
    if (!now || measures_) return true;
    now->stop();
    const bool over = now->ended();
    now->take();
    now->take_ratio();
    return over;
}

void Job::take_better() {
    auto better = means_.measuring->take();
    auto ratio = means_.measuring->take_ratio();
    if (!better && !ratio) return;
    samples_ = better ? better->time.samples.size() : ratio->pairs;
    if (better) result_.timed = std::move(better);
    if (ratio) result_.alternated = std::move(ratio);
    publish();
}

// False where the device was just lost.
bool Job::begin_to_measure() {
    const Request& request = result_.request;
    Bench* on = against_ ? known_bench() : bench_for(request.settings);
    if (!on) return false;
    means_.measuring = against_ ? std::make_unique<Measuring>(*on, request, *against_)
                                : std::make_unique<Measuring>(*on, request);
    return measures_ = true;
}

// True once this job's measurement has ended.
bool Job::measured() {
    if (measured_) return true;
    if (!older_over()) return false;
    if (!measures_ && !begin_to_measure()) return measured_ = true;
    std::unique_ptr<Measuring>& now = means_.measuring;
    const bool ended = now->ended();
    take_better();
    if (ended) result_.problem = now->problem();
    if (ended) now.reset();
    measured_ = ended;
    return ended;
}

Progress Job::progress() const {
    const double fraction = simulation_ ? simulation_->progress() : 0;
    switch (stage_) {
        case Stage::begin:
        case Stage::picture: return {true, fraction, "drawing"};
        case Stage::counting: return {true, fraction, "counting " + size_words(counted_.settings)};
        case Stage::timing:
            return {true, 0,
                    fmt::format("timing {}, {} samples", size_words(result_.request.settings),
                                samples_)};
        case Stage::done: break;
    }
    return {};
}

}  // namespace lab
