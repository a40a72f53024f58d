// Draws a data-flow layout, in six files: rows (draw.cpp), the map of the block (draw_map.cpp),
// arrows and comparators (draw_arrows.cpp), cells (draw_cells.cpp), sorted keys (draw_keys.cpp) and
// the threads of the current row (draw_threads.cpp). Only these include it.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "app/views/flow/places.h"
#include "app/views/flow/stage.h"
#include "app/views/flow/words.h"
#include "app/views/marks.h"

namespace app {

class FlowPainter {
public:
    FlowPainter(Canvas&, const lab::Run&, const FlowLayout&, const Cursor&, const Metrics&,
                Rect area, const LensWish&, Glides*);
    void paint();

private:
    enum class Time : std::uint8_t { past, now, to_come };
    struct Look {
        Colour colour = Role::past_arrow;
        float width = 1.4f, head = 0;
        bool cased = false;  // drawn with a case line: its own colour may be dark
    };

    float px(float length) const { return metrics_.px(length); }
    int step_of(std::uint32_t version) const;
    int step_of(const FlowMark& mark) const;
    Time time_of(const FlowArrow& arrow) const;
    bool is_over() const;
    bool moving(int step) const;
    float drawn(int step) const;
    float filled(int step) const;
    static float ease(float t);

    void find_arrows();
    void find_problems();
    bool is_source(int r, int c) const;
    bool in_cone(std::uint32_t version) const;
    float strength(const FlowArrow& arrow) const;
    void band();

    void map();
    void map_warp(int r, int first, int last);
    bool columns_are_many() const;
    void lens();
    void lens_frame(Rect box);
    bool looks_outside() const;
    std::string lens_words() const;
    void problems_outside();
    void header();
    std::string column_words(int column, const TextStyle& style) const;

    Look look(const FlowArrow& arrow, Time time) const;
    void arrows(Time time);
    bool past_cells(const FlowArrow& arrow, const Look& how, Point from, Point to);
    void across(const FlowArrow& arrow, const Look& how, Time time);
    void head(Point to, const Look& how);
    void s_curve(Point from, Point to, const Look& how, float t, bool gap);
    void inside_row(const FlowArrow& arrow, const Look& how);
    void from_outside(const FlowArrow& arrow, const Look& how);
    void from_above(const FlowArrow& arrow, const Look& how);
    void pairs();

    void threads();
    void row(int r);
    bool is_later(int r) const;
    bool shows_other_digit(int r) const;
    bool is_answer(const FlowMark& mark) const;
    bool has_answers() const;
    std::vector<std::string> shares(int r) const;
    void name(int r);
    float least_of_two() const;
    TextStyle narrowed(TextStyle style, const std::string& text, float room) const;
    std::string value(std::uint32_t version, const std::string& text, const TextStyle& style,
                      float room) const;
    void figures(const FlowMark& mark, TextStyle style, Rect box);
    bool grows(int r, int c) const;
    void mark(int r, int c);
    float radius() const;
    TextStyle digits(Colour colour, Font font = Font::mono_medium) const;
    void carried(int r, int c, const FlowMark& mark, Rect box);
    void source_box(Rect box);
    void written(int r, int c, const FlowMark& mark, Rect box, int step);
    void badges(int r, int c, const FlowMark& mark, Rect box);
    void answer(Point at);

    void find_digit();
    bool is_key(const FlowMark& mark) const;
    DigitGroup group(std::uint32_t version, const FlowDigit& digit) const;
    Colour key_colour(std::uint32_t version) const;
    void key(int r, int c, const FlowMark& mark, Rect box, float strength);
    void key_figures(const FlowMark& mark, Rect box, const FlowDigit& digit, Colour ground,
                     bool bold);
    void on_ground(Point at, const std::string& text, const TextStyle& style, Colour ground,
                   bool patch);
    void bar(const FlowMark& mark, Rect room, Colour ground);
    const FlowProblem* problem(int r, int c, FlowProblemKind kind) const;

    Canvas& canvas_;
    const lab::Run& run_;
    const simulator::Flow& flow_;
    const FlowLayout& layout_;
    const Cursor& cursor_;
    const Metrics& metrics_;
    Rect area_;
    Glides* glides_;
    int now_ = -1;
    FlowPlaces places_;
    float lens_words_end_ = 0;            // right end of the words below the map
    const std::vector<bool>& cone_;       // by version: the chosen value's way; or empty
    std::vector<const FlowArrow*> seen_;  // arrows into cells of the lens
    FlowDigit digit_;                     // where keys are sorted: the digit of the current row
    std::vector<FlowDigit> digits_;       // by row: the digit that its keys show
    std::uint64_t largest_key_ = 0;
    float lit_ = 1;  // brightness of the current row, 0 to 1
    std::map<std::tuple<int, int, FlowProblemKind>, const FlowProblem*> problems_;
};

}  // namespace app
