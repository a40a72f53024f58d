// The card of a refused launch: what does not fit with both numbers, the reason, a bar to scale,
// CUDA's error, and buttons with other values.
#include "app/regions/refused_card.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/draw/icons.h"
#include "app/format.h"
#include "app/regions/knob_control.h"
#include "app/widgets/widgets.h"
#include "lab/words.h"

namespace app {

namespace {

std::string number_words(double value) {
    const bool whole = value == std::floor(value) && std::fabs(value) < 1e15;
    return whole ? lab::grouped(static_cast<std::int64_t>(value)) : shortest(value);
}

// Whether there is a bar: it only shows that one number exceeds another.
bool has_scale(const lab::Refusal& refusal) {
    return refusal.limit && *refusal.limit > 0 && refusal.asked > *refusal.limit;
}

// A value with its meaning: "1024 threads", "2010, GTX 480". A bare number does not name the knob.
std::string named_value(const lab::Knob& knob, std::int64_t value) {
    const bool choice = knob.kind == lab::Knob::Kind::choice;
    const std::string words =
        choice ? knob.choices.at(static_cast<std::size_t>(value)).title : value_words(knob, value);
    if (knob.amounts) return words + ", " + knob.amounts(value);
    // One side of a block with three sides is not all of its threads.
    if (lab::block_axis(knob)) return uncapitalised(knob.title) + " " + words;
    return knob.unit.empty() || knob.kind == lab::Knob::Kind::choice
               ? words
               : words + " " + lab::unit_of(value, knob.unit);
}

// With the knob's title where two knobs have one unit: "filter length 512".
std::string named_among(const lab::Subject& subject, const lab::Knob& knob, std::int64_t value) {
    const auto alike = [&](const lab::Knob* other) { return other->unit == knob.unit; };
    const bool two = !knob.unit.empty() && std::ranges::count_if(subject.knobs, alike) > 1;
    return two && knob.kind != lab::Knob::Kind::choice
               ? uncapitalised(knob.title) + " " + value_words(knob, value)
               : named_value(knob, value);
}

// The part that fits in accent colour, the rest hatched, to scale.
void bar_to_scale(Ui& ui, const lab::Refusal& refusal, Rect row) {
    const float h = ui.metrics.refused.bar;
    const float share = static_cast<float>(std::clamp(*refusal.limit / refusal.asked, .02, .98));
    const Rect fits{row.x, row.y, row.w * share, h},
        over{row.x + row.w * share, row.y, row.w * (1 - share), h};
    ui.canvas.fill(fits, Colour(Role::accent, .75f), 4);
    ui.canvas.fill(over, Colour(Role::bad, .14f), 4);
    ui.canvas.hatch(over.inside(1), Role::bad, 7, 1.4f);
    ui.canvas.outline(over, Role::bad, 4, 1.4f);
    ui.canvas.line({fits.right(), row.y - 5}, {fits.right() + .01f, row.y + h + 5}, Role::text,
                   2.5f);
    const float y = row.y + h + ui.metrics.px(15);
    const TextStyle small{Font::regular, ui.metrics.small, Role::text3},
        mono{Font::mono_bold, ui.metrics.small, Role::text, Align::centre};
    const std::string number = number_words(*refusal.limit),
                      asked = number_words(refusal.asked) + " wanted";
    const float left = row.x + ui.metrics.px(20),
                right = row.right() - ui.canvas.width(asked, small) - ui.metrics.px(12);
    ui.canvas.text({row.x, y}, "0", small);
    // The limit with its name: the offer below keeps to it.
    const std::vector<std::string> forms{number + " " + refusal.limit_name, number};
    const std::string_view limit = fitting(ui.canvas, forms, mono, right - left);
    const float half = ui.canvas.width(limit, mono) / 2;
    if (left + 2 * half <= right)
        ui.canvas.text({std::clamp(fits.right(), left + half, right - half), y}, limit, mono);
    ui.canvas.text({row.right(), y}, asked,
                   {Font::regular, ui.metrics.small, Role::text2, Align::right, true});
}

void cuda_words(Ui& ui, const lab::Refusal& refusal, Rect box) {
    ui.canvas.fill(box, Role::sunk, 10);
    const float step = ui.metrics.refused.step, x = box.x + ui.metrics.px(16);
    const float room = box.w - ui.metrics.px(32);
    ui.canvas.text({x, box.middle_y() - step}, "CUDA's error, if the program asks",
                   {Font::regular, ui.metrics.small, Role::text3});
    // Users search for the error's name: its number and sentence are dropped first, then letters
    // get smaller.
    const std::string& whole = refusal.cuda_error;
    const std::vector<std::string> forms{whole, whole.substr(0, whole.find(": ")),
                                         whole.substr(0, whole.find(' '))};
    TextStyle mono{Font::mono, ui.metrics.code - .5f, Role::text};
    std::string words(fitting(ui.canvas, forms, mono, room));
    if (words.empty()) words = forms.back();
    if (const float wide = ui.canvas.width(words, mono); wide > room) mono.size *= room / wide;
    ui.canvas.text({x, box.middle_y() + step}, words, mono);
}

// Another knob, and a value of it with which the launch is not refused.
struct OtherWay {
    const lab::Knob* knob = nullptr;
    std::int64_t value = 0;
    explicit operator bool() const { return knob; }
};

// The nearest value of this knob alone with which the launch runs.
std::optional<std::int64_t> value_that_does(const lab::Settings& now, const lab::Knob& knob) {
    std::optional<std::int64_t> nearest;
    const auto apart = [&](std::int64_t value) {
        return std::fabs(std::log2(double(std::max<std::int64_t>(value, 1))) -
                         std::log2(double(std::max<std::int64_t>(now[knob], 1))));
    };
    for (const std::int64_t value : knob.ticks) {
        if (nearest && apart(value) >= apart(*nearest)) continue;
        lab::Settings other = now;
        other.set(knob, value);
        if (!lab::refusal(other)) nearest = value;
    }
    return nearest;
}

// The first other knob of this kernel with such a value, beside the one named by the refusal. Never
// the size, which the user asked for.
OtherWay other_way(const lab::Settings& now, const lab::Refusal& refusal) {
    for (const lab::Knob* knob : now.subject->knobs) {
        const bool offers = knob->kind != lab::Knob::Kind::choice &&
                            knob->role != lab::Knob::Role::size && knob->id != refusal.knob &&
                            !lab::idle(now, *knob);
        if (const auto value = offers ? value_that_does(now, *knob) : std::nullopt)
            return {knob, *value};
    }
    return {};
}

// Draws the best other values, then the way back.
void ways_out(Ui& ui, Shell& shell, const lab::Refusal& refusal, Rect row) {
    const lab::Subject& subject = *shell.session.subject();
    const lab::Knob* knob = lab::find_knob(subject, refusal.knob);
    // No button takes another one's place: words that are too long are replaced by shorter ones.
    auto place = [&](std::string& words, const std::string& brief, float least_behind) {
        const TextStyle style{Font::semibold, ui.metrics.body};
        const float around = ui.metrics.px(48);
        if (ui.canvas.width(words, style) + around > row.w - least_behind) words = brief;
        const Rect area = row.cut_left(ui.canvas.width(words, style) + around);
        row.cut_left(ui.metrics.px(12));
        return area;
    };
    if (knob && refusal.use) {
        const std::string value = value_words(*knob, *refusal.use);
        std::string words = "Use " + named_value(*knob, *refusal.use);
        const Rect area = place(words, "Use " + value, ui.metrics.px(120));
        if (button(ui, "refused.use", area, words, ButtonKind::primary))
            shell.session.settings().set(*knob, *refusal.use);
    }
    if (const OtherWay other = other_way(shell.session.settings(), refusal)) {
        std::string words = "Use " + named_among(subject, *other.knob, other.value);
        const float wide = ui.canvas.width(words, {Font::semibold, ui.metrics.body});
        const float behind = ui.metrics.px(refusal.shows.empty() ? 200 : 400);
        if (wide + ui.metrics.px(60) <= row.w - behind) {
            const Rect area = place(words, words, 0);
            if (button(ui, "refused.other", area, words, ButtonKind::secondary))
                shell.session.settings().set(*other.knob, other.value);
        }
    }
    if (const auto& shown = shell.session.shown()) {
        const lab::Settings& before = shown->request.settings;
        const bool same = lab::same(before.subject.get(), &subject) &&
                          before.rung == shell.session.settings().rung;
        // the button says so already
        const bool used = knob && same && refusal.use == before[*knob];
        // Where another knob changed, this knob has no value to go back to.
        const bool turned = knob && same && before[*knob] != shell.session.settings()[*knob];
        std::string words = "Back to " + (turned ? named_value(*knob, before[*knob])
                                                 : "the " + whose_words(shell.session.stands_in()));
        const Rect area = used ? Rect{} : place(words, "Back", 0);
        if ((!used && button(ui, "refused.back", area, words, ButtonKind::secondary)) ||
            (ui.on_top() && ui.take({Key::escape})))
            shell.session.request = shown->request;
    }
    if (refusal.shows.empty() || row.w < ui.metrics.px(120)) return;
    std::string words = "Run it all the same";
    const Rect area = place(words, "Run it", 0);
    if (button(ui, "refused.anyway", area, words, ButtonKind::outline)) {
        shell.session.settings().anyway = true;
        shell.ui_state.focus.clear();  // the next refusal has other buttons
    }
    ui.tooltip("refused.anyway", area, refusal.shows);
}

// "Kept on screen: the last run, ..."
void kept(Ui& ui, const Shell& shell, Rect stage, Rect card) {
    if (!shell.session.shown()) return;
    const lab::Settings& kept = shell.session.shown()->request.settings;
    const std::string rung = shell.hunt.named(shell.session, kept).title;
    const TextStyle style{Font::medium, ui.metrics.small, Colour::of(0xFFFFFF), Align::centre};
    const bool own = !shell.session.stands_in();
    const std::string whose = "the " + whose_words(!own);
    const std::vector<std::string> forms{
        (own ? "Kept on screen: " + whose + ", " : "Shown meanwhile: " + whose + " of ") + rung,
        (own ? "Kept: " : "Shown: ") + whose};
    const std::string_view words = fitting(ui.canvas, forms, style, stage.w - ui.metrics.px(64));
    const float w = ui.canvas.width(words, style) + ui.metrics.px(32), h = ui.metrics.refused.kept;
    const Rect pill{stage.middle_x() - w / 2, card.bottom() + ui.metrics.refused.above_kept, w, h};
    if (pill.bottom() > stage.bottom() - 4) return;
    ui.canvas.card("kept", pill);
    ui.canvas.fill(pill, chip(ui.tone), h / 2);
    ui.canvas.text({pill.middle_x(), pill.middle_y()}, words, style);
}

// The parts of the card, and their heights.
struct CardParts {
    TextStyle title, body;
    float least = 0;  // of the title, beside its mark
    float title_height = 0, why_height = 0, bar = 0, cuda = 0, buttons = 0, gap = 0, pad = 0;
    float total() const {
        return 2 * pad + std::max(title_height, least) + gap + why_height + bar + cuda + buttons +
               gap;
    }
};

CardParts measure(const Ui& ui, const lab::Refusal& refusal, float width) {
    const Metrics::Refused& m = ui.metrics.refused;
    CardParts p{.title = {Font::display, m.title, Role::text},
                .body = {Font::regular, m.body, Role::text2}};
    p.gap = m.gap;
    p.pad = m.pad;
    p.least = ui.metrics.px(44);
    p.title_height =
        paragraph_height(ui.canvas, width - m.beside_title, refusal.title, p.title, 1.24f);
    p.why_height = paragraph_height(ui.canvas, width, refusal.why, p.body, 1.5f) + p.gap;
    p.bar = has_scale(refusal) ? m.scale + p.gap : 0;
    p.cuda = refusal.cuda_error.empty() ? 0 : m.words + p.gap;
    p.buttons = ui.metrics.button;
    return p;
}

}  // namespace

std::string whose_words(bool stands_in) { return stands_in ? "presets" : "last run"; }

void refused_card(Ui& ui, Shell& shell, Rect stage) {
    const lab::Refusal& refusal = *shell.session.refusal();
    ui.canvas.fill(stage, Colour(Role::panel, refused_dim), 14);
    const float w = std::min(stage.w - ui.metrics.refused.around, ui.metrics.px(800));
    if (w < 160 || stage.h < 120) return;
    const float pad = ui.metrics.refused.side;
    const CardParts parts = measure(ui, refusal, w - 2 * pad);
    const float h = std::min(parts.total(), stage.h - 16);
    Rect card{stage.middle_x() - w / 2, stage.y + std::max(8.f, (stage.h - h) * .38f), w, h};
    shadow(ui.canvas, card, 18, 40, is_dark(ui.tone) ? .5f : .1f);
    ui.canvas.card("refused", card);
    ui.canvas.fill(card, is_dark(ui.tone) ? Colour::of(0x1B2129) : Colour(Role::panel), 18);
    ui.canvas.outline(card, Role::line, 18);
    ui.canvas.push_clip(card);
    Rect in = card.inside(pad, parts.pad);
    const float radius = ui.metrics.refused.mark;
    icon::refused(ui.canvas, {in.x + radius, in.y + radius}, radius);
    const float indent = radius * 2 + ui.metrics.px(20);
    paragraph(ui.canvas, {in.x + indent, in.y, in.w - indent, in.h}, refusal.title, parts.title,
              1.24f);
    in.cut_top(std::max(parts.title_height, parts.least) + parts.gap);
    paragraph(ui.canvas, in, refusal.why, parts.body, 1.5f);
    in.cut_top(parts.why_height);
    const Rect foot{in.x, card.bottom() - parts.pad - parts.buttons, in.w, parts.buttons};
    // Where the stage is too low for everything, the buttons come first.
    const auto room = [&](float height) { return height > 0 && in.y + height <= foot.y; };
    if (room(parts.bar)) bar_to_scale(ui, refusal, in.cut_top(parts.bar));
    if (room(parts.cuda))
        cuda_words(ui, refusal, in.cut_top(parts.cuda - parts.gap)), in.cut_top(parts.gap);
    ways_out(ui, shell, refusal, foot);
    ui.canvas.pop_clip();
    kept(ui, shell, stage, card);
}

std::string sentences_within(const Ui& ui, std::string text, const TextStyle& style, float line,
                             Rect area, float height) {
    while (!text.empty() && paragraph_height(ui.canvas, area.w, text, style, line) > height) {
        const std::size_t end = text.rfind(". ");
        text = end == text.npos ? "" : text.substr(0, end + 1);
    }
    return text;
}

}  // namespace app
