// The choice of times in a line of state: read from it, and written to it.
#pragma once

#include "app/session.h"
#include "lab/requests/state_line.h"

namespace app {

void choose_times(Session& session, const lab::State& state);
void tell_times(const Session& session, lab::State& state);

}  // namespace app
