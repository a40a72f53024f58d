// Draws which blocks ask which. See asked_draw.h.
#include "app/views/blocks/asked_draw.h"

#include <algorithm>

#include "app/format.h"
#include "app/views/marks.h"
#include "lab/words.h"

namespace app {
namespace {

// A block that knows more fills more of its box; hatched: it has said nothing, and is waited for.
void draw_said(Canvas& canvas, Says says, bool joined, Rect box) {
    const float strength = joined ? 1 : .4f;
    switch (says) {
        case Says::nothing_yet:
            canvas.fill(box, Colour{Role::waste, .22f});
            if (box.w > 3) canvas.hatch(box, Colour{Role::waste, .9f}, 4, 1.1f);
            break;
        case Says::its_own: {
            Rect lower = box;
            canvas.fill(box, Role::panel);
            canvas.fill(lower.cut_bottom(box.h * .45f), Colour{Role::accent, strength});
            break;
        }
        case Says::all_so_far: canvas.fill(box, Colour{Role::accent, strength}.on(Role::panel));
    }
    canvas.outline(box, joined ? Role::text : Role::stroke, 0, joined ? 1.4f : 1);
}

std::string block_words(std::uint64_t block) { return "block " + grouped(block); }

std::string about(const AskedNow& now) {
    return now.more.about.empty() ? "" : " about " + now.more.about;
}

// "Block 7 asks others at model step 166", before its first question.
std::string to_come_words(const AskedNow& now) {
    const std::int64_t first = first_asked(now.launch, now.words, now.asker);
    if (first < 0) return capitalised(block_words(now.asker)) + " asks no other block" + about(now);
    return capitalised(block_words(now.asker)) + " asks others" + about(now) + " at model step " +
           grouped(first);
}

// The samples of what blocks may say, and their width.
struct Samples {
    std::vector<std::size_t> says;
    float width = 0;
};

Samples samples_of(const Canvas& canvas, const AskedNow& now, const Metrics& metrics,
                   const std::vector<AskedBlock>* only) {
    Samples all;
    for (std::size_t i = 0; i < now.more.says.size(); ++i) {
        if (only &&
            std::ranges::find(*only, static_cast<Says>(i), &AskedBlock::says) == only->end())
            continue;
        all.says.push_back(i);
        all.width += metrics.small * 1.6f + metrics.px(24) +
                     canvas.width(now.more.says[i], small_style(metrics));
    }
    return all;
}

// Draws the samples at the right.
void draw_samples(Canvas& canvas, const AskedNow& now, const Samples& samples,
                  const Metrics& metrics, Rect area) {
    const TextStyle style = small_style(metrics);
    const float size = metrics.small;
    if (samples.width > area.w) return;
    float x = area.right() - samples.width + metrics.px(18);
    for (const std::size_t i : samples.says) {
        draw_said(canvas, static_cast<Says>(i), false,
                  {x, area.middle_y() - size / 2, size * 1.6f, size});
        x += size * 1.6f + metrics.px(6);
        canvas.text({x, area.middle_y()}, now.more.says[i], style);
        x += canvas.width(now.more.says[i], style) + metrics.px(18);
    }
}

// The asker, and the key; without room, the key first loses samples that no block has, then goes.
void draw_head(Canvas& canvas, const AskedNow& now, const std::vector<AskedBlock>& blocks,
               const Metrics& metrics, Rect head) {
    const TextStyle style = strong(small_style(metrics, Role::text));
    const std::string asker = capitalised(block_words(now.asker)) + " asks";
    const std::string who = blocks.empty() ? to_come_words(now) : asker + about(now);
    std::vector<std::string> forms{who};
    if (!blocks.empty()) forms = {who + ", and joins the outlined values", who, asker};
    const float gap = metrics.px(18);
    Samples samples = samples_of(canvas, now, metrics, nullptr);
    if (!blocks.empty() && canvas.width(forms.back(), style) + gap + samples.width > head.w)
        samples = samples_of(canvas, now, metrics, &blocks);
    const float room = head.w - gap - samples.width;
    const bool key = canvas.width(forms.back(), style) <= room;
    head.cut_left(
        text_fitting(canvas, {head.x, head.middle_y()}, key ? room : head.w, style, forms) + gap);
    draw_samples(canvas, now, samples, metrics, head);
}

// A box with a number for each block that was asked; those nearest to the asker where not all fit.
void draw_row(Canvas& canvas, const std::vector<AskedBlock>& blocks, std::uint64_t asker,
              const Metrics& metrics, Rect area) {
    const TextStyle style = aligned(micro_style(metrics, Role::text2), Align::centre);
    const std::string end = "\u2192 " + block_words(asker);
    const float behind = canvas.width(end, small_style(metrics)) + metrics.px(14);
    const auto fit = static_cast<std::size_t>(std::max((area.w - behind) / metrics.px(12), 1.f));
    const std::size_t count = std::min(blocks.size(), fit);
    const float each = std::min((area.w - behind) / static_cast<float>(count), metrics.px(56));
    float x = area.x, numbered = area.x - metrics.px(20);
    for (std::size_t i = blocks.size() - count; i < blocks.size(); ++i, x += each) {
        Rect box{x, area.y, each - metrics.px(3), area.h};
        const float middle = box.middle_x(), above = metrics.micro * 1.3f;
        const std::string number = grouped(blocks[i].block);
        const float half = canvas.width(number, style) / 2;
        if (middle - half > numbered) {
            canvas.text({middle, box.y + above / 2}, number, style);
            numbered = middle + half + metrics.px(4);
        }
        box.cut_top(above);
        draw_said(canvas, blocks[i].says, blocks[i].joined, box);
    }
    const float middle = area.y + metrics.micro * 1.3f + (area.h - metrics.micro * 1.3f) / 2;
    text_fitting(canvas, {x + metrics.px(6), middle}, area.right() - x, small_style(metrics),
                 {end});
}

}  // namespace

float asked_height(const Metrics& metrics) {
    return metrics.small * 1.7f + metrics.micro * 1.3f + metrics.px(26);
}

void draw_asked(Canvas& canvas, const AskedNow& now, const Metrics& metrics, Rect area) {
    const auto blocks = asked_until(now.launch, now.words, now.asker, now.step);
    area.cut_top(metrics.px(4));
    draw_head(canvas, now, blocks, metrics, area.cut_top(metrics.small * 1.7f));
    area.h = std::min(area.h, metrics.micro * 1.3f + metrics.px(17));
    if (!blocks.empty()) draw_row(canvas, blocks, now.asker, metrics, area);
}

namespace {

// Blocks that answered at about the same step, and the step's place.
struct Answers {
    float x = 0;
    std::vector<AskedBlock> blocks;
};

// Stacks that would touch are joined, so that none is drawn at the step of another.
std::vector<Answers> stacks_of(const AskedNow& now, Rect row, float size) {
    std::vector<AskedBlock> blocks = asked_until(now.launch, now.words, now.asker, now.step);
    std::ranges::stable_sort(blocks, {}, &AskedBlock::step);
    std::vector<Answers> stacks;
    for (const AskedBlock& one : blocks) {
        const float x = row.x + row.w * static_cast<float>(one.step + 1) /
                                    static_cast<float>(std::max(now.launch.steps, 1u));
        if (stacks.empty() || x - stacks.back().x > size + 2) stacks.push_back({x, {}});
        stacks.back().blocks.push_back(one);
    }
    for (Answers& stack : stacks) std::ranges::sort(stack.blocks, {}, &AskedBlock::block);
    return stacks;
}

// As many as fit, those nearest to the asker.
void draw_stack(Canvas& canvas, const Answers& answers, float size, Rect row) {
    constexpr float least = 5;  // pixels of a box and its gap
    const auto fit = static_cast<std::size_t>((row.h - 2) / least);
    const std::size_t count = std::min(answers.blocks.size(), fit);
    const float pitch = std::min((row.h - 2) / static_cast<float>(count), size + 2);
    float y = row.middle_y() - pitch * static_cast<float>(count) / 2;
    for (std::size_t i = answers.blocks.size() - count; i < answers.blocks.size(); ++i) {
        const AskedBlock& one = answers.blocks[i];
        draw_said(canvas, one.says, one.joined, {answers.x + 2, y + 1, size, pitch - 2});
        y += pitch;
    }
}

}  // namespace

void draw_asked_small(Canvas& canvas, const AskedNow& now, Rect row) {
    constexpr float size = 11, least_row = 7;  // pixels
    if (row.h < least_row) return;
    for (const Answers& answers : stacks_of(now, row, size)) draw_stack(canvas, answers, size, row);
}

namespace {

// "its own sum"; for several "their own sums". "its own steps"; for several "their own steps".
std::string said_by(std::int64_t count, const std::string& what) {
    constexpr std::string_view its = "its ";
    if (count == 1 || !what.starts_with(its)) return what;
    return "their " + what.substr(its.size()) + (what.ends_with('s') ? "" : "s");
}

}  // namespace

std::string asked_words(const AskedNow& now, std::uint64_t watched) {
    const auto blocks = asked_until(now.launch, now.words, now.asker, now.step);
    if (blocks.empty()) return "";
    std::vector<std::string> heard;
    for (std::size_t i = 0; i < now.more.says.size(); ++i) {
        const auto count = std::ranges::count(blocks, static_cast<Says>(i), &AskedBlock::says);
        if (count > 0)
            heard.push_back(count_word(count) + " said *" + said_by(count, now.more.says[i]) + "*");
    }
    const std::string who =
        now.asker == watched ? "This block" : capitalised(block_words(now.asker));
    return " " + who + " asked " + plural(std::ssize(blocks), "block") + about(now) + ": " +
           lab::listed(heard) + ".";
}

}  // namespace app
