// Draws sliders for numbers, segments for choices, and the reasons why a value is refused or has no
// effect.
#include "app/regions/knob_control.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/format.h"
#include "app/sentences/disease.h"
#include "app/shell/code_in_sight.h"
#include "app/views/changed_lines.h"
#include "app/views/code_text.h"
#include "app/views/rungs.h"
#include "app/widgets/widgets.h"
#include "lab/asked.h"
#include "lab/bugs.h"
#include "lab/named_value.h"

namespace app {

namespace {

float head_height(const Ui& ui) { return ui.metrics.heading; }
float row_height(const Ui& ui) { return ui.metrics.option; }
// The number of rows: choices with long words take several.
int choice_rows(const Ui& ui, const lab::Settings& at, const lab::Knob& knob, float width) {
    std::vector<Option> options;
    for (std::int64_t i = 0; i < std::ssize(knob.choices); ++i)
        options.push_back({lab::choice_title(at, knob, i), ""});
    return rows_for(ui, options, width, static_cast<int>(options.size()));
}
float choice_height(const Ui& ui, const lab::Settings& at, const lab::Knob& knob, float width) {
    return row_height(ui) * static_cast<float>(choice_rows(ui, at, knob, width));
}
float slider_height(const Ui& ui) { return ui.metrics.px(32); }

std::vector<std::int64_t> stops(const lab::Knob& knob) {
    std::vector<std::int64_t> values = knob.ticks;
    if (knob.beyond) values.push_back(*knob.beyond);
    if (const lab::NamedValue* named = lab::named_value(knob)) values.push_back(named->value);
    return values;
}

// The place of a value among the stops: between two by ratio, or one past an end.
float place_of(const std::vector<std::int64_t>& values, std::int64_t value) {
    if (values.empty() || value == values.front()) return 0;
    if (value < values.front()) return -1;
    for (std::size_t i = 1; i < values.size(); ++i) {
        if (value > values[i]) continue;
        const double low = static_cast<double>(std::max<std::int64_t>(1, values[i - 1])),
                     high = static_cast<double>(std::max<std::int64_t>(2, values[i]));
        const double part = value == values[i]
                                ? 1
                                : std::log(static_cast<double>(value) / low) / std::log(high / low);
        return static_cast<float>(i - 1) +
               static_cast<float>(part == 1 ? 1 : std::clamp(part, .1, .9));
    }
    return static_cast<float>(values.size());
}

bool power_of_two(std::int64_t value) { return value > 0 && (value & (value - 1)) == 0; }

// Small words before the value: what it means in other units.
std::string beside(const Shell& shell, const lab::Knob& knob) {
    const std::int64_t value = shell.session.settings()[knob];
    if (knob.role == lab::Knob::Role::threads && value > 0) {
        const std::int64_t warps = lab::blocks_for(value, simulator::warp_size);
        return plural(warps, "warp");
    }
    // A kernel with less work than for so many blocks launches fewer.
    if (knob.role == lab::Knob::Role::blocks && !shell.session.refusal())
        if (const auto launched = std::int64_t(widest_asked(shell.session.settings()));
            launched > 0 && launched < value)
            return grouped(launched) + " run";
    if (knob.amounts) return knob.amounts(value);
    if (value >= 1024 && power_of_two(value)) return power_or_grouped(value);
    return "";
}

void head(Ui& ui, Rect row, std::string_view title, bool idle) {
    ui.canvas.text({row.x, row.y + (row.h - ui.metrics.px(6)) / 2}, title,
                   {Font::regular, ui.metrics.small, idle ? Role::text3 : Role::text2});
}

void number_head(Ui& ui, Shell& shell, const lab::Knob& knob, Rect row) {
    const std::int64_t value = shell.session.settings()[knob];
    const std::string words = lab::is_named(knob, value) ? lab::worded(knob, value)
                              : value < 10'000           ? std::to_string(value)
                                                         : grouped(value),
                      id = "type." + knob.id;
    const float y = row.y + (row.h - ui.metrics.px(6)) / 2;
    const TextStyle mono{Font::mono_medium, ui.metrics.value},
        small{Font::regular, ui.metrics.small, Role::text3, Align::right};
    const TextStyle named{Font::regular, ui.metrics.small};
    const float room = row.w - ui.canvas.width(words, mono) - ui.metrics.px(8);
    const std::string title = fitted(ui.canvas, knob.title, room, named);
    head(ui, row, title, false);
    const float used = ui.canvas.width(title, named) + ui.canvas.width(words, mono);
    const std::string more = beside(shell, knob);
    if (used + ui.canvas.width(more, small) + ui.metrics.px(24) < row.w)
        ui.canvas.text({row.right() - ui.canvas.width(words, mono) - ui.metrics.px(8), y}, more,
                       small);
    const std::string tip = "Type a number of " +
                            (knob.unit.empty() ? std::string("your own") : knob.unit) +
                            ", then Enter";
    const auto typed = number_field(ui, id, {row.right(), y}, words, tip);
    if (!typed) return;
    const lab::NamedValue* name = lab::named_value(knob);
    if (auto number = name && *typed == name->id ? name->value : lab::whole_number(*typed)) {
        shell.session.settings() = lab::turned_by_hand(shell.session.settings(), knob, *number);
    } else {
        shell.notice = number.problem().message;
        type_on(ui, id, *typed);
    }
}

std::string tip_of(const lab::Knob& knob) {
    std::string tip = knob.hint.empty() ? knob.title : knob.hint;
    if (!knob.unit.empty() && tip.find(knob.unit) == std::string::npos &&
        tip.find(capitalised(knob.unit)) == std::string::npos)
        tip += " (" + knob.unit + ")";
    return tip;
}

void number_control(Ui& ui, Shell& shell, const lab::Knob& knob, Rect area) {
    number_head(ui, shell, knob, area.cut_top(head_height(ui)));
    const std::vector<std::int64_t> values = stops(knob);
    const std::int64_t value = shell.session.settings()[knob];
    Slider model;
    model.place = place_of(values, value);
    if (!values.empty() && (value < values.front() || value > values.back()))
        model.outside = value_words(knob, value);
    model.tip = tip_of(knob);
    const auto is_power = [](std::int64_t stop) {
        return stop > 0 && std::has_single_bit(static_cast<std::uint64_t>(stop));
    };
    const bool powers = std::ranges::count_if(values, is_power) * 2 > std::ssize(values);
    for (std::int64_t stop : values)
        model.ticks.push_back(
            {value_words(knob, stop), shell.refusal_of(knob, stop), powers && !is_power(stop)});
    const auto& refusal = shell.session.refusal();
    model.refused = refusal && refusal->knob == knob.id;
    if (auto tick = slider(ui, "knob." + knob.id, area.cut_top(slider_height(ui)), model))
        shell.session.settings() = lab::turned_by_hand(shell.session.settings(), knob,
                                                       values[static_cast<std::size_t>(*tick)]);
}

void choice_control(Ui& ui, Shell& shell, const lab::Knob& knob, Rect area,
                    const std::string& why) {
    head(ui, area.cut_top(head_height(ui)), knob.title, !why.empty());
    std::vector<Option> options;
    for (std::size_t i = 0; i < knob.choices.size(); ++i) {
        const std::string& refused = shell.refusal_of(knob, static_cast<std::int64_t>(i));
        const std::string& meaning = knob.choices[i].meaning;
        options.push_back(
            {lab::choice_title(shell.session.settings(), knob, static_cast<std::int64_t>(i)),
             !why.empty()      ? why
             : refused.empty() ? meaning
                               : refused,
             !refused.empty()});
    }
    const int chosen = static_cast<int>(shell.session.settings()[knob]);
    const Segments look = why.empty() ? Segments::plain : Segments::disabled;
    const int rows = why.empty() ? choice_rows(ui, shell.session.settings(), knob, area.w) : 1;
    const Rect box = area.cut_top(row_height(ui) * static_cast<float>(rows));
    const auto picked = segmented(ui, "knob." + knob.id, box, options, chosen, look, {rows});
    if (!picked) return;
    shell.session.settings().set(knob, *picked);
    if (lab::versions_of(shell.session.settings()) == &knob) open_cure(shell);
}

TextStyle reason_style(const Ui& ui) { return {Font::regular, ui.metrics.micro, Role::text3}; }

}  // namespace

std::string value_words(const lab::Knob& knob, std::int64_t value) {
    if (knob.kind == lab::Knob::Kind::choice || lab::is_named(knob, value))
        return lab::worded(knob, value);
    const bool large = !knob.ticks.empty() && knob.ticks.back() > 65'536;
    if (large) return power_or_grouped(value);
    return value < 10'000 ? std::to_string(value) : grouped(value);
}

float knob_height(Ui& ui, const lab::Settings& at, const lab::Knob& knob, float width,
                  KnobForm form) {
    const std::string why = lab::idle_reason(at, knob);
    const bool choice = knob.kind == lab::Knob::Kind::choice;
    if (why.empty())
        return head_height(ui) + (choice ? choice_height(ui, at, knob, width) : slider_height(ui));
    const float words =
        form.says_why ? paragraph_height(ui.canvas, width, why, reason_style(ui), 1.35f) : 0;
    if (choice)
        return head_height(ui) + row_height(ui) + (form.says_why ? words + ui.metrics.px(8) : 0);
    return form.dense ? words : head_height(ui) - ui.metrics.px(6) + words;
}

void knob_control(Ui& ui, Shell& shell, const lab::Knob& knob, Rect area, KnobForm form) {
    const std::string why = lab::idle_reason(shell.session.settings(), knob);
    const bool choice = knob.kind == lab::Knob::Kind::choice;
    if (choice)
        choice_control(ui, shell, knob, area, why);
    else if (why.empty())
        number_control(ui, shell, knob, area);
    else if (!form.dense)  // without a value: this run has another one, or none
        head(ui, {area.x, area.y, area.w, head_height(ui)}, knob.title, true);
    if (why.empty() || !form.says_why) return;
    if (choice)
        area.cut_top(head_height(ui) + row_height(ui) + ui.metrics.px(8));
    else if (!form.dense)
        area.cut_top(head_height(ui) - ui.metrics.px(6));
    paragraph(ui.canvas, area, why, reason_style(ui), 1.35f);
}

}  // namespace app
