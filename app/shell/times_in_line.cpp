// See times_in_line.h.
#include "app/shell/times_in_line.h"

#include "lab/time/recordings.h"

namespace app {

namespace {

// The next process does not know a file that was opened here, so a saved line has its path.
std::string lasting_word_of(const TimeClock& clock) {
    return clock.kind == lab::TimeKind::recorded ? lab::word_of_recorded(clock.device)
                                                 : word_of(clock);
}

}  // namespace

void choose_times(Session& session, const lab::State& state) {
    TimeChoice choice;
    choice.regime = state.caches;
    choice.first = clock_named(state.device, session.gpu());
    choice.second = clock_named(state.beside, session.gpu());
    if (const auto comma = state.map.find(','); comma != state.map.npos)
        choice.map = {state.map.substr(0, comma), state.map.substr(comma + 1)};
    session.choose_times(choice);
}

void tell_times(const Session& session, lab::State& state) {
    const TimeChoice& choice = session.series().choice;
    state.caches = choice.regime;
    if (choice.map != MapKnobs{}) state.map = choice.map.across + "," + choice.map.down;
    if (choice.first) state.device = lasting_word_of(*choice.first);
    if (!choice.second) return;
    state.beside = lasting_word_of(*choice.second);
    const auto source =
        session.subject() ? session.series().source(session.settings()) : std::nullopt;
    if (!choice.first && source) state.device = lasting_word_of(source->clock());
}

}  // namespace app
