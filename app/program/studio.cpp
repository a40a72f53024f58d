// Draws pictures off screen. See snapshot.h.
#include "app/program/snapshot.h"

namespace app {

Studio::Studio() {
    if (problem().empty()) painter_ = std::make_unique<Painter>(true);
}

Image Studio::take(Shell& shell, const Snapshot& picture) {
    offscreen_.resize(picture.width, picture.height);
    return drawn(*painter_, shell, picture);
}

}  // namespace app
