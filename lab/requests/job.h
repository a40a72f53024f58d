// One request worked off in slices: refused, or drawn, counted and timed, in this order. Knows no
// threads; worker.cpp runs it on one, or from the frame.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>

#include "lab/requests/worker.h"
#include "lab/simulation.h"

namespace lab {

// Finished runs of the last requests, so that dragging back and forth costs nothing: so many, and
// of large ones as many as `most_bytes` hold (run_bytes.h), the last whatever its size.
class RunCache {
public:
    static constexpr std::size_t most_bytes = std::size_t{6} << 20;
    explicit RunCache(std::size_t capacity, std::size_t bytes = most_bytes)
        : capacity_(capacity), most_bytes_(bytes) {}
    std::shared_ptr<const Run> find(const Request& request);
    void keep(std::shared_ptr<const Run> run);

private:
    std::size_t capacity_, most_bytes_, bytes_ = 0;
    std::list<std::shared_ptr<const Run>> runs_;  // the newest first
};

class Measuring;

struct RunCaches {
    RunCache pictures{8}, counts{32};
};

/// What one run may take to count at the size that was asked for.
struct CountingLimits {
    double lane_instructions = 0;
    std::uint64_t bytes_of_arrays = ~std::uint64_t{0};
};

class Job {
public:
    struct Means {
        RunCaches& caches;
        std::unique_ptr<Measuring>& measuring;  // perhaps still that of a job that is over
        CountingLimits counting;
        bool may_measure = true;
        std::function<void(const Result&)> publish;  // something is new
        Wanted wanted{};                             // not once something newer was asked for
    };
    Job(Request request, Worker::Wish wish, Means means);
    /// How it stands to `against`, both timed in turns; nothing else.
    Job(Request request, Request against, Means means);
    ~Job();
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;
    /// Works on for about `lane_instructions`; true when nothing is left to do. Throws NotWanted
    /// where Means::wanted says so.
    bool work(std::uint64_t lane_instructions);
    Progress progress() const;

private:
    enum class Stage : unsigned char { begin, picture, counting, timing, done };
    void begin();
    void advance(std::uint64_t lane_instructions);
    bool time_alone() const;
    Playing playing(bool picture) const;
    void picture_done(std::shared_ptr<const Run> run);
    bool looked_at_first() const;
    double first_look() const;
    void take_recorded();
    void counting_done(std::shared_ptr<const Run> run);
    bool time_needs_no_counts() const;
    void time();
    void time_without_a_gpu();
    bool may_measure() const;
    bool may_time_while_counting() const;
    bool begin_to_measure();
    bool measured();
    bool older_over();
    void take_better();
    void find_elsewhere();
    void publish(bool complete = false);

    Means means_;
    Result result_;
    Worker::Wish wish_;
    std::optional<Request> against_;
    Stage stage_ = Stage::begin;
    Request picture_, counted_;
    std::unique_ptr<Simulation> simulation_;
    bool ends_ = false;      // a file's run that was looked at first was counted to its end
    bool measures_ = false;  // Means::measuring is this job's
    bool measured_ = false;  // to its end
    std::size_t samples_ = 0;
};

/// The same settings at a size at which every kernel of the ladder that takes it can be counted
/// within these limits and unasked_room(); where that is a smaller one, unasked.
Settings countable(const Settings& asked, CountingLimits);
/// The same within what may be counted unasked.
Settings countable_unasked(const Settings& asked);
/// Whether these settings are counted as they are once somebody asks for them.
bool counted_when_asked(const Settings&);
/// Why a smaller size was counted: "counting 2^28 numbers would take too long here".
std::string why_not_counted(const Settings& asked, CountingLimits);

}  // namespace lab
