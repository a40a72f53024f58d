// open: the window with a kernel of anybody's file on its stage, or with a lesson.
#include "lab/cli/command_tools.h"

namespace app {

namespace {

// What is handed on to the window as it stands.
struct Handed {
    std::string size, theme, picture, after;
    bool alone = false;

    void add(lab::CommandFlags& words) {
        words.add("--size", size, "WxH of the window");
        words.add("--theme", theme, "dark or light");
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
    lab::CommandFlags words("warplens open",
                            "Opens the window with a kernel of a file: what is not said of its "
                            "launch is guessed, and told.");
    lab::Asked asked;
    Handed handed;
    asked.add_lesson(words);
    asked.add_flags(words);
    handed.add(words);
    if (const auto code = words.parse(arguments, out, err)) return *code;
    const auto state = asked.state();
    if (!state) {
        err << "warplens open: " << state.problem().message << '\n';
        return asked.failure;
    }
    const std::string& guesses = lab::guesses_of(*state->request.settings.subject);
    if (!guesses.empty()) err << guesses << '\n';
    std::vector<std::string> line{"--state", lab::state_line(*state)};
    handed.give(line);
    return lab::find_command("window")->run(line, out, err);
}

const lab::RegisterCommand registered({"open",
                                       "open FILE.cu|FILE.ptx [--kernel NAME] [--grid X[,Y[,Z]]] "
                                       "[--block X[,Y[,Z]]] [--shared BYTES] "
                                       "[--arg SPEC]...",
                                       "opens the window with a kernel of a file", 5, open});

}  // namespace

}  // namespace app
