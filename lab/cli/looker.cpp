// The progress of a run in words, and its end by an interrupt.
#include "lab/cli/looker.h"

#include <algorithm>

#include <fmt/format.h>

#include "lab/memory/memory_budget.h"
#include "lab/requests/timed_run.h"
#include "lab/words.h"
#include "platform/clock.h"

namespace lab {
namespace {

constexpr double silent = 2, silent_unasked = 5;           // seconds at first
constexpr double between_lines = 10, between_shows = 0.5;  // seconds

std::string count_words(std::uint64_t count) { return grouped(static_cast<std::int64_t>(count)); }

// Rounded to whole units.
std::string long_time_words(double seconds) {
    constexpr double minute = 60, hour = 60 * minute, day = 24 * hour, year = 365 * day;
    if (seconds < 2 * minute) return fmt::format("{:.0f} s", seconds);
    if (seconds < 2 * hour) return fmt::format("{:.0f} min", seconds / minute);
    if (seconds < 2 * day) return fmt::format("{:.0f} hours", seconds / hour);
    if (seconds < 2 * year) return fmt::format("{:.0f} days", seconds / day);
    return seconds < 1e4 * year ? fmt::format("{:.0f} years", seconds / year) : "10 000 years";
}

// "launch 2 of 3, 120 of 4096 blocks".
std::string place_words(const HowFar& far) {
    if (far.launch == 0) return "before the first launch";
    const std::string launch =
        far.launches > 1 ? fmt::format("launch {} of {}, ", far.launch, far.launches) : "";
    return fmt::format("{}{} of {} block{}", launch, count_words(far.blocks_done),
                       count_words(far.blocks), far.blocks == 1 ? "" : "s");
}

}  // namespace

std::string progress_words(const HowFar& far, double seconds) {
    constexpr double least = 1e-9;  // progress, below which no estimate is made
    std::string text = place_words(far);
    if (far.progress < least)
        return text + fmt::format(", {} lane-instructions after {}",
                                  count_words(far.lane_instructions), long_time_words(seconds));
    return text + fmt::format(", {:.0f} % after {}, about {} to go", 100 * far.progress,
                              long_time_words(seconds),
                              long_time_words(seconds * (1 / far.progress - 1)));
}

std::string runs_words(std::size_t done, std::size_t of, double seconds) {
    return fmt::format("{} of {} runs after {}, about {} to go", count_words(done), count_words(of),
                       long_time_words(seconds),
                       long_time_words(seconds * double(of - done) / double(done)));
}

void Allowance::add_flags(CommandFlags& words) {
    words.add("--memory", memory,
              "memory that the simulator may use, such as 16GiB (default: three quarters of the "
              "available memory)");
    words.add(
        "--progress", progress,
        "write progress to standard error, a line every ten seconds (else a terminal shows one "
        "line, and a file gets fewer)");
}

std::optional<std::string> Allowance::choose_memory() const {
    choose_memory_room(0);
    if (memory.empty()) return std::nullopt;
    const auto bytes = memory_named(memory);
    if (!bytes) return "--memory: " + bytes.problem().message;
    choose_memory_room(*bytes);
    return std::nullopt;
}

std::optional<std::string> too_little_memory(const Request& request) {
    auto why = too_large_to_count(request);
    if (why) *why += " --memory SIZE allows more.";
    return why;
}

Looker::Looker(std::ostream& err, const Allowance& allowance)
    : err_(err),
      how_(allowance.progress            ? How::lines
           : platform::errors_are_seen() ? How::shown
                                         : How::lines_unasked),
      runs_begun_(platform::now()),
      runs_told_(runs_begun_) {}

void Looker::passed(std::size_t done, std::size_t of) {
    const double now = platform::now();
    if (done == of || !is_due(runs_begun_, runs_told_, now)) return;
    runs_told_ = now;
    show(runs_words(done, of, now - runs_begun_));
}

void Looker::take_away() {
    if (shown_) platform::show_line("");
    shown_ = false;
}

// A file's kernel runs twice, and a sweep has several runs: lower progress means a new run.
bool Looker::goes_on(const Simulation& simulation) {
    const double now = platform::now(), progress = simulation.progress();
    if (progress < progress_) begun_ = told_ = now;
    progress_ = progress;
    if (is_due(begun_, told_, now)) tell(simulation.how_far(), now);
    if (!platform::interrupted()) return true;
    ended_ = simulation.how_far();
    return false;
}

// Unrequested lines get rarer, so that hours fill a page, not thousands of lines.
bool Looker::is_due(double begun, double told, double now) const {
    const bool unasked = how_ == How::lines_unasked;
    const double since = now - begun;
    const double pause = how_ == How::shown ? between_shows
                         : unasked          ? std::max(between_lines, since / 3)
                                            : between_lines;
    return since >= (unasked ? silent_unasked : silent) && (now - told >= pause || told == begun);
}

void Looker::tell(const HowFar& far, double now) {
    told_ = now;
    show(progress_words(far, now - begun_));
}

void Looker::show(const std::string& words) {
    if (how_ == How::shown)
        platform::show_line(words), shown_ = true;
    else
        err_ << words << '\n' << std::flush;
}

std::string Looker::ended_sentence() const {
    if (!ended_) return "";
    return fmt::format("You stopped it: {}, {} lane-instructions. Only that part is counted.\n",
                       place_words(*ended_), count_words(ended_->lane_instructions));
}

Json Looker::ended_json() const {
    if (!ended_) return nullptr;
    return {{"by", "an interrupt"},
            {"launch", ended_->launch},
            {"launches", ended_->launches},
            {"blocks_done", ended_->blocks_done},
            {"blocks", ended_->blocks}};
}

}  // namespace lab
