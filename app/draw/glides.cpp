// See glides.h.
#include "app/draw/glides.h"

#include <algorithm>

namespace app {

float ease_out(float fraction) {
    const float left = 1 - std::clamp(fraction, 0.f, 1.f);
    return 1 - left * left * left;
}

void Glides::begin(double now, bool still) {
    now_ = now;
    still_ = still || settled;
    moving_ = false;
    ++frame_;
}

float Glides::at(std::string_view id, float target, double milliseconds) {
    auto found = ways_.find(id);
    if (found == ways_.end()) found = ways_.emplace(std::string(id), Way{}).first;
    Way& way = found->second;
    const bool stood = way.asked + 1 >= frame_;
    way.asked = frame_;
    if (!stood || still_) {
        way.from = way.to = target;
        return target;
    }
    const auto place = [&] {
        const auto part = static_cast<float>((now_ - way.began) * 1000 / milliseconds);
        return part >= 1 ? way.to : way.from + (way.to - way.from) * ease_out(part);
    };
    if (way.to != target) {
        way.from = place();
        way.to = target;
        way.began = now_;
    }
    const float now = place();
    moving_ = moving_ || now != way.to;
    return now;
}

}  // namespace app
