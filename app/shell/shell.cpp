// One frame: takes the worker's answers and the input, and draws.
#include "app/shell/shell.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/shell/in_step_choice.h"
#include "app/shell/times_in_line.h"
#include "app/views/banks.h"
#include "app/weights.h"
#include "app/widgets/glossed_canvas.h"
#include "lab/features/cut.h"
#include "lab/features/live_board.h"
#include "lab/host_side.h"
#include "lab/library.h"
#include "lab/named_value.h"
#include "lab/opening/opening.h"
#include "lab/requests/state_line.h"

namespace app {
namespace {

// Whether a word is visible: a layer over the window hides the words below it.
bool is_seen(const Ui& ui, const GlossedCanvas::Underlined& found) {
    return ui.state.dialogs == 0 || found.card == "reading" || found.card == "prediction";
}

// The tooltip of the word under the mouse.
void word_tips(Ui& ui, const std::vector<GlossedCanvas::Underlined>& words) {
    for (const GlossedCanvas::Underlined& found : words) {
        const std::string id = "word." + std::string(found.word->word);
        if (!is_seen(ui, found)) continue;
        ui.word_tip(id, found.area, term_sentence(*found.word), term_meaning(*found.word));
        ui.place(id, found.area);
    }
}

}  // namespace

Shell::Shell(lab::Worker::Mode mode, std::function<void()> wake)
    : session(mode, wake),
      own(wake),
      predictions(wake),
      text(wake),
      host_code(wake),
      pumped_(mode == lab::Worker::Mode::pumped) {
    if (!lab::lessons().empty()) open_lesson(*lab::lessons().front());
}

void Shell::open_lesson(const lab::Lesson& lesson) { open_subject(lab::subject_of(lesson)); }

void Shell::open_subject(std::shared_ptr<const lab::Subject> subject) {
    keep_place();
    session.open(subject);
    enter(*subject);
}

void Shell::enter(const lab::Subject& subject) {
    predictions.close();
    view_of_slot.clear();
    home = false, counter = -1, rail_scroll = reading_scroll = 0;
    session.choose_columns({});
    session.stand_alone();
    zooms.clear(), card_rows.clear();
    opened_slot_ = slot = usual_slot(subject, nullptr).value_or(slot);
    seen_picture_ = nullptr;  // even for a known run, its view must be found again
}

bool Shell::restore(const std::string& line) {
    const lab::KeptLine kept = lab::without_lost_devices(line);
    if (!kept.lost.empty()) notice = kept.lost;
    // A window does not freeze while a compiler works.
    if (const auto asked = lab::file_of(kept.line); asked && !pumped_) {
        show_open_sheet(*this, path_shown(asked->file));
        own.begin_line(kept.line, false);
        return true;
    }
    auto state = lab::read_state_line(kept.line);
    if (!state) {
        notice = state.problem().message;
        return false;
    }
    lab::Settings& settings = state->request.settings;
    if (!lab::names_opening(kept.line, settings)) settings = lab::opening_of(settings);
    // A line with only a lesson opens it as the list does: it asks its questions if it is new.
    const lab::Lesson* alone = lab::find_lesson(kept.line);
    const bool asks = alone && !predictions.met.contains(alone->id);
    take_up(*state);
    if (asks) predictions.met.erase(alone->id);
    return true;
}

void Shell::take_up(const lab::State& state) {
    open_subject(state.request.settings.subject);
    session.open(state.request);
    choose_times(session, state);
    if (session.lesson()) predictions.met.insert(session.lesson()->id);
    Cursor& cursor = playback.cursor;
    for (const lab::Place::Field& field : lab::Place::fields)
        if (const auto found = state.cursor.find(field.name); found != state.cursor.end())
            cursor.*field.member =
                static_cast<int>(std::clamp<std::int64_t>(found->second, -1, 1'000'000'000));
    if (state.cursor.contains("step")) --cursor.step;  // words count from 1
    if (const auto host = state.cursor.find("host"); host != state.cursor.end())
        host_code.stand(host->second != 0, state.request.settings);
    if (const auto all = state.cursor.find("home"); all != state.cursor.end())
        home = all->second != 0;
    if (const auto view = state.cursor.find("view"); view != state.cursor.end()) {
        slot = stage_slots[static_cast<std::size_t>(
                               std::clamp<std::int64_t>(view->second, 0, stage_slots.size() - 1))]
                   .slot;
        opened_slot_.reset();
    }
    seen_subject_ = session.subject()->id;  // the cursor is kept when the first result comes
    seen_rung_ = session.settings().rung;
    saw_its_step_ = false;
    playback.by_hand = state.cursor.contains("step");
    opened_.reset();
    stand_as(state);
}

void Shell::settle(bool keep_step, const View* alone) {
    take_results();
    playback.by_hand = keep_step;
    opened_.reset();
    open_at_most(alone && alone->interest.weight ? alone : stage_view());
}

lab::State Shell::state() const {
    lab::State state;
    state.request = session.request;
    for (const lab::Place::Field& field : lab::Place::fields)
        state.cursor[std::string(field.name)] = playback.cursor.*field.member;
    ++state.cursor["step"];  // words count from 1
    state.cursor["host"] = host_code.shown;
    if (home) state.cursor["home"] = 1;
    state.cursor["view"] = static_cast<int>(slot);
    tell_times(session, state);
    return state;
}

std::string Shell::state_line() const { return session.subject() ? lab::state_line(state()) : ""; }

void Shell::export_program() {
    if (!session.subject()) return;
    if (hunt.hides(session)) return void(notice = told_by_hunt);  // its head has name and idea
    if (!session.refusal()) return host_code.write(session.request);
    const std::string title = session.refusal()->title;
    notice = "These settings are refused, so no program is written: " + title + ".";
}

void Shell::show_program_of(const std::string& library) {
    if (hunt.hides(session)) return void(notice = told_by_hunt);
    show_code(CodeTab::host);
    host_code.stand(true, session.settings());
    host_code.show_library(library);
    source_open = true;
    // Then the program of the kernel stands there.
    if (const auto refused = lab::library_refusal(session.settings(), library))
        notice =
            "The library has no program for these settings: " + uncapitalised(refused->title) + ".";
}

// PTX is the only text of the kernel in a PTX file, or where a lesson's source was not found.
std::vector<CodeTab> Shell::code_tabs() const {
    const lab::Run* run = session.picture();
    const bool of_ptx = session.subject() && (session.subject()->source.ends_with(".ptx") ||
                                              (run && run->source_text.empty()));
    std::vector<CodeTab> tabs{CodeTab::ptx, CodeTab::host};
    if (!of_ptx) tabs.insert(tabs.begin(), CodeTab::cuda);
    if (has_printed(*this)) tabs.push_back(CodeTab::printed);
    return tabs;
}

CodeTab Shell::code_tab() const {
    if (printed.shown && has_printed(*this)) return CodeTab::printed;
    if (host_code.shown) return CodeTab::host;
    return playback.cursor.ptx ? CodeTab::ptx : code_tabs().front();
}

void Shell::show_code(CodeTab tab) {
    printed.shown = tab == CodeTab::printed;
    host_code.shown = tab == CodeTab::host;
    host_code.show_library("");
    host_code.top = -1;
    // Where PTX is the only text, the cursor needs no word of it.
    playback.cursor.ptx = tab == CodeTab::ptx && code_tabs().front() != CodeTab::ptx;
    playback.cursor.follow_code();
}

void Shell::next_code() {
    const std::vector<CodeTab> tabs = code_tabs();
    const auto now = std::ranges::find(tabs, code_tab());
    const bool last = now == std::prev(tabs.end());
    show_code(last ? tabs.front() : *std::next(now));
    if (last && code_folds_) source_open = false;
}

// Cached: asked several times a frame, and a view may search a whole trace to answer.
const std::vector<const View*>& Shell::stage_views(Slot of) const {
    const auto picture = session.shown() ? session.shown()->picture : nullptr;
    if (fitting_.run != picture || fitting_.live != (live != nullptr)) {
        fitting_ = {picture, live != nullptr, picture ? view_about(*picture) : nullptr, {}};
        for (const View* view : views()) {
            const bool possible = picture && (live || !view->needs.live);
            if (possible && (!view->fits || view->fits(*picture)))
                fitting_.of_slot[static_cast<std::size_t>(view->slot)].push_back(view);
        }
    }
    return fitting_.of_slot[static_cast<std::size_t>(of)];
}

bool Shell::introduces() const {
    const lab::Lesson* lesson = session.lesson();
    if (!lesson || session.settings() != lab::Settings(*lesson)) return false;
    const lab::Run* run = session.picture();
    if (!run || !lab::same(run->request.settings.subject.get(), session.subject()))
        return !session.refusal();  // not while the picture is unknown
    return stage_view() && stage_view()->introduces;
}

const View* Shell::stage_view() const {
    std::vector<const View*> here = stage_views(slot);
    // The user's choice stays, even where the run beside has no such picture and says why.
    const auto chosen = view_of_slot.find(slot);
    for (const View* view : here)
        if (chosen != view_of_slot.end() && view->id == chosen->second) return view;
    const lab::Result* other = session.in_step() ? session.beside() : nullptr;
    if (const lab::Run* second = other ? other->picture.get() : nullptr) {
        // Two in step use a view that both runs can show, where there is one.
        const auto lacks = [&](const View* view) { return !shows(*view, *second); };
        const auto both = std::remove_if(here.begin(), here.end(), lacks);
        if (both != here.begin()) here.erase(both, here.end());
    }
    const View* counts = slot == Slot::memory ? view_of_change(session, most_of_it) : nullptr;
    for (const View* view : {counts, fitting_.about})
        if (view && std::ranges::count(here, view)) return view;
    // Else the subject's own order decides.
    if (session.subject())
        for (const std::string& id : session.subject()->views)
            for (const View* view : here)
                if (view->id == id) return view;
    return here.empty() ? nullptr : here.front();
}

void Shell::next_picture(int by) {
    const std::vector<const View*> here = stage_views(slot);
    const auto now = std::ranges::find(here, stage_view());
    if (now == here.end()) return;
    const std::ptrdiff_t count = std::ssize(here), next = (now - here.begin() + by + count) % count;
    view_of_slot[slot] = here[static_cast<std::size_t>(next)]->id;
}

void Shell::toggle_projector() {
    const bool now = look.density == Density::projector;
    look.density = now ? std::nullopt : std::optional(Density::projector);
    controls_open = source_open = false;
}

std::vector<const View*> Shell::cards() const {
    std::vector<const View*> fitting = stage_views(Slot::card);
    const lab::Subject* subject = session.subject();
    if (!subject) return fitting;
    const std::vector<std::string>& named = subject->cards;
    const auto place = [&](const View* view) { return std::ranges::find(named, view->id); };
    std::stable_sort(fitting.begin(), fitting.end(),
                     [&](const View* a, const View* b) { return place(a) < place(b); });
    // A run that did not end has no times: its empty cards come last.
    const lab::Run* run = session.picture();
    if (!run || (run->ended() && !lab::unfit_launch(run->request.settings))) return fitting;
    const Metrics metrics;
    const DrawContext context{*session.shown(), playback.cursor, metrics, session.series()};
    std::stable_partition(fitting.begin(), fitting.end(), [&](const View* view) {
        return !view->words.badge.varies() || view->words.badge(context) != Badge::none;
    });
    return fitting;
}

void Shell::with_context(const Metrics& metrics,
                         const std::function<void(const DrawContext&)>& use) {
    const auto shown = session.shown();
    const std::vector<int> columns = session.columns();  // a click in `use` may change them
    if (shown && shown->picture)
        use({*shown, playback.cursor, metrics, session.series(), live ? &live_picture_ : nullptr,
             session.before(), columns, nullptr, &ui_state.glides});
}

const std::string& Shell::refusal_of(const lab::Knob& knob, std::int64_t value) {
    if (!(reasons_for_ == session.settings())) {
        reasons_.clear();
        reasons_for_ = session.settings();
    }
    auto [found, fresh] = reasons_.try_emplace({knob.id, value});
    // The card of this machine becomes known while settings stay the same.
    if (!fresh && !lab::is_named(knob, value)) return found->second;
    found->second.clear();
    lab::Settings other = session.settings();
    other.set(knob, value);
    const auto refusal = lab::refusal(other);
    // A refusal because of another knob is not about this value.
    if (refusal && (refusal->knob == knob.id || refusal->knob.empty()))
        found->second = refusal->title + ". " + refusal->why;
    return found->second;
}

void Shell::take_results() {
    if (session.poll() && !session.problem().empty()) tell(session.problem());
    if (const auto words = host_code.told()) tell(*words);
    const lab::Run* picture = session.picture();
    if (const lab::Run* beside = session.picture_beside(); beside != seen_beside_)
        seen_beside_ = beside, opened_.reset();
    // The result before may arrive later.
    const lab::Run* before = session.before() ? session.before()->picture.get() : nullptr;
    if (std::exchange(seen_before_, before) != before) opened_.reset();
    if (session.generation() == seen_generation_ && picture == seen_picture_) return;
    if (session.generation() != seen_generation_ && !picture) playback.unload();
    if (session.generation() != seen_generation_ && picture)
        playback.load(picture, session.subject() && seen_subject_ == session.subject()->id);
    seen_generation_ = session.generation();
    seen_picture_ = picture;
    opened_.reset();
    if (session.shown()) {
        const lab::Settings& shown = session.shown()->request.settings;
        seen_subject_ = shown.subject->id;
        if (shown.rung == session.settings().rung) see_kernel(shown);
    }
    choose_slot();
    meet_printing(*this);
}

namespace {

// Tells pictures about an open question, or a hunt.
void tell_cursor(Shell& shell) {
    Cursor& cursor = shell.playback.cursor;
    cursor.guessing = shell.hides(), cursor.hunting = shell.hunt.hides(shell.session);
    cursor.pointed = shell.hunt.pointed(shell.session).in_kernel();
    cursor.asked = shell.predictions.asks_elsewhere(shell.session.settings().rung);
}

}  // namespace

void Shell::frame(Canvas& canvas, const Input& input, float width, float height,
                  const Regions& regions) {
    wishes = {};
    // Keeps the subject alive: controls are drawn after the one that leaves it.
    const std::shared_ptr<const lab::Subject> held = session.settings().subject;
    // Cleared before anything sets a new notice.
    if (input.pressed || !input.strokes.empty()) notice.clear();
    if (input.pressed) kernel_chord = false;
    if (!input.dropped.empty()) {
        predictions.close();
        show_open_sheet(*this, path_shown(input.dropped.front()));
        own.begin({.file = input.dropped.front()}, true);
    }
    own.frame(*this);
    if (waits()) session.forget_others();
    take_results();
    open_at_most(stage_view());
    session.look_at(stage_view());
    saw_its_step_ =
        session.picture() && shows_step(stage_view(), *session.picture(), playback.cursor.step);
    playback.reduced_motion = ui_state.reduced_motion = look.reduced_motion;
    const double passed = last_time_ < 0 ? 0 : std::clamp(input.time - last_time_, 0., .1);
    last_time_ = input.time;
    const bool moving = playback.advance(passed);
    const Metrics metrics = metrics_of(look.density.value_or(usual_density(width, height)));
    window_width_ = width / metrics.unit, window_height_ = height / metrics.unit;
    const Mode mode = mode_of(width / metrics.unit, height / metrics.unit);
    const Frame whole =
        cut_frame(width, height, metrics, look.panes[static_cast<std::size_t>(mode)],
                  {controls_open, source_open});
    const Frame frame = stage_needs_room() ? frame_without_cards(whole) : whole;
    card_places = frame.places;
    GlossedCanvas glossed(canvas);
    Ui ui(glossed, input, ui_state, metrics, look.tone);
    const bool over_pictures = frame.stage.contains(input.mouse) ||
                               frame.cards.contains(input.mouse) ||
                               frame.source.contains(input.mouse);
    playback.cursor.mouse = over_pictures && !ui_state.by_keyboard ? input.mouse : Point{-1, -1};
    manual_link.clear();
    if (look.predict && !introduces() && !session.stale() && !session.refusal())
        predictions.meet(session.lesson());
    tell_cursor(*this);
    const int hovered = std::exchange(counter_hovered, -1);
    playback.cursor.counter = hovered >= 0 ? hovered : counter;
    run_live();
    regions.draw(ui, *this, frame);
    if (playback.cursor.counter != (counter_hovered >= 0 ? counter_hovered : counter))
        ui.want_frame();
    run_shortcuts(ui, frame, regions);
    glossed.flush();
    word_tips(ui, glossed.words());
    ui.finish(frame.window);
    session.end_of_frame(!ui_state.held.empty());
    note_waiting(ui);
    end_notice(ui);
    if (moving || playback.advance(0) || (live_running && shows_live())) ui.want_frame();
    wishes.wait = std::min(wishes.wait, ui.wait());
    wishes.pointer = ui.pointer;
}

// One launch a frame at 1x. The field follows the settings after a drag has ended. A board without
// a launch shows nothing, so its first launch runs at once.
void Shell::run_live() {
    if (!shows_live()) return void(live_shown_ = false);
    if (ui_state.held.empty()) live->follow(session.settings(), session.request.seed);
    // It plays when it is opened; Space stops it as elsewhere.
    if (!std::exchange(live_shown_, true)) live_running = true;
    live_due_ += live_running ? playback.speed * live_picture_.pace : 0;
    const int launches = static_cast<int>(live_due_);
    live_due_ -= static_cast<float>(launches);
    if (launches > 0) live->advance(launches);
    const int axis = lab::cut_across(session.settings(), playback.cursor);
    const auto drawn = [&] { return live->picture(axis, playback.cursor.slice); };
    live_picture_ = drawn();
    const bool board = lab::feature<lab::LiveBoard>(session.settings()).plan != nullptr;
    if (!board || live_picture_.launches > 0 || live_picture_.texture == 0) return;
    live->advance(1);
    live_picture_ = drawn();
}

// A quick answer is not announced: short flashes of words are noise.
void Shell::note_waiting(Ui& ui) {
    const bool waiting = progress().busy;
    if (!waiting)
        waiting_since_ = -1;
    else if (waiting_since_ < 0)
        waiting_since_ = last_time_;
    if (waiting) ui.want_frame(waits() ? .05 : patience);
}

void Shell::run_shortcuts(Ui& ui, const Frame& frame, const Regions& regions) {
    const std::vector<Stroke> strokes(ui.strokes().begin(), ui.strokes().end());
    code_folds_ = frame.folds || !frame.has_source();
    // The code's own key works while only the code's drawer covers the window.
    const bool in_code = ui_state.dialogs == 1 && source_open && !frame.has_source();
    for (const Stroke& stroke : strokes) {
        if (ui_state.dialogs > 0 && stroke.key != Key::escape && stroke.key != Key::f11 &&
            stroke.key != Key::t && stroke.key != Key::f1 && !(in_code && stroke.key == Key::c))
            continue;
        if (stroke.key == Key::tab || stroke.key == Key::f6) continue;
        // Beside the stage the code is always open, so C changes its language at once.
        if (stroke.key == Key::c && frame.has_source()) source_open = true;
        if (regions.run_key(*this, stroke)) ui.want_frame();
    }
    if (frame.folds) return;
    if (frame.has_source()) source_open = false;
    if (frame.has_rail()) controls_open = false;
}

// A notice without a user action is added below the present one.
void Shell::tell(const std::string& words) {
    if (notice.find(words) != std::string::npos) return;
    notice += (notice.empty() ? "" : "\n") + words;
}

// A notice ends by itself after the time to read it twice; a pending key chord ends with it.
void Shell::end_notice(Ui& ui) {
    constexpr double at_least = 4, at_most = 12, of_letter = .06;
    if (notice != noticed_) noticed_ = notice, noticed_since_ = last_time_;
    if (notice.empty()) return;
    const double reading =
        std::clamp(at_least + of_letter * double(notice.size()), at_least, at_most);
    const double left = noticed_since_ + reading - last_time_;
    if (left <= 0) notice.clear(), kernel_chord = false;
    ui.want_frame(std::max(left, 0.));
}

lab::Progress Shell::progress() const {
    if (!keeping.empty()) return {true, 0, keeping};
    if (own.compiling() && session.subject())
        return {true, 0, "compiling " + session.subject()->source};
    return session.progress();
}

void Shell::cancel() {
    if (!keeping.empty())
        wishes.stop_keeping = true;
    else if (own.compiling())
        own.cancel();
    else
        session.cancel();
}

}  // namespace app
