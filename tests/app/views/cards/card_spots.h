// What a card tells the mouse: shared by the tests of cards.
#pragma once

#include <string_view>

#include "tests/app/picture.h"
#include "tests/app/series_maker.h"

namespace test {

/// At a point of the card; far from anything and without words where nothing lies there.
inline app::Spot spot_at(std::string_view view, const Filled& from, app::Rect area,
                         app::Point mouse) {
    const Picture measure(view, from.shown, {}, area, from.series);
    const app::Metrics metrics;
    const app::View& card = *app::find_view(view);
    const app::DrawContext context{from.shown, {}, metrics, from.series};
    if (card.pointing.spots)
        for (app::Spot& spot : card.pointing.spots(measure.notes, context, area))
            if (spot.area.contains(mouse)) return spot;
    if (!card.pointing.spot) return {{}, ""};
    return card.pointing.spot(measure.notes, context, area, mouse).value_or(app::Spot{{}, ""});
}

/// Drawn beside what was shown before.
inline Picture beside_before(std::string_view view, const Filled& from, const lab::Result& before,
                             app::Rect area, std::vector<int> columns = {}) {
    Picture picture(view, from.shown, {}, {}, from.series);
    picture.notes.texts.clear(), picture.notes.marks.clear();
    const app::Metrics metrics;
    app::find_view(view)->draw(
        picture.notes, {from.shown, {}, metrics, from.series, nullptr, &before, columns}, area);
    return picture;
}

}  // namespace test
