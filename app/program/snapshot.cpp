// Draws two frames for each picture: the second one uses what the first one learned.
#include "app/program/snapshot.h"

#include <charconv>

#include "app/draw/canvas_svg.h"
#include "app/program/shell_frame.h"
#include "app/regions/card_row.h"
#include "app/regions/stage.h"
#include "app/view.h"
#include "lab/words.h"

namespace app {

std::string view_names() {
    std::vector<std::string> names;
    for (const View* view : views()) names.push_back(view->id);
    return lab::listed(names, "or");
}

std::optional<std::pair<int, int>> size_named(const std::string& text) {
    const std::size_t cross = text.find('x');
    if (cross == std::string::npos) return std::nullopt;
    auto side = [](std::string_view digits) {
        int value = 0;
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return error == std::errc{} && end == digits.data() + digits.size() ? value : -1;
    };
    const std::string_view all = text;
    const int width = side(all.substr(0, cross)), height = side(all.substr(cross + 1));
    const bool fits =
        width >= least_side && height >= least_side && width <= most_side && height <= most_side;
    return fits ? std::optional(std::pair(width, height)) : std::nullopt;
}

namespace {

// Turns animation off for a picture.
class Still {
public:
    explicit Still(Shell& shell) : shell_(shell), before_(shell.look.reduced_motion) {
        shell_.look.reduced_motion = true;
        shell_.ui_state.reduced_motion = true;
    }
    ~Still() { shell_.look.reduced_motion = before_; }
    Still(const Still&) = delete;
    Still& operator=(const Still&) = delete;

private:
    Shell& shell_;
    bool before_;
};

}  // namespace

void draw_picture(Canvas& canvas, Shell& shell, const Snapshot& picture) {
    const float width = static_cast<float>(picture.width) / picture.scale,
                height = static_cast<float>(picture.height) / picture.scale;
    const View* view = picture.view.empty() ? nullptr : find_view(picture.view);
    const Input nothing;
    if (!view) return draw_frame(shell, canvas, nothing, width, height);
    const Density usual = width >= 1000 ? Density::desk : Density::laptop;
    const Metrics metrics = metrics_of(shell.look.density.value_or(usual));
    Ui ui(canvas, nothing, shell.ui_state, metrics, shell.look.tone);
    canvas.fill({0, 0, width, height}, Role::panel);
    Rect area{0, 0, width, height};
    figure_caption(ui, shell, *view, area);
    if (!on_stage(view->slot))
        figure_card(ui, shell, *view, area);
    else
        figure(ui, shell, *view, area, picture.of_change);
}

Image drawn(Painter& painter, Shell& shell, const Snapshot& picture) {
    const Still still(shell);
    for (int frame = 0; frame < 2; ++frame)
        painter.draw(picture.width, picture.height, picture.scale, shell.look.tone,
                     [&](Canvas& canvas) { draw_picture(canvas, shell, picture); });
    Image image = read_pixels(picture.width, picture.height);
    proof(image, picture.proof);
    return image;
}

namespace {

// The visible rows of the card drawn alone.
RowsInSight rows_of(Painter& painter, Shell& shell, const View& view, const Snapshot& picture) {
    RowsInSight rows;
    painter.measure([&] {
        CanvasSvg canvas(painter.fonts(), shell.look.tone);
        draw_picture(canvas, shell, picture);
        rows = shell.rows_in_sight[view.id];
    });
    return rows;
}

}  // namespace

Snapshot with_all_rows(Shell& shell, Snapshot picture) {
    const View* view = picture.view.empty() ? nullptr : find_view(picture.view);
    if (!view || on_stage(view->slot) || !view->pointing.rows) return picture;
    Painter painter(false);
    const Still still(shell);
    constexpr int most_tries = 4;  // rows differ in height
    for (int tries = 0; tries < most_tries; ++tries) {
        const RowsInSight rows = rows_of(painter, shell, *view, picture);
        if (rows.shown <= 0 || rows.all <= rows.shown) break;
        const std::int64_t wished = std::int64_t{picture.height} * rows.all / rows.shown;
        picture.height = static_cast<int>(std::min<std::int64_t>(wished, most_side));
    }
    return picture;
}

std::string svg_of(Shell& shell, const Snapshot& picture) {
    Painter painter(false);
    const Still still(shell);
    std::string text;
    for (int frame = 0; frame < 2; ++frame)
        painter.measure([&] {
            CanvasSvg canvas(painter.fonts(), shell.look.tone);
            const float width = static_cast<float>(picture.width) / picture.scale,
                        height = static_cast<float>(picture.height) / picture.scale;
            canvas.fill({0, 0, width, height}, Role::bg);
            draw_picture(canvas, shell, picture);
            text = canvas.document(width, height);
        });
    return text;
}

}  // namespace app
