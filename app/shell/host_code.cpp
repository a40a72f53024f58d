// Makes the host code for the pane and for files. See host_code.h.
#include "app/shell/host_code.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/engines.h"
#include "app/format.h"
#include "lab/bugs.h"
#include "lab/host_code/host_code.h"
#include "lab/host_side.h"
#include "lab/library.h"
#include "lab/source_text.h"
#include "lab/words.h"
#include "platform/files.h"
#include "platform/machine.h"

namespace app {
namespace {

namespace files = std::filesystem;

constexpr std::string_view main_begins = "int main()";

// The start folder, or the home folder where the start folder is not writable.
files::path usual_folder() {
    std::error_code failed;
    const files::path here = files::current_path(failed);
    if (!failed && here != here.root_path() && platform::may_write_in(here)) return here;
    const std::string home = platform::environment("HOME");
    return home.empty() ? here : files::path(home);
}

// "reduction_wide.cu", with a number where that file exists.
files::path free_place(const files::path& folder, const std::string& name) {
    constexpr int most = 1000;
    std::error_code ignored;
    files::path place = folder / (name + ".cu");
    for (int number = 2; number < most && files::exists(place, ignored); ++number)
        place = folder / fmt::format("{}_{}.cu", name, number);
    return place;
}

std::string written(const lab::Request& request, const files::path& folder) {
    const auto text = lab::program_text(request);
    if (!text) return text.problem().message;
    const std::string name = lab::program_name(request.settings);
    const files::path place = free_place(folder.empty() ? usual_folder() : folder, name);
    if (const std::string problem = platform::write_new_file(place, *text); !problem.empty())
        return problem;
    return fmt::format("Kernel and host are in {} now. Build and run them there: {}",
                       place.string(),
                       lab::build_command(place.filename(), lab::links_of(request.settings)));
}

std::string parts_written(const lab::Request& request, const files::path& folder) {
    const auto made = lab::program_files(request);
    if (!made) return made.problem().message;
    if (const std::string problem = platform::make_folder(folder); !problem.empty()) return problem;
    for (const lab::ProgramFile& file : *made)
        if (const std::string problem = platform::write_new_file(folder / file.name, file.text);
            !problem.empty())
            return problem;
    return fmt::format("The program is in {} now. Build it: make -C {}. Its README.md says more.",
                       folder.string(), lab::in_quotes(folder.string()));
}

// The first line whose statement has all these words; 0: none. A statement may take several lines.
int line_with(const std::vector<std::string_view>& lines,
              std::initializer_list<std::string> words) {
    std::string statement;
    int first = 0;
    for (int line = 1; line <= std::ssize(lines); ++line) {
        if (statement.empty()) first = line;
        statement += lines[static_cast<std::size_t>(line) - 1];
        const auto has = [&](const std::string& word) {
            return statement.find(word) != statement.npos;
        };
        if (std::ranges::all_of(words, has)) return first;
        if (!statement.ends_with('(') && !statement.ends_with(',')) statement.clear();
    }
    return 0;
}

// The first line of main() whose statement has this word; 0: none.
int line_in_main(const HostCode::Text& text, const std::string& word) {
    const std::vector<std::string_view> main(
        text.lines.begin() + std::min<std::ptrdiff_t>(text.main_line, std::ssize(text.lines)),
        text.lines.end());
    const int line = line_with(main, {word});
    return line > 0 ? text.main_line + line : 0;
}

// The line without blanks and without CHECK(...) around a call, which may take several lines: a
// check of a call's result is not what a cure changes.
std::string bare(std::string_view line) {
    std::string text(line.substr(std::min(line.find_first_not_of(' '), line.size())));
    const std::string check = "CHECK(";
    if (text.starts_with(check)) text.erase(0, check.size());
    text.erase(text.find_last_not_of(");") + 1);
    return text;
}

// The bare lines from main() on.
std::vector<std::string> program_of(const std::vector<std::string_view>& text) {
    std::vector<std::string> lines;
    for (auto line = std::ranges::find(text, main_begins); line != text.end(); ++line)
        lines.push_back(bare(*line));
    return lines;
}

// most[i][j]: the number of lines, in order, that one text from line i and the other from line j
// have in common.
std::vector<std::vector<int>> common_from(const std::vector<std::string>& one,
                                          const std::vector<std::string>& other) {
    std::vector<std::vector<int>> most(one.size() + 1, std::vector<int>(other.size() + 1));
    for (std::size_t i = one.size(); i-- > 0;)
        for (std::size_t j = other.size(); j-- > 0;)
            most[i][j] = one[i] == other[j] ? most[i + 1][j + 1] + 1
                                            : std::max(most[i + 1][j], most[i][j + 1]);
    return most;
}

// Lines, from 0, that `other` lacks or has at another place.
std::vector<int> lines_lacking(const std::vector<std::string>& text,
                               const std::vector<std::string>& other) {
    const auto most = common_from(text, other);
    std::vector<int> lines;
    for (std::size_t i = 0, j = 0; i < text.size();) {
        if (j < other.size() && text[i] == other[j])
            ++i, ++j;
        else if (j < other.size() && most[i][j + 1] >= most[i + 1][j])
            ++j;
        else if (!text[i++].empty())
            lines.push_back(static_cast<int>(i) - 1);
    }
    return lines;
}

// Marks the lines that a cure changed. A broken program gets no marks: its bug is to be hunted.
void mark_cure(HostCode::Text& text, const lab::Request& request) {
    const lab::Knob* versions = lab::versions_of(request.settings);
    const auto other = lab::other_version(request.settings);
    if (!versions || !other || lab::is_broken(request.settings)) return;
    const auto broken = lab::host_text({.settings = *other, .seed = request.seed});
    if (!broken) return;
    for (const int line : lines_lacking(program_of(text.lines), program_of(lab::lines_in(*broken))))
        text.changed.push_back(text.main_line + line);
    const auto chosen = static_cast<std::size_t>(request.settings[*versions]);
    text.version = uncapitalised(versions->choices[chosen].title);
}

}  // namespace

int HostCode::line_of_finding(const Text& text, const lab::Run& run) {
    using simulator::FaultKind;
    for (const simulator::Fault& fault : run.faults) {
        if (fault.kind == FaultKind::copied_unwritten)
            return line_with(text.lines, {"cudaMemcpy", "d_" + fault.buffer + ",", "DeviceToHost"});
        if (fault.kind == FaultKind::launch_failed) return line_with(text.lines, {"<<<"});
    }
    return 0;
}

int HostCode::line_of_lesson(const Text& text, const lab::Settings& settings) {
    const auto& words = lab::feature<lab::HostProgram>(settings).words;
    const std::string named = words ? words(settings) : "";
    if (named.empty()) return 0;
    return line_in_main(text, named);
}

int HostCode::line_of_step(const lab::Run& picture, int step) {
    if (!made_for_ || lab::is_library(made_for_->settings) || step < 0 ||
        step >= std::ssize(picture.steps))
        return 0;
    const int launch = picture.steps[static_cast<std::size_t>(step)].launch;
    if (launched_.first == launch) return launched_.second;
    launched_ = {launch, 0};
    const int asked = launch_asked_for(picture, launch, made_for_->settings);
    if (asked < 0 || asked >= std::ssize(text_.launches) || launch >= std::ssize(picture.launches))
        return 0;
    const Text::Launch& found = text_.launches[static_cast<std::size_t>(asked)];
    if (found.kernel == picture.launches[static_cast<std::size_t>(launch)].kernel)
        launched_.second = found.line;
    return launched_.second;
}

void HostCode::follow(int line, int first, int rows) {
    const bool moved = followed_ >= 0 && line != followed_;
    followed_ = line;
    if (moved && line > 0 && (line < first || line >= first + rows - 2))
        top = std::max(1, line - rows / 3);
}

void HostCode::open_where_it_speaks(const lab::Settings& settings, bool speaks, bool hunted) {
    if (stands_for_ == std::tuple(settings.subject->id, settings.rung, hunted)) return;
    std::get<bool>(stands_for_) = hunted;
    const bool hides = std::exchange(opened_, speaks) && !speaks;
    const bool another = lab::versions_of(settings);  // a program of its own
    stand(speaks || (shown && !hides && !another), settings);
}

void HostCode::stand(bool now_shown, const lab::Settings& settings) {
    stands_for_ = {settings.subject->id, settings.rung, std::get<bool>(stands_for_)};
    shown = now_shown;
    show_library("");
}

void HostCode::show_library(std::string id) {
    if (id == library_) return;
    library_ = std::move(id);
    asked_.reset();
    top = -1;
}

const lab::Request& HostCode::shown_for(const lab::Request& request) {
    if (library_.empty()) return request;
    if (asked_ == request) return called_;
    asked_ = called_ = request;
    for (lab::Settings& library : lab::at_libraries(request.settings))
        if (lab::rung_of(library).id == library_) called_.settings = std::move(library);
    return called_;
}

const HostCode::Text& HostCode::text(const lab::Request& asked) {
    const lab::Request& request = shown_for(asked);
    if (made_for_ == request) return text_;
    // Another program starts at its main(); a knob keeps the user's scroll position.
    const bool another = !made_for_ || made_for_->settings.kernel() != request.settings.kernel() ||
                         lab::is_broken(made_for_->settings) != lab::is_broken(request.settings);
    if (another) top = -1;
    made_for_ = request;
    text_ = {};
    launched_ = {-1, 0}, followed_ = -1;
    auto made = lab::host_side(request);
    if (!made) {
        text_.problem = made.problem().message;
        return text_;
    }
    text_.text = std::move(made->text);
    text_.lines = lab::lines_in(text_.text);
    const auto main = std::ranges::find(text_.lines, main_begins);
    text_.main_line = 1 + static_cast<int>(main - text_.lines.begin());
    const lab::Plan plan = lab::plan_of(request.settings);
    for (std::size_t i = 0; i < plan.steps.size() && i < made->steps.size(); ++i)
        if (const auto* launch = std::get_if<lab::Launch>(&plan.steps[i]))
            text_.launches.push_back({launch->kernel, made->steps[i]});
    text_.graph_line = line_in_main(text_, "cudaGraphLaunch");
    if (lab::is_library(request.settings))
        text_.library = lab::rung_of(request.settings).title;
    else
        mark_cure(text_, request);
    return text_;
}

void HostCode::write(const lab::Request& request) {
    start([request = shown ? shown_for(request) : request, folder = folder] {
        return written(request, folder);
    });
}

void HostCode::write_parts(const lab::Request& request, const files::path& into) {
    start([request, into] { return parts_written(request, into); });
}

std::vector<std::string> HostCode::names_of_parts() { return lab::names_of_program_files(); }

std::vector<std::string> HostCode::parts_standing_in(const files::path& folder) {
    std::error_code ignored;
    std::vector<std::string> standing;
    for (const std::string& name : names_of_parts())
        if (files::exists(files::symlink_status(folder / name, ignored))) standing.push_back(name);
    return standing;
}

void HostCode::start(std::function<std::string()> words) {
    if (task_) return;
    task_ = std::make_unique<Task>();
    const auto work = [words = std::move(words), task = task_.get()] {
        task->words = words();
        task->ready = true;
    };
    if (!wake_ || !platform::has_threads()) return work();
    task_->thread = platform::Thread([work, wake = wake_] {
        work();
        wake();
    });
}

std::optional<std::string> HostCode::told() {
    if (!task_ || !task_->ready) return std::nullopt;
    std::string words = std::move(task_->words);
    task_.reset();
    return words;
}

}  // namespace app
