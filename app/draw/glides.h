// Animated numbers: the length of a bar, the place of a slider's knob. The window has one store, by
// id; Ui::glide() and the cards ask it in each frame.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace app {

/// Easing of `fraction` in 0..1 to 0..1, a pure function.
float ease_out(float fraction);

class Glides {
public:
    bool settled = false;  // pictures and tests: no animation, every number has its target value

    /// Begins a frame; `still`: no animation in this frame.
    void begin(double now, bool still);
    /// The current value of `id`. It moves to `target` from its value in the frame before, or jumps
    /// there where the frame before did not draw it.
    float at(std::string_view id, float target, double milliseconds = 280);
    /// Whether a number of this frame has not reached its target yet.
    bool moving() const { return moving_; }

private:
    struct Way {
        float from = 0, to = 0;
        double began = 0;
        std::uint64_t asked = 0;  // frame number of the last at()
    };
    std::map<std::string, Way, std::less<>> ways_;
    double now_ = 0;
    std::uint64_t frame_ = 1;
    bool still_ = false, moving_ = false;
};

}  // namespace app
