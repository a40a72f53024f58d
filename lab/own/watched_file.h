// A kernel file that is compiled whenever it is saved, in whatever editor: behind the window, in a
// child process. The window and its sheet for opening ask what became of it.
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

// What became of the file as it was saved last.
struct FileNews {
    std::string source;        // as it was read; empty of PTX, or where it could not be read
    std::optional<Code> code;  // where it could be compiled
    std::string problem;       // the compiler's words, or a sentence, where it could not
    std::vector<CompilerWords> words;  // the same line by line, as far as they are about lines
};

class WatchedFile {
public:
    /// Begins to compile. `wake` is called from another thread when there is something new.
    explicit WatchedFile(std::filesystem::path file, std::string arch = "sm_75",
                         std::function<void()> wake = {});
    ~WatchedFile();
    WatchedFile(const WatchedFile&) = delete;
    WatchedFile& operator=(const WatchedFile&) = delete;

    /// What came since last asked; nullptr where nothing did.
    std::shared_ptr<const FileNews> take();
    /// Whether it is being compiled, and for how many seconds.
    std::optional<double> compiling() const;
    /// Ends the compilation that goes on. The file stays watched.
    void cancel();
    const std::filesystem::path& file() const;
    /// Where there are no threads: looks, and works on. The caller's turn, every few milliseconds.
    void pump();

private:
    struct Body;
    std::unique_ptr<Body> body_;
};

}  // namespace lab
