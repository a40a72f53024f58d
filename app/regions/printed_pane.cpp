// What the kernel printed, in the code pane: a row for each line, with the thread and the source
// line that printed it. A click goes to that moment and that line.
#include "app/regions/printed_pane.h"

#include <algorithm>

#include "app/format.h"
#include "app/regions/source_pane.h"
#include "app/shell/printed_lines.h"
#include "app/views/marks.h"
#include "app/widgets/widgets.h"
#include "lab/words.h"

namespace app {

namespace {

using simulator::Dim3;
using simulator::PrintedCall;

constexpr const char* about_printing =
    "On a GPU the text comes out when the host waits for the kernel, as cudaDeviceSynchronize() "
    "does. cudaDeviceReset() is not needed. These lines are the simulator's: Warplens collects "
    "no text of a run on a GPU, where blocks and warps may print in another order.";

// The place of each column, and what rows are made of.
struct PrintedLayout {
    Rect area;
    float row = 0, letter = 0;
    float block = 0, thread = 0, line = 0;  // right ends of the numbers
    float text = 0;
    std::size_t columns = 8;
};

// 5, or (1, 2) where the shape has more than one dimension.
std::string index_cell(const Dim3& shape, std::uint64_t linear) {
    const std::string words = index_words(linear, shape);
    return shape.y * shape.z > 1 ? "(" + words + ")" : words;
}

const lab::LaunchRecord* launch_of(const lab::Run& run, const PrintedCall& call) {
    return call.launch < run.launches.size() ? &run.launches[call.launch] : nullptr;
}

TextStyle cell_style(const Ui& ui) {
    return aligned(mono_style(ui.metrics.code * .9f, Role::text2, Font::mono), Align::right);
}

// Columns as wide as their largest entry, so that they stand still while rows scroll.
PrintedLayout layout_for(const Ui& ui, const lab::Run& run, Rect area) {
    PrintedLayout at{.area = area, .row = ui.metrics.code * 1.6f};
    const TextStyle cell = cell_style(ui), name = micro_style(ui.metrics);
    const auto wide = [&](const std::string& words, std::string_view title) {
        return std::max(ui.canvas.width(words, cell), ui.canvas.width(title, name));
    };
    std::string blocks = "0", threads = "0";
    if (!run.launches.empty()) {
        const lab::LaunchRecord& first = run.launches.front();
        blocks = index_cell(first.grid, first.grid.count() - 1);
        threads = index_cell(first.block, first.block.count() - 1);
    }
    at.letter = ui.canvas.width("0000000000", mono_style(ui.metrics.code)) / 10;
    at.block = area.x + wide(blocks, "Block");
    at.thread = at.block + at.letter * 1.5f + wide(threads, "Thread");
    at.line = at.thread + at.letter * 1.5f + wide("000", "Line");
    at.text = at.line + at.letter * 2;
    at.columns = static_cast<std::size_t>(std::max(8.f, (area.right() - at.text) / at.letter));
    return at;
}

// Any bytes as letters that fonts have, in rows of `columns`.
std::vector<std::string> rows_of_text(std::string_view bytes, std::size_t columns) {
    std::string text = lab::for_terminal(bytes);
    if (!lab::is_utf8(text))
        for (char& letter : text)
            if (static_cast<unsigned char>(letter) >= 0x80) letter = '?';
    std::vector<std::string> rows(1);
    std::size_t column = 0;
    constexpr std::size_t tab = 8;
    for (const char letter : text) {
        const bool inside = (static_cast<unsigned char>(letter) & 0xc0) == 0x80;
        const std::size_t wide = inside ? 0 : letter == '\t' ? tab - column % tab : 1;
        if (!inside && column + wide > columns) rows.emplace_back(), column = 0;
        rows.back() += letter == '\t' ? std::string(wide, ' ') : std::string(1, letter);
        column += wide;
    }
    return rows;
}

// Where a click on a line leads, and who printed it.
std::string words_on(const lab::Run& run, const PrintedLine& line, const PrintedCall& call) {
    std::string words = "Thread " + std::to_string(call.thread) + " of block " +
                        std::to_string(call.block) + " printed this line";
    if (const lab::LaunchRecord* launch = launch_of(run, call); launch && run.launches.size() > 1)
        words += ", in launch " + std::to_string(call.launch + 1) + ", " + launch->kernel;
    words += ".";
    if (line.more_threads > 0)
        words += " So did " + lab::grouped(line.more_threads) + " other " +
                 lab::unit_of(line.more_threads, "threads") + ", one part each or more.";
    if (!watches_block(run, call.block))
        return words + "\nA click watches this block, and shows the line that printed.";
    if (step_of_printing(run, call) < 0)
        return words +
               "\nA click shows the line that printed. The trace has no step of this thread.";
    return words + "\nA click goes to that step, and shows the line that printed.";
}

void draw_cells(Ui& ui, const PrintedLayout& at, const lab::Run& run, const PrintedLine& line,
                float y) {
    const PrintedCall& call = run.printed_calls[*line.call];
    const lab::LaunchRecord* launch = launch_of(run, call);
    const TextStyle style = cell_style(ui);
    const Dim3 one{1, 1, 1};
    ui.canvas.text({at.block, y}, index_cell(launch ? launch->grid : one, call.block), style);
    const std::string more = line.more_threads > 0 ? "+" : "";
    ui.canvas.text({at.thread, y}, index_cell(launch ? launch->block : one, call.thread) + more,
                   style);
    if (call.line > 0) ui.canvas.text({at.line, y}, std::to_string(call.line), style);
}

// Draws a row with all its letters; returns its height.
float draw_line(Ui& ui, Shell& shell, const PrintedLayout& at, const lab::Run& run,
                const PrintedLine& line, std::size_t row, float y) {
    const auto rows = rows_of_text(
        std::string_view(run.printed).substr(line.first, line.last - line.first), at.columns);
    const float height = at.row * static_cast<float>(rows.size());
    const Rect band{at.area.x - ui.metrics.pane.x, y, at.area.w + 2 * ui.metrics.pane.x, height};
    if (line.call) {
        const std::string id = "source.printed." + std::to_string(row);
        const PrintedCall& call = run.printed_calls[*line.call];
        const Ui::Hit hit = ui.control(id, band);
        if (hit.hovered) ui.canvas.fill(band, Role::hover), ui.pointer = Pointer::hand;
        ui.focus_ring(hit, band, 4);
        ui.tooltip(id, band, words_on(run, line, call), 440);
        if (line.begins) draw_cells(ui, at, run, line, y + at.row / 2);
        if (hit.clicked) go_to_printing(shell, call);
    }
    for (const std::string& letters : rows) {
        ui.canvas.text({at.text, y + at.row / 2}, letters, mono_style(ui.metrics.code));
        y += at.row;
    }
    return height;
}

std::string count_words(const PrintedLines& all) {
    const auto count = static_cast<std::int64_t>(all.count);
    return lab::grouped(count) + " " + lab::unit_of(count, "lines") +
           (all.cut ? ", cut at 1 MiB. A GPU keeps as much, and overwrites its oldest lines." : "");
}

void draw_head(Ui& ui, const PrintedLayout& at, Rect row) {
    const TextStyle right = aligned(micro_style(ui.metrics), Align::right);
    ui.canvas.text({at.block, row.middle_y()}, "Block", right);
    ui.canvas.text({at.thread, row.middle_y()}, "Thread", right);
    ui.canvas.text({at.line, row.middle_y()}, "Line", right);
    ui.canvas.text({at.text, row.middle_y()}, "Text", micro_style(ui.metrics));
}

// The drawn part of a run that is longer, or larger, than its picture.
std::string part_words(const Shell& shell, const lab::Run& run) {
    const lab::Run* all = shell.session.counted();
    return all && all->printed.size() > run.printed.size()
               ? " The drawn part of the run printed them; the whole run prints more."
               : "";
}

}  // namespace

void printed_pane(Ui& ui, Shell& shell, Rect body) {
    const lab::Run& run = *shell.session.picture();
    const PrintedLines& all = printed_lines(run);
    const TextStyle small = small_style(ui.metrics);
    const float foot = paragraph_height(ui.canvas, body.w, about_printing, small);
    if (body.h > foot * 2.5f) {
        paragraph(ui.canvas, body.cut_bottom(foot), about_printing, small);
        body.cut_bottom(ui.metrics.gap);
    }
    const std::string count = count_words(all) + part_words(shell, run);
    body.cut_top(paragraph(ui.canvas, body, count, small) + ui.metrics.gap / 2);
    const PrintedLayout at = layout_for(ui, run, body);
    draw_head(ui, at, body.cut_top(at.row));
    auto& top = shell.printed.top;
    const int page = static_cast<int>(body.h / at.row) * 4 / 5;
    top += lines_moved(ui, body, page, ui.state.focus.starts_with("source."));
    const auto rows = std::ssize(all.rows);
    top = std::clamp<std::ptrdiff_t>(
        top, 0, std::max<std::ptrdiff_t>(0, rows - static_cast<std::ptrdiff_t>(body.h / at.row)));
    ui.push_clip({body.x - ui.metrics.pane.x, body.y, body.w + 2 * ui.metrics.pane.x, body.h});
    float y = body.y;
    for (auto row = static_cast<std::size_t>(top);
         row < all.rows.size() && y + at.row <= body.bottom(); ++row)
        y += draw_line(ui, shell, at, run, all.rows[row], row, y);
    ui.pop_clip();
}

}  // namespace app
