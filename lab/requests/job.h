// Works on one request in slices: refused, or drawn, counted and timed, in this order. Uses no
// threads; worker.cpp runs it on a thread or from the frame.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>

#include "lab/requests/worker.h"
#include "lab/running/simulation.h"

namespace lab {

// Finished runs of the last requests, so that turning a knob back and forth costs nothing. Keeps
// `capacity` runs, and at most `most_bytes` of them (run_bytes.h); the newest is always kept.
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

/// The cost limits of a run that counts at the requested size.
struct CountingLimits {
    double lane_instructions = 0;
    std::uint64_t bytes_of_arrays = ~std::uint64_t{0};
};

class Job {
public:
    struct Means {
        RunCaches& caches;
        std::unique_ptr<Measuring>& measuring;  // may still be that of an earlier job
        CountingLimits counting;
        bool may_measure = true;
        std::function<void(const Result&)> publish;  // called when there is news
        Wanted wanted{};                             // false once a newer request came
    };
    Job(Request request, Worker::Wish wish, Means means);
    /// Only the ratio to `against`, both timed in turns.
    Job(Request request, Request against, Means means);
    ~Job();
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;
    /// Runs about `lane_instructions`; true when nothing is left to do. Throws NotWanted where
    /// Means::wanted returns false.
    bool work(std::uint64_t lane_instructions);
    Progress progress() const;

private:
    enum class Stage : unsigned char { begin, picture, counting, timing, done };
    void begin();
    void advance(std::uint64_t lane_instructions);
    bool no_picture() const;
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
    bool ends_ = false;      // a file's run was checked first, and ran to its end
    bool measures_ = false;  // Means::measuring is this job's
    bool measured_ = false;  // to the end
    std::size_t samples_ = 0;
};

/// These settings, at a size at which each kernel that accepts it can be counted within the limits
/// and unasked_room(). A smaller size also keeps to unasked_budget().
Settings countable(const Settings& asked, CountingLimits);
/// The same within the limits for runs that the user did not request.
Settings countable_unasked(const Settings& asked);
/// Whether these settings are counted at their own size if the user requests it.
bool counted_when_asked(const Settings&);
/// Why a smaller size was counted: "counting 2^28 numbers would take too long here".
std::string why_not_counted(const Settings& asked, CountingLimits);

}  // namespace lab
