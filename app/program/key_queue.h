// Keys and characters in the order in which they came, and how many of them one frame answers: what
// is typed, then completed and sent, would else be sent before it was typed wherever frames are
// slow.
#pragma once

#include <deque>
#include <string>

#include "app/input.h"

namespace app {

class KeyQueue {
public:
    /// A key went down; one that repeats while the same still waits is not queued again.
    void key(const Stroke& stroke);
    /// Characters, UTF-8, that follow from the keys so far.
    void text(std::string_view characters);
    bool empty() const { return events_.empty(); }

    /// Moves into `input` what the next frame answers: one key and its characters, or, where
    /// somebody is `typing`, as many letters as there are; never anything behind a key that is no
    /// letter.
    void hand_on(Input& input, bool typing);

private:
    struct Event {
        Stroke stroke;
        std::string text;  // where it has some, there is no key
    };
    std::deque<Event> events_;
};

}  // namespace app
