// Turns drafts into subjects, which follow their file.
#include "app/shell/own_kernel.h"

#include <algorithm>
#include <utility>

#include "app/shell/shell.h"
#include "lab/requests/state_line.h"

namespace app {

namespace {

constexpr std::size_t most_recent = 8;

// The PTX reader's message with its line, in the form of a compiler's message.
lab::FileNews with_problem(lab::FileNews news, const simulator::Diagnostic& problem) {
    news.code.reset();
    news.problem = problem.message;
    news.words.clear();
    if (problem.line > 0) news.words.push_back({problem.line, true, problem.message});
    return news;
}

// The nearest subject to the request: a kernel may have been renamed, or have other parameters now.
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

// Once one word of the launch is edited, all are given and nothing is guessed any more. The
// sentences on the guess stay true for the guessed words left in the fields.
void note_reaches(OwnKernel::Draft& draft) {
    if (lab::guesses_of(*draft.subject).empty()) return;
    draft.reaches = lab::found_at_guess(*draft.subject);
    draft.made_for = draft.whole.arguments;
}

}  // namespace

void OwnKernel::begin(lab::AskedFile asked, bool at_once) {
    std::error_code failed;
    const auto whole = std::filesystem::absolute(asked.file, failed);
    if (!failed) asked.file = whole.string();
    draft_ = Draft{};
    draft_->file = std::make_unique<lab::WatchedFile>(asked.file, asked.arch, wake_, asked.kernel);
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
    draft.templates = draft.kernels.empty() ? lab::kernel_templates(draft.news->code->source)
                                            : std::vector<lab::KernelTemplate>{};
    const auto subject = lab::subject_of(draft.asked, *draft.news->code);
    if (!subject) {
        draft.problem = subject.problem().message;
        return;
    }
    draft.subject = *subject;
    draft.whole = lab::asked_of(lab::Settings(*subject));
    note_reaches(draft);
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
    // In the sheet the guesses were visible in its fields.
    const std::string told = draft.at_once ? lab::guesses_of(*draft.subject) : draft.reached();
    if (!draft.quiet && !told.empty()) shell.notice = told;
    if (draft.line.empty()) return;
    const auto opener = [&](const lab::AskedFile&) {
        return simulator::Outcome<std::shared_ptr<const lab::Subject>>(draft.subject);
    };
    if (const auto state = lab::read_state_line(draft.line, opener))
        shell.take_up(*state);
    else
        shell.notice = state.problem().message;
}

// Handles the result of reading the file.
void OwnKernel::take_up_draft(Shell& shell) {
    Draft& draft = *draft_;
    if (draft.at_once && draft.subject) return open_draft(shell);
    if (!draft.quiet || draft.subject) return;
    // Later lines of a compiler's message refer to the source line, which a notice does not show.
    const std::string& problem = draft.problem;
    shell.notice =
        "The file that was open last can't be opened "
        "again: " +
        problem.substr(0, problem.find('\n'));
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
    // News does not disturb another subject on the stage: it waits until this one is back.
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

}  // namespace app
