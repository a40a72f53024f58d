// Queues keys and characters in their order, and limits how many one frame answers. Otherwise, on
// slow frames, a word that is typed, completed and sent would be sent before it was typed.
#pragma once

#include <deque>
#include <string>

#include "app/input.h"

namespace app {

class KeyQueue {
public:
    /// Adds a key press. A repeated key is dropped while the same key is the last in the queue.
    void key(const Stroke& stroke);
    /// Adds the characters, in UTF-8, of the keys so far.
    void text(std::string_view characters);
    bool empty() const { return events_.empty(); }

    /// Moves the next frame's events into `input`: one key and its characters, or while a text
    /// field is `typing`, all letters up to the next key that is no letter.
    void hand_on(Input& input, bool typing);

private:
    struct Event {
        Stroke stroke;
        std::string text;  // not empty: an event of characters, without a key
    };
    std::deque<Event> events_;
};

}  // namespace app
