// The registry of views. Each view's own file adds it; the shell and `shot` ask.
#include "app/view.h"

#include <algorithm>
#include <memory>

namespace app {
namespace {

struct Registry {
    std::vector<std::unique_ptr<View>> owned;
    std::vector<const View*> ordered;
};

Registry& registry() {
    static Registry instance;
    return instance;
}

bool before(const View* a, const View* b) {
    if (a->slot != b->slot) return a->slot < b->slot;
    return a->order != b->order ? a->order < b->order : a->id < b->id;
}

}  // namespace

RegisterView::RegisterView(View view) {
    Registry& known = registry();
    known.owned.push_back(std::make_unique<View>(std::move(view)));
    known.ordered.push_back(known.owned.back().get());
    std::sort(known.ordered.begin(), known.ordered.end(), before);
}

std::span<const View* const> views() { return registry().ordered; }

const View* find_view(std::string_view id) {
    for (const View* view : views())
        if (view->id == id) return view;
    return nullptr;
}

}  // namespace app
