// The questions that a lesson asks before it shows counts: the current question, the guess, and the
// true answer from runs. Part of the shell's state; prediction_card.cpp draws the card.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/shell/later.h"
#include "lab/lesson.h"
#include "lab/requests/predictions.h"

namespace app {

// The numbers of one question.
struct PredictionNumbers {
    std::vector<std::optional<double>> known;  // values of Prediction::known
    std::optional<double> answer;              // nullopt: not available here; `because` says why
    std::string because;
    std::string question;    // its text with numbers filled in
    bool meet = false;       // the two times of the ratio cannot be told apart
    std::string device;      // for a time: the device that was timed
    std::string correction;  // the lesson's correction of the belief
    /// Whether a choice is right. Where the two times cannot be told apart, the choice for ratio 1
    /// is right too.
    bool right(const lab::Prediction& asked, int choice) const;
};

// Makes the numbers on a thread, since runs take longer than a frame; at once where there is no
// `wake`.
class PredictionTruth {
public:
    explicit PredictionTruth(std::function<void()> wake = {}) : numbers_(std::move(wake)) {}
    /// The numbers of a question; nullptr while they are being made.
    const PredictionNumbers* of(const lab::Lesson&, int question);

private:
    Later<lab::Prediction, PredictionNumbers> numbers_;
};

class Predictions {
public:
    explicit Predictions(std::function<void()> wake = {}) : truth_(std::move(wake)) {}

    /// Opens the card of a lesson that was not met before. Does nothing unless `asks`, nor in a
    /// lesson of bugs to hunt, whose questions would tell the bugs.
    void meet(const lab::Lesson*);
    /// Opens the card at a question without a guess: the first about kernel `rung`, else the first
    /// one. Where all have a guess, at the first question.
    void open(const lab::Lesson&, int rung = -1);
    /// Closes the card; its lesson counts as met.
    void close();
    /// Locks the guess; if locked, goes to the next question without a guess, or closes after the
    /// last.
    void go_on();
    void guess(double number);
    /// Adds typed characters to the number: "12", ".5", "2^10".
    void type(std::string_view characters);
    void rub_out();
    void choose(int choice);

    bool is_open() const { return lesson_ != nullptr; }
    bool locked() const { return locked_; }
    bool guessed() const { return number_ || choice_ >= 0; }
    /// Whether the answers to this question and to later ones must stay hidden.
    bool hides() const { return lesson_ && (!locked_ || !all_answered()); }
    const lab::Lesson& lesson() const { return *lesson_; }
    int question() const { return question_; }
    int questions() const { return static_cast<int>(lesson_->predictions.size()); }
    const lab::Prediction& asked() const { return lesson_->predictions[question_]; }
    std::optional<double> number() const { return number_; }
    int choice() const { return choice_; }
    bool last() const { return !next(); }
    /// The kernel that the question is about; -1 where that is kernel `rung`.
    int asks_elsewhere(int rung) const;
    /// The numbers of the current question; nullptr while runs are in progress.
    const PredictionNumbers* numbers() { return truth_.of(*lesson_, question_); }
    /// The guess in words; right(): whether the runs agree with it.
    std::string guess_worded() const;
    bool right(const PredictionNumbers&) const;

    bool asks = false;          // opens by itself; set by a window with a user
    std::set<std::string> met;  // ids of lessons that have asked
    std::string typed;          // the typed number; while it is none there is no guess
    bool too_early = false;     // the user tried to lock before there was a guess
    std::function<void(const lab::KeptPrediction&)> keep;  // saves a guess; may be empty
    std::optional<lab::Settings> why;                      // where the last answer led

private:
    bool all_answered() const;
    std::optional<int> next() const;
    void keep_guess(const PredictionNumbers&);
    void show(int question);
    void read_typed();

    PredictionTruth truth_;
    const lab::Lesson* lesson_ = nullptr;  // the lesson of the open card
    int question_ = 0;
    std::optional<double> number_;
    int choice_ = -1;
    bool locked_ = false;
    bool again_ = false;  // all questions had a guess when the card opened
    std::set<const lab::Prediction*> answered_;
};

/// The question's text, with "…" for numbers that are still being made.
std::string question_words(const lab::Prediction&, const PredictionNumbers*);

/// The kernels whose numbers the answer needs, as places on the ladder, in the answer's order.
std::vector<int> rungs_asked(const lab::Lesson&, const lab::Prediction&);

/// Those kernels as the rail numbers them: "2 Strided, 1 Interleaved"; empty where they are all
/// kernels of the lesson.
std::string kernels_asked(const lab::Lesson&, const lab::Prediction&);

/// The parts of a lesson's `breaks`: the belief, "Idle lanes are what costs.", and its correction.
std::pair<std::string, std::string> belief_of(const lab::Lesson&);

}  // namespace app
