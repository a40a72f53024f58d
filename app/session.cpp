// Requests to the worker, results from it, undo. Called by the shell once a frame.
#include "app/session.h"

#include <algorithm>

namespace app {

namespace {

constexpr std::size_t most_history = 24, most_undo = 200;

bool whole(const lab::Result& result) { return result.picture && result.counted && result.timed; }

}  // namespace

Session::Session(lab::Worker::Mode mode, std::function<void()> wake)
    : worker_(mode, std::move(wake)), pumped_(mode == lab::Worker::Mode::pumped) {}

void Session::open(const lab::Lesson& lesson) {
    request.settings = lab::Settings(lesson);
    request.watched = {0};
}

const lab::Run* Session::counted() const {
    if (!shown_) return nullptr;
    return shown_->counted ? shown_->counted.get() : shown_->picture.get();
}

void Session::end_of_frame(bool dragging) {
    if (!lesson()) return;
    if (!asked_ || !(*asked_ == request)) ask();
    if (dragging || request == settled_) return;
    if (settled_.settings.lesson) undone_from_.push_back(settled_);
    if (undone_from_.size() > most_undo) undone_from_.erase(undone_from_.begin());
    settled_ = request;
    redo_.clear();
}

void Session::ask() {
    asked_ = request;
    cards_fed_ = false;
    refusal_ = lab::refusal(request.settings);
    if (refusal_) {
        foreground_ = false;
        return worker_.cancel();
    }
    if (auto before = remembered(request)) {
        foreground_ = false;
        worker_.cancel();
        return show(before);
    }
    foreground_ = true;
    worker_.submit(request);
}

void Session::run_again() {
    if (!lesson() || lab::refusal(request.settings)) return;
    std::erase_if(history_, [&](const auto& result) { return result->request == request; });
    asked_.reset();
}

std::shared_ptr<const lab::Result> Session::remembered(const lab::Request& asked) const {
    for (const auto& result : history_)
        if (result->request == asked) return result;
    return nullptr;
}

void Session::show(std::shared_ptr<const lab::Result> result) {
    if (!shown_ || !(shown_->request == result->request)) ++generation_;
    shown_ = std::move(result);
    if (!whole(*shown_)) return;
    std::erase_if(history_, [&](const auto& other) { return other->request == shown_->request; });
    history_.push_front(shown_);
    if (history_.size() > most_history) history_.pop_back();
}

bool Session::poll() {
    bool changed = false;
    if (auto result = worker_.take()) {
        series_.add(*result);
        changed = true;
        if (asked_ && result->request == *asked_) {
            if (result->refusal) refusal_ = result->refusal;
            else if (result->picture) show(result);
        }
    }
    if (!worker_.progress().busy) {
        foreground_ = false;
        feed_cards();
    }
    return changed;
}

// The plots over sizes and kernels need runs that nobody asked for: one at a time, while nothing else is to do.
void Session::feed_cards() {
    if (cards_fed_ || refusal_ || !shown_ || pumped_) return;
    const std::vector<lab::Request> lacking = wanted(shown_->request, series_);
    if (lacking.empty()) cards_fed_ = true;
    else worker_.submit(lacking.front());
}

lab::Progress Session::progress() const {
    lab::Progress progress = worker_.progress();
    progress.busy = progress.busy && foreground_;
    return progress;
}

void Session::cancel() {
    worker_.cancel();
    foreground_ = false;
    cards_fed_ = true;
}

void Session::complete() {
    end_of_frame(false);
    for (int round = 0; round < 1'000'000; ++round) {
        worker_.pump(50);
        poll();
        if (!worker_.progress().busy) break;
    }
    poll();
}

void Session::undo() {
    if (undone_from_.empty()) return;
    redo_.push_back(request);
    request = settled_ = undone_from_.back();
    undone_from_.pop_back();
}

void Session::redo() {
    if (redo_.empty()) return;
    undone_from_.push_back(request);
    request = settled_ = redo_.back();
    redo_.pop_back();
}

}  // namespace app
