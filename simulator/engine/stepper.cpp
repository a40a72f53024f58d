// Goes forward by running; goes back to the last earlier checkpoint, then runs. See machine.h.
#include <algorithm>

#include "simulator/engine/machine.h"

namespace simulator {

Stepper::Stepper(Machine at_start, std::uint64_t spacing)
    : spacing_(std::max<std::uint64_t>(spacing, 1)),
      checkpoints_{at_start},
      now_(std::move(at_start)) {}

void Stepper::go_to(std::uint64_t position) {
    const auto behind = std::ranges::upper_bound(checkpoints_, position, {}, &Machine::position);
    const Machine& before =
        behind == checkpoints_.begin() ? checkpoints_.front() : *std::prev(behind);
    const bool restart = now_.position() > position || now_.position() < before.position();
    if (restart) now_ = before;
    while (now_.position() < position && now_.state() == Machine::State::running) {
        const std::uint64_t next = (now_.position() / spacing_ + 1) * spacing_;
        now_.advance_to(std::min(next, position));
        const bool fresh = now_.position() > checkpoints_.back().position();
        if (fresh && now_.position() % spacing_ == 0) checkpoints_.push_back(now_);
    }
    if (now_.state() != Machine::State::running) last_ = now_.position();
}

const Machine& Stepper::machine() const { return now_; }
std::uint64_t Stepper::last() const { return last_; }

}  // namespace simulator
