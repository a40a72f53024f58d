// The user's own kernel: opens it from a file, and again each time the file is saved. The shell has
// one; the open sheet and the code pane ask it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/own/open.h"
#include "lab/own/templates.h"
#include "lab/own/watched_file.h"
#include "lab/subject.h"

namespace app {

class Shell;

class OwnKernel {
public:
    /// `wake` is called from another thread when there is news.
    explicit OwnKernel(std::function<void()> wake = {}) : wake_(std::move(wake)) {}

    // A file that is about to be opened: the known facts, and the words of its launch.
    struct Draft {
        lab::AskedFile asked;  // as the user asked; empty parts are guessed
        std::unique_ptr<lab::WatchedFile> file;
        std::shared_ptr<const lab::FileNews> news;    // nullptr until the file was read
        std::vector<lab::FoundKernel> kernels;        // the file's kernels
        std::vector<lab::KernelTemplate> templates;   // of a file without kernels
        std::shared_ptr<const lab::Subject> subject;  // the subject of these words; nullptr: none
        lab::AskedFile whole;                         // its words with the guesses filled in
        std::string problem;                          // why there is no subject
        // The lines that reach past an array of guessed length, and the arguments of that launch.
        // Where the user's own arrays are shorter, those lines are faults.
        std::string reaches;
        std::vector<std::string> made_for;
        /// `reaches` while the launch still has those arguments; else empty.
        std::string reached() const { return whole.arguments == made_for ? reaches : ""; }
        bool at_once = false;  // open it as soon as possible, without a question
        std::string line;      // a line of state to restore after that
        bool quiet = false;    // where it cannot be opened, only a notice says so
    };
    /// Starts to read a file as the new draft.
    void begin(lab::AskedFile asked, bool at_once);
    /// begin() for a line of state that starts with a file.
    void begin_line(const std::string& line, bool quiet);
    void forget_draft() { draft_.reset(); }
    const Draft* draft() const { return draft_ ? &*draft_ : nullptr; }
    /// Changes the words of the draft's launch.
    void ask(lab::AskedFile asked);
    /// Puts the draft's subject on the stage. The draft must have one.
    void open_draft(Shell& shell);

    /// Call once a frame: takes news of compilers and files.
    void frame(Shell& shell);

    /// Why the last saved version of the file on the stage cannot run; nullptr where it can.
    const lab::FileNews* trouble(const lab::Subject* shown) const;
    /// For how many seconds the file on the stage has been compiling; nullopt: it is not.
    std::optional<double> compiling() const;
    void cancel();
    /// Opened files, the latest first.
    std::vector<std::string> recent;

private:
    void look_into_draft();
    void take_up_draft(Shell& shell);
    void renew(Shell& shell);

    std::function<void()> wake_;
    std::optional<Draft> draft_;
    std::unique_ptr<lab::WatchedFile> file_;  // the opened file
    std::string id_;                          // id of its subject
    std::string arch_;
    std::shared_ptr<const lab::FileNews> trouble_;
};

}  // namespace app
