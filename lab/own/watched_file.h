// A kernel file that is compiled after each save, in any editor: in a child process, while the
// window goes on. The window and its opening sheet ask for the result.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/compiler/compiler.h"
#include "lab/own/open.h"

namespace lab {

// The result for the last saved version.
struct FileNews {
    std::string source;                // as read; empty for PTX, or if it could not be read
    std::optional<Code> code;          // nullopt if compiling failed
    std::string problem;               // the compiler's messages, or a sentence; empty on success
    std::vector<CompilerWords> words;  // the messages that are about lines
};

class WatchedFile {
public:
    /// Starts to compile. Another thread calls `wake` when there is news. `kernel` as for
    /// code_of().
    explicit WatchedFile(std::filesystem::path file, std::string arch = "sm_75",
                         std::function<void()> wake = {}, std::string kernel = {});
    ~WatchedFile();
    WatchedFile(const WatchedFile&) = delete;
    WatchedFile& operator=(const WatchedFile&) = delete;

    /// The news since the last call; nullptr where there is none.
    std::shared_ptr<const FileNews> take();
    /// How many seconds the current compilation has taken; nullopt where none runs.
    std::optional<double> compiling() const;
    /// Stops the current compilation. The file stays watched.
    void cancel();
    const std::filesystem::path& file() const;
    /// For platforms without threads: checks and works. Call it every few milliseconds.
    void pump();

private:
    struct Body;
    std::unique_ptr<Body> body_;
};

}  // namespace lab
