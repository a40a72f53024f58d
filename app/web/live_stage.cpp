// A page can't reach a GPU to compute with: no field lives there.
#include "app/gl/live_stage.h"

namespace app {

std::unique_ptr<LiveSource> make_live_source() { return nullptr; }

}  // namespace app
