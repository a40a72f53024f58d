// What a lesson asks before its counts are shown: which question stands, what was guessed, and the
// truth from the runs. Part of the shell's state; the card that draws it is prediction_card.cpp.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/lesson.h"
#include "lab/requests/predictions.h"
#include "platform/threads.h"

namespace app {

// The numbers of one question.
struct PredictionNumbers {
    std::vector<std::optional<double>> known;  // of Prediction::known
    std::optional<double> answer;  // missing: it can't be had here, and `because` says why
    std::string because;
    std::string question;    // with the numbers that it names
    bool meet = false;       // the two times whose ratio it is: no clock tells them apart
    std::string device;      // whose clock it was, where it is a time
    std::string correction;  // of the belief that breaks
    /// Of a choice. Where two times meet, "as long" is as right as what their ratio says.
    bool right(const lab::Prediction& asked, int choice) const;
};

// Made behind the window, since runs take longer than a frame; at once where nothing would wake it.
class PredictionTruth {
public:
    explicit PredictionTruth(std::function<void()> wake = {}) : wake_(std::move(wake)) {}
    /// nullptr while they are being made.
    const PredictionNumbers* of(const lab::Lesson&, int question);

private:
    struct Task {
        PredictionNumbers made;
        std::atomic<bool> ready = false;
        platform::Thread thread;  // last: it uses everything above
    };
    std::function<void()> wake_;
    std::map<const lab::Prediction*, PredictionNumbers> ready_;
    std::map<const lab::Prediction*, std::unique_ptr<Task>> coming_;
};

class Predictions {
public:
    explicit Predictions(std::function<void()> wake = {}) : truth_(std::move(wake)) {}

    /// Opens the card of a lesson that was not met before; does nothing unless `asks`, nor where
    /// bugs are to be hunted for, which its questions tell.
    void meet(const lab::Lesson*);
    /// Opens it at the first question without a guess, of those whose answer is of the kernel
    /// `rung` where there is one; at the first where all have a guess.
    void open(const lab::Lesson&, int rung = -1);
    /// Closes it; its lesson was met.
    void close();
    /// Locks the guess, goes on to the next question without one, or closes behind the last.
    void go_on();
    void guess(double number);
    /// Goes on with a number by the keyboard: "12", ".5", "2^10".
    void type(std::string_view characters);
    void rub_out();
    void choose(int choice);

    bool is_open() const { return lesson_ != nullptr; }
    bool locked() const { return locked_; }
    bool guessed() const { return number_ || choice_ >= 0; }
    /// Whether what would answer this question, or one that is still to come, must not be seen.
    bool hides() const { return lesson_ && (!locked_ || !all_answered()); }
    const lab::Lesson& lesson() const { return *lesson_; }
    int question() const { return question_; }
    int questions() const { return static_cast<int>(lesson_->predictions.size()); }
    const lab::Prediction& asked() const { return lesson_->predictions[question_]; }
    std::optional<double> number() const { return number_; }
    int choice() const { return choice_; }
    bool last() const { return !next(); }
    /// The kernel that the question is of, where that is not the one at this place of the ladder;
    /// -1: it is, or no question stands.
    int asks_elsewhere(int rung) const;
    /// Of the question that stands; nullptr while runs are under way.
    const PredictionNumbers* numbers() { return truth_.of(*lesson_, question_); }
    /// The guess in words, and whether the runs say so too.
    std::string guess_worded() const;
    bool right(const PredictionNumbers&) const;

    bool asks = false;          // by itself: the window says so where somebody looks at it
    std::set<std::string> met;  // lessons that asked already, by id
    std::string typed;          // of a number; no guess while it is none
    bool too_early = false;     // somebody wanted to lock a guess before there was one
    std::function<void(const lab::KeptPrediction&)> keep;  // where guesses are kept; may be empty
    std::optional<lab::Settings> why;                      // to which the last answer led

private:
    bool all_answered() const;
    std::optional<int> next() const;
    void keep_guess(const PredictionNumbers&);
    void show(int question);
    void read_typed();

    PredictionTruth truth_;
    const lab::Lesson* lesson_ = nullptr;  // whose card is open
    int question_ = 0;
    std::optional<double> number_;
    int choice_ = -1;
    bool locked_ = false;
    bool again_ = false;  // all had a guess when the card was opened
    std::set<const lab::Prediction*> answered_;
};

/// The question, "…" in place of a number that it names and that is still being made.
std::string question_words(const lab::Prediction&, const PredictionNumbers*);

/// Of which kernels' numbers its answer is, by their places on the ladder, the first one first.
std::vector<int> rungs_asked(const lab::Lesson&, const lab::Prediction&);

/// The kernels whose numbers answer it, as the rail numbers them: "2 Strided, 1 Interleaved"; empty
/// where all of the lesson are asked about.
std::string kernels_asked(const lab::Lesson&, const lab::Prediction&);

/// The belief within a lesson's `breaks`, "Idle lanes are what costs.", and the sentences that
/// correct it.
std::pair<std::string, std::string> belief_of(const lab::Lesson&);

}  // namespace app
