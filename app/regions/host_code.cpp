// Host code for the pane and for files. See host_code.h.
#include "app/regions/host_code.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/views/code_text.h"
#include "lab/host_code/host_code.h"
#include "lab/lesson_more.h"
#include "platform/files.h"
#include "platform/machine.h"

namespace app {
namespace {

namespace files = std::filesystem;

// Where the window was started, or the home folder where nothing can be written there.
files::path usual_folder() {
    std::error_code failed;
    const files::path here = files::current_path(failed);
    if (!failed && here != here.root_path() && platform::may_write_in(here)) return here;
    const std::string home = platform::environment("HOME");
    return home.empty() ? here : files::path(home);
}

// "reduction_wide.cu", with a number where that is there already.
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
    return fmt::format(
        "Kernel and host are in {} now. Build and run them there: nvcc -O3 -arch=native {} -o {} "
        "&& ./{}",
        place.string(), place.filename().string(), place.stem().string(), place.stem().string());
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

const HostCode::Text& HostCode::text(const lab::Request& request) {
    if (made_for_ == request) return text_;
    // Another program begins at its beginning; a knob leaves the place to who scrolled there.
    const bool another = !made_for_ || made_for_->settings.kernel() != request.settings.kernel() ||
                         lab::is_broken(made_for_->settings) != lab::is_broken(request.settings);
    if (another) top = -1;
    made_for_ = request;
    text_ = {};
    auto made = lab::host_text(request);
    if (!made) {
        text_.problem = made.problem().message;
        return text_;
    }
    text_.text = std::move(*made);
    text_.lines = lines_in(text_.text);
    const auto main = std::ranges::find(text_.lines, std::string_view("int main()"));
    text_.main_line = 1 + static_cast<int>(main - text_.lines.begin());
    return text_;
}

void HostCode::write(const lab::Request& request) {
    if (task_) return;
    task_ = std::make_unique<Task>();
    const auto work = [request, folder = folder, task = task_.get()] {
        task->words = written(request, folder);
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
