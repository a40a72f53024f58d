// Somebody's own kernel: from a file's name to the stage, and again each time the file is saved.
// The shell has one; the sheet for opening and the code pane ask it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/own/open.h"
#include "lab/own/watched_file.h"
#include "lab/subject.h"

namespace app {

class Shell;

class OwnKernel {
public:
    /// `wake` is called from another thread when there is something new.
    explicit OwnKernel(std::function<void()> wake = {}) : wake_(std::move(wake)) {}

    // A file that is about to be opened: what is known of it, and the words of its launch.
    struct Draft {
        lab::AskedFile asked;  // as it was asked for; what is empty is guessed
        std::unique_ptr<lab::WatchedFile> file;
        std::shared_ptr<const lab::FileNews> news;    // nullptr until it was looked into
        std::vector<lab::FoundKernel> kernels;        // that are in it
        std::shared_ptr<const lab::Subject> subject;  // that these words would open
        lab::AskedFile whole;                         // its words, with what was guessed
        std::string problem;                          // why they open none
        // Which lines reach past an array whose length was guessed, and the arguments that were
        // made for them: where the reader's own arrays are shorter, those lines are faults.
        std::string reaches;
        std::vector<std::string> made_for;
        /// Those sentences while the launch still has those arguments; else empty.
        std::string reached() const { return whole.arguments == made_for ? reaches : ""; }
        bool at_once = false;  // it is opened as soon as it can be, without being asked
        std::string line;      // of state, that is taken up then
        bool quiet = false;    // where it can't be opened, a sentence has to do
    };
    /// Looks into a file, in place of the one that was looked into before.
    void begin(lab::AskedFile asked, bool at_once);
    /// The same for a line of state that begins with a file.
    void begin_line(const std::string& line, bool quiet);
    void forget_draft() { draft_.reset(); }
    const Draft* draft() const { return draft_ ? &*draft_ : nullptr; }
    /// Other words for the same file.
    void ask(lab::AskedFile asked);
    /// Puts the draft's subject on the stage. It must have one.
    void open_draft(Shell& shell);

    /// Once a frame: takes what compilers and files have new.
    void frame(Shell& shell);

    /// What keeps the file on the stage, as it was saved last, from being run; nullptr where
    /// nothing does.
    const lab::FileNews* trouble(const lab::Subject* shown) const;
    /// Whether the file on the stage is being compiled, and for how many seconds.
    std::optional<double> compiling() const;
    void cancel();
    /// Files that were opened, the latest first.
    std::vector<std::string> recent;

private:
    void look_into_draft();
    void take_up_draft(Shell& shell);
    void renew(Shell& shell);

    std::function<void()> wake_;
    std::optional<Draft> draft_;
    std::unique_ptr<lab::WatchedFile> file_;  // that is open
    std::string id_;                          // of its subject
    std::string arch_;
    std::shared_ptr<const lab::FileNews> trouble_;
};

}  // namespace app
