// open: opens the window with the user's own kernel on its stage. Missing values are guessed from
// the kernel, and the window says so.
#include <filesystem>

#include <fmt/format.h>

#include "lab/cli/command_tools.h"
#include "lab/own/open.h"

namespace app::open_command {

namespace {

// Options that are passed to the window unchanged.
struct Handed {
    std::string size, theme, picture, after;
    bool alone = false;

    void add(lab::CommandFlags& words) {
        words.add("--size", size, "WxH of the window");
        words.add("--theme", theme, "dark, light or contrast");
        words.add("--alone", alone, "no guardian: a crash ends the program");
        words.add("--picture", picture, "FILE.png: keeps what the window shows, then closes");
        words.add("--after", after, "seconds until then (default 5)");
    }
    void give(std::vector<std::string>& words) const {
        const std::pair<const char*, const std::string&> all[] = {
            {"--size", size}, {"--theme", theme}, {"--picture", picture}, {"--after", after}};
        for (const auto& [flag, word] : all)
            if (!word.empty()) words.insert(words.end(), {flag, word});
        if (alone) words.emplace_back("--alone");
    }
};

int open(lab::Arguments arguments, std::ostream& out, std::ostream& err) {
    lab::CommandFlags words("warplens open", "Opens a kernel of your own in the window.");
    lab::AskedFile asked;
    Handed handed;
    words.add("FILE", asked.file, "FILE.cu, or FILE.ptx", lab::CommandFlags::Need::required);
    words.add("--kernel", asked.kernel, "its name; without it the first of the file");
    words.add("--grid", asked.grid, "blocks: X[,Y[,Z]]");
    words.add("--block", asked.block, "threads of a block: X[,Y[,Z]]");
    words.add("--shared", asked.shared, "bytes of dynamic shared memory");
    words.add("--arg", asked.arguments,
              "NAME:TYPE=VALUE, NAME:TYPE[COUNT]=zeros|ones|iota|random:SEED|none|@FILE or "
              "NAME:texture.TYPE[X,Y,Z]=...");
    words.add("--arch", asked.arch, "for which a .cu is compiled: sm_NN (default sm_75)");
    handed.add(words);
    if (const auto code = words.parse(arguments, out, err)) return *code;
    if (!lab::is_kernel_file(asked.file)) {
        err << fmt::format("warplens open: {} is neither a .cu nor a .ptx file.\n", asked.file);
        return lab::exit_usage;
    }
    std::error_code failed;
    if (!std::filesystem::exists(asked.file, failed)) {
        err << fmt::format("warplens open: there is no file {}.\n", asked.file);
        return lab::exit_bad_file;
    }
    std::vector<std::string> window{"--state", lab::words_of(asked)};
    handed.give(window);
    return lab::find_command("window")->run(window, out, err);
}

const lab::RegisterCommand registered(
    {"open",
     "open FILE.cu|FILE.ptx [--kernel NAME] [--grid X[,Y[,Z]]] [--block X[,Y[,Z]]] [--shared "
     "BYTES] [--arch sm_NN] [--arg SPEC]...",
     "opens a kernel of your own in the window, compiled anew when you save it", 5, open});

}  // namespace

}  // namespace app::open_command
