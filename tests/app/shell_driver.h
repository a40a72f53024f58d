// Drives the shell without a window: synthetic input in, noted texts and boxes out. The worker is
// pumped to its end after each frame, so that what a control changes is there when the next line of
// a test looks.
#pragma once

#include <string>
#include <string_view>

#include "app/draw/canvas_notes.h"
#include "app/gl/painter.h"
#include "app/program/shell_frame.h"
#include "app/shell/shell.h"

namespace app::testing {

inline Painter& measuring_painter() {
    static Painter painter(false);
    return painter;
}

class Driver {
public:
    explicit Driver(float width = 1920, float height = 1080) : width(width), height(height) {
        shell.ui_state.glides.settled = true;
    }

    Shell shell{lab::Worker::Mode::pumped};
    float width, height;
    float scale = 1, longer = 1;   // of fonts; of texts
    std::vector<NotedText> texts;  // of the last frame
    std::vector<NotedMark> marks;
    std::vector<std::string> misplaced;
    double now = 0;

    // One frame, with everything that was asked for answered.
    void frame(Input input = {}) {
        input.time = now += .02;
        if (input.mouse.x < 0) input.mouse = mouse_;
        mouse_ = input.mouse;
        measuring_painter().measure([&] {
            CanvasNotes notes(measuring_painter().fonts(), scale, longer);
            draw_frame(shell, notes, input, width, height);
            misplaced = misplaced_texts(notes);
            texts = std::move(notes.texts);
            marks = std::move(notes.marks);
        });
        if (finish_work) shell.session.complete();
    }
    bool finish_work = true;

    // A result, taken and drawn.
    void settle() {
        for (int i = 0; i < 3; ++i) frame();
    }

    const Control* control(std::string_view id) const {
        for (const Control& control : shell.ui_state.controls)
            if (control.id == id) return &control;
        return nullptr;
    }

    void key(Key key, bool with_control = false, bool with_shift = false) {
        Input input;
        input.strokes.push_back({key, with_control, with_shift});
        input.control = with_control, input.shift = with_shift;
        frame(input);
        frame();
    }

    void type(std::string words) {
        Input input;
        input.typed = std::move(words);
        frame(input);
    }

    void press(Point at) {
        Input input;
        input.mouse = at;
        input.down = input.pressed = true;
        frame(input);
    }
    void move(Point at) {
        Input input;
        input.mouse = at;
        input.down = true;
        frame(input);
    }
    void release(Point at) {
        Input input;
        input.mouse = at;
        input.released = true;
        frame(input);
        frame();
    }
    void click(Point at) {
        press(at);
        release(at);
    }
    // A point of a control, or of a named part of one, at a share of its width.
    Point at(std::string_view id, float share = .5f) const {
        const Control* found = control(id);
        const auto part = shell.ui_state.places.find(id);
        const Rect area = found                                 ? found->area
                          : part != shell.ui_state.places.end() ? part->second
                                                                : Rect{};
        return {area.x + share * (area.w - 1), area.middle_y()};
    }
    // Where nothing answers to the mouse.
    Point beside_everything() const { return {1, height - 1}; }
    // False where there is no such control.
    bool click(std::string_view id) {
        const Control* found = control(id);
        if (!found) return false;
        click(at(id));
        return true;
    }

    // Where a mark of this look stands in a card.
    bool has_mark(std::string_view card, MarkKind kind, Role role) const {
        return std::ranges::any_of(
            marks, [&](const NotedMark& mark) { return mark.card == card && mark.is(kind, role); });
    }

    bool sees(std::string_view words) const {
        for (const NotedText& text : texts)
            if (text.text.find(words) != std::string::npos) return true;
        return false;
    }

    // A sentence, whose words are drawn one by one.
    bool says(std::string_view sentence) const {
        std::string all;
        for (const NotedText& text : texts) all += text.text + " ";
        return all.find(sentence) != std::string::npos;
    }

private:
    Point mouse_{-1, -1};
};

}  // namespace app::testing
