// The registry of views. Each view's own file adds it; the shell and `shot` read it.
#include "app/view.h"

#include <algorithm>

#include "app/series.h"
#include "lab/registry.h"

namespace app {
namespace {

lab::Registry<View>& known_views() {
    static lab::Registry<View> all;
    return all;
}

bool before(const View& a, const View& b) {
    if (a.slot != b.slot) return a.slot < b.slot;
    return a.order != b.order ? a.order < b.order : a.id < b.id;
}

}  // namespace

std::vector<lab::Settings> NeededSettings::operator()(const lab::Settings& shown) const {
    return (*this)(shown, TimeChoice{});
}

RegisterView::RegisterView(View view) { known_views().add(std::move(view), before); }

std::span<const View* const> views() { return known_views().all(); }

const View* find_view(std::string_view id) { return known_views().find(id, &View::id); }

const View* find_view(Slot slot) {
    const auto found = std::ranges::find(views(), slot, &View::slot);
    return found == views().end() ? nullptr : *found;
}

}  // namespace app
