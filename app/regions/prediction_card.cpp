// "Predict before you run": the question above a dimmed window, a number on an axis or a choice,
// and one button; then guess and answer on one axis, with an explanation.
#include "app/regions/prediction_card.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/draw/icons.h"
#include "app/format.h"
#include "app/regions/source_pane.h"
#include "app/views/marks.h"
#include "app/views/rungs.h"
#include "app/widgets/widgets.h"
#include "lab/requests/prose.h"
#include "lab/words.h"

namespace app {

namespace {
// The shared values of this file's functions: measures, and the card's content.
struct CardLook {
    Ui& ui;
    Predictions& state;
    const PredictionNumbers* numbers;
    float px(float length) const { return std::round(ui.metrics.px(length)); }
    TextStyle body(Role role = Role::text2) const { return {Font::regular, ui.metrics.body, role}; }
    TextStyle small(Role role = Role::text2) const {
        return {Font::regular, ui.metrics.small, role};
    }
    TextStyle title() const { return {Font::display, ui.metrics.h1 * 1.15f, Role::text}; }
    bool of_number() const { return state.asked().choices.empty(); }
    bool known_answer() const { return state.locked() && numbers && numbers->answer; }
    float row() const { return px(34); }
};

// A number as the window formats it: "2 600".
std::string number_text(double value) {
    const bool whole = value == std::floor(value) && std::fabs(value) < 1e15;
    return whole ? grouped(static_cast<std::int64_t>(value)) : lab::answer_worded(value);
}

const lab::AnswerChoice& choice_of(const CardLook& look, int choice) {
    return look.state.asked().choices[static_cast<std::size_t>(choice)];
}

std::string guess_text(const CardLook& look) {
    if (look.state.number()) return number_text(*look.state.number());
    return look.state.choice() < 0 ? "" : choice_of(look, look.state.choice()).words;
}

// "12 sectors", "1 sector"; for 1 "times as many" becomes "as many".
std::string with_unit(const CardLook& look, double value) {
    const std::string number = number_text(value);
    std::string unit = look.state.asked().unit;
    constexpr std::string_view times = "times ";
    if (number != "1") return number + " " + unit;
    if (unit.starts_with(times)) return unit.substr(times.size());
    return number + " " + lab::unit_of(1, unit);
}

// The question; after the lock the answer and the guess.
std::string title_words(const CardLook& look) {
    const Predictions& state = look.state;
    if (!state.locked()) return raised(question_words(state.asked(), look.numbers));
    if (!look.known_answer()) return "You said " + guess_text(look) + ".";
    const int right = lab::right_choice(state.asked(), *look.numbers->answer);
    const std::string guess = " Your guess: " + guess_text(look) + ".";
    if (right < 0) return "The run: " + with_unit(look, *look.numbers->answer) + "." + guess;
    if (look.numbers->meet) return "The run: neither is faster." + guess;
    if (state.right(*look.numbers)) return "As you said: " + guess_text(look) + ".";
    return "The run: " + choice_of(look, right).words + "." + guess;
}

std::string explanation(const CardLook& look) {
    if (!look.numbers) return "The runs are not finished yet.";
    return look.state.locked() ? look.numbers->because : "";
}

// The belief that breaks, once all questions of the lesson are answered.
bool breaks_now(const CardLook& look) { return look.state.locked() && look.state.last(); }

float belief_height(const CardLook& look, float width) {
    if (!breaks_now(look)) return 0;
    const auto [belief, correction] = belief_of(look.state.lesson());
    const std::string& known = look.numbers ? look.numbers->correction : correction;
    return paragraph_height(look.ui.canvas, width, belief, look.body()) +
           paragraph_height(look.ui.canvas, width, known, look.small()) + look.px(54);
}

// The belief is about the whole lesson, so it has its own place at the end: struck through, and
// after it the correction.
void draw_belief(const CardLook& look, Rect area) {
    if (area.h <= 0) return;
    look.ui.canvas.line({area.x, area.y}, {area.right(), area.y}, Role::line);
    area.cut_top(look.px(12));
    look.ui.canvas.text({area.x, area.y + look.px(7)}, "The belief that this lesson breaks",
                        small_style(look.ui.metrics, Role::text3));
    area.cut_top(look.px(20));
    const std::string belief = belief_of(look.state.lesson()).first;
    const TextStyle style{Font::medium, look.ui.metrics.body, Role::text2};
    const float height = paragraph(look.ui.canvas, area, belief, style);
    const float width = std::min(area.w, look.ui.canvas.width(belief, style));
    const float line = look.ui.metrics.body * 1.45f;
    for (float y = area.y + line * .52f; y < area.y + height; y += line)
        look.ui.canvas.line({area.x, y}, {area.x + width, y}, Role::guess, 1.6f);
    area.cut_top(height + look.px(4));
    if (look.numbers) paragraph(look.ui.canvas, area, look.numbers->correction, look.small());
}

// Columns: names at the left, values at the right, the axis between them.
struct AxisColumns {
    float names = 0, values = 0;
    bool units = false;  // a unit after each value
    Rect axis(Rect row) const { return {row.x + names, row.y, row.w - names - values, row.h}; }
};

AxisColumns axis_columns(const CardLook& look, float width) {
    AxisColumns columns;
    const Canvas& canvas = look.ui.canvas;
    for (const lab::KnownNumber& known : look.state.asked().known)
        columns.names = std::max(columns.names, canvas.width(known.words, look.small()));
    columns.names = std::max(columns.names, canvas.width("The run", look.small()));
    columns.names = std::min(columns.names + look.px(18), width * .4f);
    const TextStyle number{Font::mono, look.ui.metrics.body};
    const float with_units = canvas.width("000 000 " + look.state.asked().unit, number);
    columns.units = with_units < width * .3f;
    columns.values = (columns.units ? with_units : canvas.width("000 000", number)) + look.px(14);
    return columns;
}

void bar_row(const CardLook& look, const AxisColumns& columns, Rect row, const std::string& name,
             double value, Colour colour, float shown = 1) {
    Canvas& canvas = look.ui.canvas;
    canvas.text({row.x, row.middle_y()}, name, look.small(Role::text));
    const Rect axis = columns.axis(row);
    const float share = static_cast<float>(value / look.state.asked().most);
    const float width = std::max(2.f, axis.w * std::clamp(share * shown, 0.f, 1.f));
    canvas.fill({axis.x, row.middle_y() - look.px(9), width, look.px(18)}, colour, 4);
    canvas.text({axis.x + width + look.px(8), row.middle_y()},
                columns.units ? with_unit(look, value) : number_text(value),
                {Font::mono, look.ui.metrics.body, Role::text});
}

void known_rows(const CardLook& look, const AxisColumns& columns, Rect& inside) {
    const auto& known = look.state.asked().known;
    for (std::size_t i = 0; i < known.size(); ++i) {
        const Rect row = inside.cut_top(look.row());
        if (look.numbers && look.numbers->known[i])
            bar_row(look, columns, row, known[i].words, *look.numbers->known[i],
                    Role::other_series);
    }
}

// The step between values of the axis: 1, 10, 100...
double step_of(const lab::Prediction& asked) {
    return std::max(1., std::pow(10, std::floor(std::log10(asked.most / 50))));
}

// The nearest value on the axis.
double on_axis(const lab::Prediction& asked, double value) {
    const double step = step_of(asked);
    return std::min(std::round(value / step) * step, asked.most);
}

void draw_axis(const CardLook& look, Rect axis) {
    Canvas& canvas = look.ui.canvas;
    const double most = look.state.asked().most;
    canvas.fill({axis.x, axis.y - 2.5f, axis.w, 5}, Role::raised, 2.5f);
    for (int i = 0; i <= 4; ++i) {
        const float x = axis.x + axis.w * static_cast<float>(i) / 4;
        canvas.line({x, axis.y + look.px(7)}, {x, axis.y + look.px(12)}, Role::stroke);
        canvas.text({x, axis.y + look.px(23)}, number_text(most * i / 4),
                    {Font::mono, look.ui.metrics.micro, Role::text3, Align::centre});
    }
}

// A number beyond the axis is drawn at its end, and the words say so.
std::string guess_words(const CardLook& look, double guess) {
    const bool beyond = guess > look.state.asked().most;
    return "my guess: " + with_unit(look, guess) + (beyond ? ", beyond this axis" : "");
}

// The marker on its axis, with the guess above it. Before a guess it is at the start of the axis: a
// middle that happens to be right would give the answer away.
void draw_diamond(const CardLook& look, Rect axis, double guess, bool held) {
    Canvas& canvas = look.ui.canvas;
    const double share = std::min(guess / look.state.asked().most, 1.);
    const float x = axis.x + axis.w * static_cast<float>(share);
    const bool chosen = look.state.number().has_value();
    if (chosen) canvas.dashed_line({axis.x, axis.y}, {x, axis.y}, Role::guess, 3, 6);
    canvas.circle({x, axis.y}, look.px(held ? 15 : 13), Role::panel);
    canvas.ring({x, axis.y}, look.px(held ? 15 : 13), chosen ? Role::text : Role::stroke, 1.6f);
    icon::diamond(canvas, {x, axis.y}, look.px(8), Colour(Role::guess, chosen ? 1 : .5f));
    const std::string& typed = look.state.typed;
    const std::string words = chosen ? guess_words(look, guess) : typed.empty() ? "move me" : typed;
    const TextStyle style{Font::medium, look.ui.metrics.small, Role::text, Align::centre};
    const float w = canvas.width(words, style) + look.px(22), h = look.px(26);
    const float left =
        std::max(axis.x - look.px(20), std::min(x - w / 2, axis.right() - w + look.px(60)));
    const Rect bubble{left, axis.y - look.px(18) - h, w, h};
    canvas.fill(bubble, Role::raised, 8);
    canvas.text({bubble.middle_x(), bubble.middle_y()}, words, style);
}

void move_by_keys(const CardLook& look) {
    Ui& ui = look.ui;
    Predictions& state = look.state;
    const double step = step_of(state.asked()), now = state.number().value_or(0);
    const auto moves = [&](Key key, double by) {
        if (!ui.take({key}) && !ui.take({key, false, false, true})) return;
        state.guess(on_axis(state.asked(), now + by));
        state.typed.clear();
    };
    moves(Key::right, step), moves(Key::left, -step);
    moves(Key::up, step), moves(Key::down, -step);
    moves(Key::page_up, 10 * step), moves(Key::page_down, -10 * step);
    moves(Key::home, -now), moves(Key::end, state.asked().most - now);
}

void number_row(const CardLook& look, const AxisColumns& columns, Rect row) {
    Ui& ui = look.ui;
    Rect axis = columns.axis(row);
    axis = {axis.x, row.y + look.px(54), axis.w, 0};
    ui.canvas.text({row.x, axis.y}, "The run", {Font::semibold, ui.metrics.small, Role::text});
    draw_axis(look, axis);
    const Rect grip{axis.x - look.px(14), axis.y - look.px(22), axis.w + look.px(28), look.px(44)};
    const Ui::Hit hit = ui.control("prediction.axis", grip);
    if (hit.held) {
        const double share = (ui.input.mouse.x - axis.x) / axis.w;
        look.state.guess(on_axis(look.state.asked(), share * look.state.asked().most));
        look.state.typed.clear();
    }
    ui.focus_ring(hit, grip, 8);
    move_by_keys(look);
    look.state.type(look.ui.input.typed);
    if (!look.state.typed.empty() && look.ui.take({Key::backspace})) look.state.rub_out();
    draw_diamond(look, axis, look.state.number().value_or(0), hit.held);
}

// The answer grows on the same axis; dashes connect it with the guess.
void truth_row(const CardLook& look, const AxisColumns& columns, Rect row) {
    if (!look.known_answer()) return;
    Canvas& canvas = look.ui.canvas;
    const double answer = *look.numbers->answer, most = look.state.asked().most;
    const float shown = look.ui.glide("prediction.truth." + look.state.asked().question, 1, 900);
    const Rect line = row.cut_top(look.row() + look.px(8));
    bar_row(look, columns, line, "The run", answer, Role::accent, shown);
    const Rect axis = columns.axis(row);
    const float y = row.y + look.px(14);
    const auto x_of = [&](double value) {
        return axis.x + axis.w * static_cast<float>(std::clamp(value / most, 0., 1.));
    };
    const float guess = x_of(look.state.number().value_or(0));
    canvas.text({row.x, y}, "Your guess", look.small(Role::text));
    canvas.dashed_line({x_of(answer), y}, {guess, y}, Role::guess, 2.4f, 6);
    icon::diamond(canvas, {guess, y}, look.px(8), Role::guess);
    canvas.text({std::max(guess, x_of(answer)) + look.px(16), y}, guess_text(look),
                {Font::mono, look.ui.metrics.body, Role::text});
}

std::string choice_letter(int choice) { return std::string(1, static_cast<char>('A' + choice)); }

float choice_height(const CardLook& look, float width, int choice) {
    const std::string words = choice_of(look, choice).whole();
    return std::max(
        look.px(40),
        paragraph_height(look.ui.canvas, width - look.px(200), words, look.body()) + look.px(16));
}

void guess_row(const CardLook& look, Rect row, int choice) {
    Ui& ui = look.ui;
    Predictions& state = look.state;
    const Ui::Hit hit = ui.control("prediction." + choice_letter(choice), row, !state.locked());
    if (hit.clicked) state.choose(choice);
    const bool chosen = state.choice() == choice;
    const bool right = look.known_answer() && look.numbers->right(state.asked(), choice);
    ui.canvas.fill(row, chosen ? Colour(Role::guess, .14f) : Colour(Role::sunk), 9);
    if (chosen || hit.hovered)
        ui.canvas.outline(row, chosen ? Colour(Role::guess) : Colour(Role::stroke), 9, 1.6f);
    const float side = look.px(22);
    const Rect box{row.x + look.px(12), row.middle_y() - side / 2, side, side};
    ui.canvas.outline(box, chosen ? Role::guess : Role::stroke, 5, chosen ? 2.f : 1.2f);
    ui.canvas.text({box.middle_x(), box.middle_y()}, choice_letter(choice),
                   {Font::mono_bold, ui.metrics.small, Role::text, Align::centre});
    const std::string words = choice_of(look, choice).whole();
    const float width = row.w - look.px(200),
                height = paragraph_height(ui.canvas, width, words, look.body());
    paragraph(ui.canvas, {box.right() + look.px(12), row.middle_y() - height / 2, width, height},
              words, look.body(Role::text));
    ui.focus_ring(hit, row, 9);
    if (!right) return;
    const float x = row.right() - look.px(14);
    ui.canvas.text({x, row.middle_y()}, "that is it",
                   {Font::medium, ui.metrics.small, Role::text, Align::right});
    icon::tick(ui.canvas,
               {x - ui.canvas.width("that is it", look.small()) - look.px(18), row.middle_y()},
               look.px(13), Role::good, 2.2f);
}

// Letters and digits choose, arrows move the choice.
void choose_by_keys(const CardLook& look) {
    Predictions& state = look.state;
    if (state.locked()) return;
    const int count = static_cast<int>(state.asked().choices.size());
    for (const char c : look.ui.input.typed) {
        if (c >= 'a' && c <= 'z') state.choose(c - 'a');
        if (c >= 'A' && c <= 'Z') state.choose(c - 'A');
        if (c >= '1' && c <= '9') state.choose(c - '1');
    }
    const int now = state.choice();
    if (look.ui.take({Key::down}) || look.ui.take({Key::right}))
        state.choose(std::min(now + 1, count - 1));
    if (look.ui.take({Key::up}) || look.ui.take({Key::left}))
        state.choose(now < 0 ? 0 : std::max(now - 1, 0));
}

float answer_height(const CardLook& look, float width) {
    const lab::Prediction& asked = look.state.asked();
    if (look.of_number()) return static_cast<float>(asked.known.size()) * look.row() + look.px(92);
    float height = look.state.locked() ? look.px(30) : 0;
    for (int i = 0; i < static_cast<int>(asked.choices.size()); ++i)
        height += choice_height(look, width, i) + look.px(8);
    return height;
}

// The number that decides between the choices, with its source at the right.
void deciding_number(const CardLook& look, Rect row) {
    if (!look.known_answer()) return;
    const std::string& device = look.numbers->device;
    look.ui.canvas.text({row.x, row.middle_y()},
                        "The run: " + with_unit(look, *look.numbers->answer) +
                            (device.empty() ? "" : ", on " + short_device(device)) +
                            (look.numbers->meet ? ", and the two intervals overlap" : ""),
                        {Font::medium, look.ui.metrics.small, Role::text});
    badge(look.ui.canvas, {row.right(), row.middle_y()},
          look.state.asked().of_time() ? Badge::recorded : Badge::counted, look.ui.metrics.badge);
}

void draw_answer(const CardLook& look, Rect inside) {
    const Rect all = inside;
    if (look.of_number()) {
        const AxisColumns columns = axis_columns(look, all.w);
        known_rows(look, columns, inside);
        look.state.locked() ? truth_row(look, columns, inside) : number_row(look, columns, inside);
        return;
    }
    const int count = static_cast<int>(look.state.asked().choices.size());
    for (int i = 0; i < count; ++i) {
        guess_row(look, inside.cut_top(choice_height(look, all.w, i)), i);
        inside.cut_top(look.px(8));
    }
    choose_by_keys(look);
    if (look.state.locked()) deciding_number(look, inside.cut_top(look.px(26)));
}

float button_width(const CardLook& look, const std::string& words, bool key) {
    return look.ui.canvas.width(words, {Font::semibold, look.ui.metrics.body}) +
           look.px(key ? 108 : 44);
}

// The missing step, above the button that was pressed too early.
void draw_missing(const CardLook& look, Rect row) {
    const std::string& typed = look.state.typed;
    const bool wrong = !typed.empty() && !look.state.number();
    if (!wrong && !look.state.too_early) return;
    const std::string words = wrong ? "\"" + typed + "\" can't be a guess: write 12, .5 or 2^10."
                              : look.of_number() ? "Move the marker first, or type a number."
                                                 : "Choose an answer first.";
    look.ui.canvas.text({row.right(), row.middle_y()}, words,
                        {Font::medium, look.ui.metrics.small, Role::text, Align::right});
}

// Goes to the next question; after the last, the stage shows its subject.
void go_on(Predictions& state, Shell& shell) {
    const bool shows = state.locked() && state.last();
    const lab::Lesson& lesson = state.lesson();
    const std::string answer = state.asked().answer;
    const View* seen_in = find_view(state.asked().seen_in);
    state.go_on();
    const auto about = lab::place_of(answer);
    if (!shows || !about || lab::refusal(*about)) return;
    shell.open_lesson(lesson);  // with its own opening picture
    shell.playback.by_hand = false;
    if (seen_in) shell.slot = seen_in->slot, shell.view_of_slot[shell.slot] = seen_in->id;
    shell.session.settings() = *about;
    state.why = *about;
    shell.session.set_against(lab::place_below(answer));
    mark_lines_of(shell, lab::counter_in(answer));
}

// Enter on the present guess presses the button, which says so.
bool locks_by_enter(const CardLook& look) {
    const Predictions& state = look.state;
    if (state.locked() || !state.guessed()) return false;
    const std::string guess = look.of_number() ? "axis" : choice_letter(state.choice());
    return look.ui.state.focus == "prediction." + guess && look.ui.take({Key::enter});
}

// One primary button, with "skip" and the setting beside it.
void draw_foot(const CardLook& look, Shell& shell, Rect row, bool locks) {
    Ui& ui = look.ui;
    Predictions& state = look.state;
    const std::string go = !state.locked() ? "Lock my guess" : state.last() ? "See why" : "Next";
    const bool ready = state.locked() || (state.guessed() && look.numbers);
    // After an answer by keys, Enter locks the guess, even if "skip" had the focus.
    if (ready && !ui.input.typed.empty() && ui.state.focus == "prediction.skip")
        ui.focus("prediction.go");
    const Rect primary = row.cut_right(button_width(look, go, true));
    const bool pressed = button(ui, "prediction.go", primary, go,
                                ready ? ButtonKind::primary : ButtonKind::outline, "Enter");
    row.cut_right(look.px(12));
    const std::string skip = state.locked() ? "Close" : "Skip";
    const Rect out = row.cut_right(button_width(look, skip, true));
    const bool leaves = button(ui, "prediction.skip", out, skip, ButtonKind::outline, "Esc");
    const std::string asks = shell.look.predict ? "Don't ask at start" : "Ask when a lesson opens";
    const float wide = button_width(look, asks, false);
    if (row.w > wide + look.px(12) &&
        button(ui, "prediction.asks", row.cut_left(wide), asks, ButtonKind::outline))
        shell.look.predict = !shell.look.predict;
    const bool top = ui.on_top();  // else the keys belong to a sheet above it
    if (locks || pressed || (top && ui.take({Key::enter}))) return go_on(state, shell);
    if (leaves || (top && ui.take({Key::escape}))) state.close();
}

void draw_head(const CardLook& look, Rect row) {
    Ui& ui = look.ui;
    icon::diamond(ui.canvas, {row.x + look.px(6), row.middle_y()}, look.px(6), Role::guess);
    const Predictions& state = look.state;
    const TextStyle head{Font::medium, ui.metrics.small, Role::text2}, beside = look.small();
    const auto put = [&](const std::string& words, const TextStyle& style, bool left = true) {
        const float w = ui.canvas.width(words, style);
        ui.canvas.text({(left ? row.cut_left(w) : row.cut_right(w)).x, row.middle_y()}, words,
                       style);
        left ? row.cut_left(look.px(12)) : row.cut_right(look.px(12));
    };
    put(std::to_string(state.question() + 1) + " of " + std::to_string(state.questions()), beside,
        false);
    row.cut_left(look.px(22));
    put(state.locked() ? "Your prediction, and what happened" : "Predict before you run", head);
    const std::string kernels = kernels_asked(state.lesson(), state.asked());
    if (ui.canvas.width(kernels, beside) <= row.w) put(kernels, beside);
}

// The dim layer leaves out the code beside the stage, which helps to guess. Returns the card's
// room.
Rect scrim(Ui& ui, const Frame& frame) {
    const Colour dim =
        ui.tone == Tone::dark ? Colour::of(0x05070A, .66f) : Colour::of(0x2B2A26, .40f);
    const Rect all = frame.window, code = frame.source;
    const bool beside = frame.has_source() && code.x > all.x + all.w * .6f;
    if (!beside) {
        ui.canvas.fill(all, dim);
        return all;
    }
    const Rect left{all.x, all.y, code.x - all.x, all.h};
    ui.canvas.fill(left, dim);
    ui.canvas.fill({code.x, all.y, all.right() - code.x, code.y - all.y}, dim);
    ui.canvas.fill({code.x, code.bottom(), all.right() - code.x, all.bottom() - code.bottom()},
                   dim);
    return left;
}

}  // namespace

void prediction_card(Ui& ui, Shell& shell, const Frame& frame) {
    Predictions& state = shell.predictions;
    ui.begin_dialog();
    const CardLook look{ui, state, state.numbers()};
    const Rect window = scrim(ui, frame);
    const float w = std::min(window.w - 24, look.px(frame.window.w > 1500 ? 880 : 700));
    const float pad = std::min(ui.metrics.sheet, w * .07f), width = w - 2 * pad;
    const std::string title = title_words(look), because = explanation(look);
    const float belief = belief_height(look, width),
                question = paragraph_height(ui.canvas, width, title, look.title(), 1.25f),
                words = because.empty()
                            ? 0
                            : paragraph_height(ui.canvas, width, because, look.body(), 1.45f) +
                                  look.px(8);
    const float h = 2 * pad * .8f + look.px(34) + belief + question + look.px(22) + words +
                    answer_height(look, width) + look.px(22) + ui.metrics.button;
    const Rect card{std::round(window.middle_x() - w / 2),
                    std::round(std::max(8.f, window.middle_y() - h / 2)), w, h};
    shadow(ui.canvas, card, 20, 40, .4f);
    card_ground(ui, "prediction", card, 20);
    Rect inside = card.inside(pad, pad * .8f);
    draw_head(look, inside.cut_top(look.px(34)));
    paragraph(ui.canvas, inside.cut_top(question), title, look.title(), 1.25f);
    inside.cut_top(look.px(22));
    if (words > 0) paragraph(ui.canvas, inside.cut_top(words), because, look.body(), 1.45f);
    const bool locks = locks_by_enter(look);
    draw_answer(look, inside.cut_top(answer_height(look, width)));
    draw_missing(look, inside.cut_top(look.px(22)));
    draw_belief(look, inside.cut_top(belief));
    ui.drop_letters();
    draw_foot(look, shell, inside.cut_top(ui.metrics.button), locks);
    ui.end_dialog();
}

}  // namespace app
