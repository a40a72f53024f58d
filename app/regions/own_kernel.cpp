// Drafts become subjects, and subjects follow their file.
#include "app/regions/own_kernel.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "app/regions/shell.h"
#include "lab/requests/state_line.h"

namespace app {

namespace {

constexpr std::size_t most_recent = 8;

// A reader's words with their line, as a compiler's are.
lab::FileNews with_problem(lab::FileNews news, const simulator::Diagnostic& problem) {
    news.code.reset();
    news.problem = problem.message;
    news.words.clear();
    if (problem.line > 0) news.words.push_back({problem.line, true, problem.message});
    return news;
}

// What was asked for, as far as the file still has it: a kernel may have been renamed, or take
// something else.
simulator::Outcome<std::shared_ptr<const lab::Subject>> nearest(const lab::AskedFile& asked,
                                                                const lab::Code& code) {
    auto whole = lab::subject_of(asked, code);
    if (whole) return whole;
    lab::AskedFile less = asked;
    less.arguments.clear();
    if (auto subject = lab::subject_of(less, code)) return subject;
    const auto kernels = lab::kernels_of(code);
    const auto has = [&](const lab::FoundKernel& kernel) {
        return kernel.name == asked.kernel || kernel.title == asked.kernel;
    };
    if (!kernels || std::ranges::any_of(*kernels, has)) return whole;
    if (auto subject = lab::subject_of({.file = asked.file, .arch = asked.arch}, code))
        return subject;
    return whole;
}

std::string fill_words(const lab::Allocation& allocation) {
    switch (allocation.fill.kind) {
        case lab::Fill::Kind::none: return "none";
        case lab::Fill::Kind::iota: return "iota";
        case lab::Fill::Kind::constant:
            return allocation.fill.a == 0 ? "zeros" : allocation.fill.a == 1 ? "ones" : "random:1";
        default: return "random:" + std::to_string(allocation.buffer.id + 1);
    }
}

// "i32" of a type: SPECs say i where PTX says s, and u where it says b.
std::string type_words(simulator::Type type) {
    std::string word{simulator::name_of(type)};
    if (word[0] == 's') word[0] = 'i';
    if (word[0] == 'b') word[0] = 'u';
    return word;
}

template <class Value>
char letter_of() {
    if (std::is_floating_point_v<Value>) return 'f';
    return std::is_signed_v<Value> ? 'i' : 'u';
}

// Names of parameters are not known here: `unnamed` and a number stand for them.
constexpr char unnamed = '?';

std::string argument_words(const lab::Plan& plan, const lab::Argument& argument,
                           std::size_t number) {
    const std::string name = unnamed + std::to_string(number);
    if (const auto* buffer = std::get_if<lab::Buffer>(&argument)) {
        const auto& allocation = plan.allocations.at(static_cast<std::size_t>(buffer->id));
        return name + ":" + type_words(buffer->type) + "[" + std::to_string(buffer->count) +
               "]=" + fill_words(allocation);
    }
    return name + ":" +
           std::visit(
               [](const auto& value) -> std::string {
                   using Value = std::decay_t<decltype(value)>;
                   if constexpr (!std::is_arithmetic_v<Value>)
                       return "";
                   else
                       return fmt::format("{}{}={}", letter_of<Value>(), 8 * sizeof value, value);
               },
               argument);
}

// The parameters' own names in place of numbers; false where nothing was unnamed.
bool name_arguments(lab::AskedFile& asked, const std::vector<lab::FoundKernel>& kernels,
                    const std::string& title) {
    const auto kernel = std::ranges::find(kernels, title, &lab::FoundKernel::title);
    bool named = false;
    for (std::size_t i = 0; i < asked.arguments.size(); ++i) {
        std::string& words = asked.arguments[i];
        if (kernel == kernels.end() || i >= kernel->parameters.size() || words[0] != unnamed)
            continue;
        words = kernel->parameters[i].name + words.substr(words.find(':'));
        named = true;
    }
    return named;
}

}  // namespace

void OwnKernel::begin(lab::AskedFile asked, bool at_once) {
    std::error_code failed;
    const auto whole = std::filesystem::absolute(asked.file, failed);
    if (!failed) asked.file = whole.string();
    draft_ = Draft{};
    draft_->file = std::make_unique<lab::WatchedFile>(asked.file, asked.arch, wake_);
    draft_->asked = std::move(asked);
    draft_->at_once = at_once;
}

void OwnKernel::begin_line(const std::string& line, bool quiet) {
    const auto asked = lab::file_of(line);
    if (!asked) return;
    begin(*asked, true);
    draft_->line = line;
    draft_->quiet = quiet;
}

void OwnKernel::ask(lab::AskedFile asked) {
    draft_->asked = std::move(asked);
    look_into_draft();
}

void OwnKernel::look_into_draft() {
    Draft& draft = *draft_;
    draft.subject.reset();
    draft.problem.clear();
    if (!draft.news->code) {
        draft.problem = draft.news->problem;
        return;
    }
    const auto kernels = lab::kernels_of(*draft.news->code);
    if (!kernels) {
        draft.news = std::make_shared<lab::FileNews>(with_problem(*draft.news, kernels.problem()));
        draft.problem = draft.news->problem;
        return;
    }
    draft.kernels = *kernels;
    auto subject = lab::subject_of(draft.asked, *draft.news->code);
    if (subject &&
        name_arguments(draft.asked, draft.kernels, lab::rung_of(lab::Settings(*subject)).title))
        subject = lab::subject_of(draft.asked, *draft.news->code);
    if (!subject) {
        draft.problem = subject.problem().message;
        return;
    }
    draft.subject = *subject;
    draft.whole = lab::asked_of(lab::Settings(*subject));
}

void OwnKernel::open_draft(Shell& shell) {
    Draft draft = std::move(*draft_);
    draft_.reset();
    id_ = draft.subject->id;
    arch_ = draft.asked.arch;
    file_ = std::move(draft.file);
    trouble_.reset();
    std::erase(recent, draft.asked.file);
    recent.insert(recent.begin(), draft.asked.file);
    if (recent.size() > most_recent) recent.resize(most_recent);
    shell.open_sheet.open = false;
    shell.open_subject(draft.subject);
    if (draft.line.empty()) return;
    const auto opener = [&](const lab::AskedFile&) {
        return simulator::Outcome<std::shared_ptr<const lab::Subject>>(draft.subject);
    };
    if (const auto state = lab::read_state_line(draft.line, opener))
        shell.take_up(*state);
    else
        shell.notice = state.problem().message;
}

// What came of a look into it.
void OwnKernel::take_up_draft(Shell& shell) {
    Draft& draft = *draft_;
    if (draft.at_once && draft.subject) return open_draft(shell);
    if (!draft.quiet || draft.subject) return;
    shell.notice = "What was open last can't be opened again: " + draft.problem;
    shell.open_sheet.open = false;
    draft_.reset();
}

void OwnKernel::frame(Shell& shell) {
    if (draft_) {
        draft_->file->pump();
        if (auto news = draft_->file->take()) {
            draft_->news = std::move(news);
            look_into_draft();
            take_up_draft(shell);
        }
    }
    const lab::Subject* shown = shell.session.subject();
    // Another subject on the stage is not disturbed: what is new waits until this one is back.
    if (!file_ || !shown || shown->id != id_) return;
    file_->pump();
    renew(shell);
}

void OwnKernel::renew(Shell& shell) {
    auto news = file_->take();
    if (!news) return;
    if (!news->code) {
        trouble_ = std::move(news);
        return;
    }
    lab::AskedFile asked = lab::asked_of(shell.session.settings());
    asked.arch = arch_;
    const auto subject = nearest(asked, *news->code);
    if (!subject) {
        trouble_ = std::make_shared<lab::FileNews>(with_problem(*news, subject.problem()));
        return;
    }
    trouble_.reset();
    if (lab::same(subject->get(), shell.session.subject())) return;
    lab::Request request = shell.session.request;
    request.settings = lab::Settings(*subject);
    shell.session.open(request);
}

const lab::FileNews* OwnKernel::trouble(const lab::Subject* shown) const {
    return shown && shown->id == id_ ? trouble_.get() : nullptr;
}

std::optional<double> OwnKernel::compiling() const {
    return file_ ? file_->compiling() : std::nullopt;
}

void OwnKernel::cancel() {
    if (file_) file_->cancel();
}

lab::AskedFile asked_like(const lab::Settings& settings) {
    lab::AskedFile asked;
    const lab::Plan plan = lab::plan_of(lab::picture_of(settings));
    const lab::Launch* launch = nullptr;
    for (const lab::PlanStep& step : plan.steps)
        if (!launch) launch = std::get_if<lab::Launch>(&step);
    if (!launch) return asked;
    const auto sides = [](const lab::Dim3& d) {
        return std::to_string(d.x) + "," + std::to_string(d.y) + "," + std::to_string(d.z);
    };
    asked.kernel = launch->kernel;
    asked.grid = sides(launch->size.grid);
    asked.block = sides(launch->size.block);
    asked.shared = std::to_string(launch->size.shared_bytes);
    for (std::size_t i = 0; i < launch->arguments.size(); ++i)
        asked.arguments.push_back(argument_words(plan, launch->arguments[i], i));
    return asked;
}

}  // namespace app
