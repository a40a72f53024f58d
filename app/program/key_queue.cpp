// Chooses the keys that one frame answers. See key_queue.h.
#include "app/program/key_queue.h"

namespace app {

void KeyQueue::key(const Stroke& stroke) {
    if (stroke.repeated && !events_.empty() && events_.back().stroke.key == stroke.key) return;
    events_.push_back({stroke, {}});
}

void KeyQueue::text(std::string_view characters) {
    events_.push_back({{}, std::string(characters)});
}

void KeyQueue::hand_on(Input& input, bool typing) {
    bool more = !events_.empty();
    while (more) {
        const Event now = std::move(events_.front());
        events_.pop_front();
        input.typed += now.text;
        if (now.text.empty()) input.strokes.push_back(now.stroke);
        if (events_.empty() || (now.text.empty() && !types_something(now.stroke))) return;
        const Event& next = events_.front();
        more = !next.text.empty() || (typing && types_something(next.stroke));
    }
}

}  // namespace app
