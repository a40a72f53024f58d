// A page cannot compute on a GPU: it has no live fields.
#include "app/gl/live_stage.h"

namespace app {

std::unique_ptr<LiveSource> make_live_source() { return nullptr; }

}  // namespace app
