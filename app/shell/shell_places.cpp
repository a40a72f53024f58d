// Chooses the picture on the stage and its opening step: the user's choice, else the view that the
// run is about. And the places where subjects were left.
#include <utility>

#include "app/shell/code_in_sight.h"
#include "app/shell/in_step_choice.h"
#include "app/shell/shell.h"
#include "app/views/banks.h"
#include "app/weights.h"
#include "lab/bugs.h"

namespace app {

// The user's place is kept, to see the same moment in another picture or of another kernel, unless
// that kernel has nothing of the picture there. Without one, each picture opens at its heaviest
// step.
void Shell::open_at_most(const View* view) {
    const lab::Run* run = session.picture();
    if (!run || opened_ == view) return;
    if (!opened_ && saw_its_step_ && !shows_step(view, *run, playback.cursor.step))
        playback.by_hand = false;
    opened_ = view;
    playback.cursor.scrolled = 0;
    if (playback.by_hand) return;
    open_where_it_tells(playback, view, *run, session.picture_beside(), session.before(),
                        named_count(session));
    open_code(*this);
}

void Shell::next_worth(int direction) {
    if (hunt.hides(session)) return void(notice = told_by_hunt);
    const View* stage = stage_view();
    const lab::Run* run = session.picture();
    const View* view = stage && run ? &speaking_view(*stage, *run, playback.cursor) : nullptr;
    if (!view || !view->interest.weight) return;
    const auto next = app::next_worth(*view, *run, playback.cursor.step, direction);
    if (next) playback.go_to(next->step);
    if (!next)
        playback.word = "none " + view->interest.words;
    else if (next->wrapped)
        playback.word = direction > 0 ? "from the first again" : "from the last again";
}

// Another kernel has its own rows. With another number of launches the old place means nothing. A
// separate program keeps nothing at all.
void Shell::see_kernel(const lab::Settings& shown) {
    const std::size_t launches = session.picture() ? session.picture()->launches.size() : 0;
    const std::optional<std::size_t> before = std::exchange(seen_launches_, launches);
    const bool other = before && before != launches;
    if (std::exchange(seen_rung_, shown.rung) == shown.rung) return;
    card_rows.clear();
    if (other) playback.by_hand = false;
    if (lab::versions_of(shown)) open_anew();
}

void Shell::open_anew() {
    view_of_slot.clear();
    opened_slot_ = slot;
    opened_.reset();
    playback.by_hand = saw_its_step_ = false;
    playback.open_any_lane();
    choose_slot();
}

// A run may be about another view than the one before; the user's choice is kept.
void Shell::choose_slot() {
    const bool own = slot == opened_slot_ && !view_of_slot.contains(slot);
    const lab::Run* run = session.picture();
    const lab::Subject* subject = run ? run->request.settings.subject.get() : nullptr;
    if (own && subject && lab::same(subject, session.subject())) {
        const View* about = view_about(*run);
        const Slot wanted = about ? about->slot : usual_slot(*subject, run).value_or(slot);
        if (!view_of_slot.contains(wanted)) slot = wanted;
    }
    // A slot without a view for this run is replaced by one with a view.
    for (Slot other : {slot, Slot::warp, Slot::memory, Slot::thread})
        if (!stage_views(other).empty()) {
            slot = other;
            break;
        }
    if (own) opened_slot_ = slot;
}

namespace {

bool stands_beside_itself(const Session& session) {
    if (!session.in_step()) return false;
    const lab::Request other = session.beside_request();
    return session.follows() ? other.settings.rung == session.request.settings.rung
                             : other == session.request;
}

}  // namespace

void Shell::go_to_place(std::size_t place) {
    const std::size_t present = session.history().present();
    for (std::size_t i = present; i < place; ++i) undo();
    for (std::size_t i = place; i < present; ++i) redo();
}

void Shell::keep_place() {
    if (session.subject())
        places_.insert_or_assign(session.subject()->id,
                                 StagePlace{slot, view_of_slot, playback.cursor, home});
}

void Shell::go_in_history(bool again) {
    keep_place();
    const lab::Subject* left = session.subject();
    const std::string id = left ? left->id : "";
    if (again)
        session.redo();
    else
        session.undo();
    if (stands_beside_itself(session)) session.stand_alone();
    if (!session.subject() || session.subject()->id == id) return;
    enter(*session.subject());
    const auto found = places_.find(session.subject()->id);
    if (found == places_.end()) return;
    slot = found->second.slot;
    view_of_slot = found->second.view_of_slot;
    home = found->second.home;
    opened_slot_.reset();
    playback.unload();  // or the step would be stretched to this run's length
    playback.cursor = found->second.cursor;
    playback.by_hand = true;
    seen_subject_ = found->first;  // so that the cursor is kept when its result comes
    seen_launches_.reset();
}

}  // namespace app
