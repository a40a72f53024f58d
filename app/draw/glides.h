// Numbers on their way to where they go: the length of a bar, the place of a slider's knob. One
// store for the window, by id; Ui::glide() and the cards ask it in each frame.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace app {

/// Eased part of the way, 0 to 1: a function of the fraction alone.
float ease_out(float fraction);

class Glides {
public:
    bool settled = false;  // pictures and tests: everything stands where it goes

    /// A frame begins; `still`: in it, too, nothing is on its way.
    void begin(double now, bool still);
    /// Where `id` stands. It goes to `target` from where it stood in the frame before, and stands
    /// there at once where it was not drawn then.
    float at(std::string_view id, float target, double milliseconds = 280);
    /// Whether anything of this frame is not where it goes yet.
    bool moving() const { return moving_; }

private:
    struct Way {
        float from = 0, to = 0;
        double began = 0;
        std::uint64_t asked = 0;  // in which frame
    };
    std::map<std::string, Way, std::less<>> ways_;
    double now_ = 0;
    std::uint64_t frame_ = 1;
    bool still_ = false, moving_ = false;
};

}  // namespace app
