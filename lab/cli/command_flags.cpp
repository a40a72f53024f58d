// Flags by CLI11. See command_flags.h.
#include "lab/cli/command_flags.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "lab/time/awaited.h"
#include "lab/words.h"

namespace lab {

struct CommandFlags::Body {
    Body(const std::string& name, const std::string& meaning) : app(meaning, name) {}
    CLI::App app;
    double gpu_timeout = usual_gpu_timeout;
    bool waits_for_gpu = false;

    // A given flag for one word whose word is empty. It would look like a flag that is not given,
    // and an empty name is invisible in a sentence.
    static std::string empty_flag(const CLI::App& app) {
        for (const CLI::Option* option : app.get_options())
            for (const std::string& word : option->results())
                if (word.empty() &&
                    (option->nonpositional() || option->get_items_expected_max() == 1))
                    return option->get_name();
        return "";
    }
    // A word with dashes that is no known flag. Without this check the error names a missing
    // argument instead.
    static std::string unknown_flag(const CLI::App& app, Arguments arguments) {
        for (const std::string& word : arguments) {
            const std::string name = word.substr(0, word.find('='));
            if (name == "--") break;
            if (name.starts_with("--") && !app.get_option_no_throw(name))
                return fmt::format("The following argument was not expected: {}", word);
        }
        return "";
    }
    // A flag for a number, with its word that is no number; empty where all are numbers.
    static std::string no_number(const CLI::App& app) {
        for (const CLI::Option* option : app.get_options()) {
            double real = 0;
            const bool number =
                option->get_type_name() == "FLOAT" || option->get_type_name() == "INT";
            for (const std::string& word : option->results())
                if (number && !CLI::detail::lexical_cast(word, real))
                    return fmt::format("{}: \"{}\" is not a number.", option->get_name(), word);
        }
        return "";
    }
    // A flag for one word that got several; empty where there is none.
    static std::string given_again(const CLI::App& app) {
        for (const CLI::Option* option : app.get_options()) {
            const std::vector<std::string>& words = option->results();
            if (words.size() < 2 || option->get_items_expected_max() != 1) continue;
            if (option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll) continue;
            return fmt::format(
                "{} is given {}, as {}: give it once.", option->get_name(),
                words.size() == 2 ? "twice" : std::to_string(words.size()) + " times",
                listed(words));
        }
        return "";
    }
    static void need(CLI::Option& option, Need need) {
        if (need == Need::required) option.required();
        if (need == Need::hidden) option.group("");
    }
};

CommandFlags::CommandFlags(const std::string& name, const std::string& meaning)
    : body_(std::make_unique<Body>(name, meaning)) {}

CommandFlags::~CommandFlags() = default;

void CommandFlags::add(const std::string& name, std::string& target, const std::string& help,
                       Need need) {
    Body::need(*body_->app.add_option(name, target, help), need);
}

void CommandFlags::add(const std::string& name, int& target, const std::string& help, Need need) {
    Body::need(*body_->app.add_option(name, target, help), need);
}

void CommandFlags::add(const std::string& name, double& target, const std::string& help,
                       Need need) {
    Body::need(*body_->app.add_option(name, target, help), need);
}

void CommandFlags::add(const std::string& name, bool& target, const std::string& help, Need need) {
    Body::need(*body_->app.add_flag(name, target, help), need);
}

void CommandFlags::add(const std::string& name, std::vector<std::string>& target,
                       const std::string& help, Need need) {
    CLI::Option* option = body_->app.add_option(name, target, help);
    if (name.starts_with("-")) option->expected(1)->take_all()->allow_extra_args(false);
    Body::need(*option, need);
}

void CommandFlags::add_gpu_timeout() {
    body_->waits_for_gpu = true;
    add("--gpu-timeout", body_->gpu_timeout,
        fmt::format("seconds that a call to the GPU may take (default {:g})", usual_gpu_timeout));
}

namespace {

constexpr double most_gpu_timeout = 86400;  // s

std::string unfit_timeout(double seconds) {
    if (seconds > 0 && seconds <= most_gpu_timeout) return "";
    return fmt::format("--gpu-timeout {:g}: write a number of seconds above 0 and up to {:g}.",
                       seconds, most_gpu_timeout);
}

}  // namespace

std::optional<int> CommandFlags::parse(Arguments arguments, std::ostream& out, std::ostream& err) {
    CLI::App& app = body_->app;
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    try {
        app.parse(std::move(reversed));
        const std::string empty = Body::empty_flag(app);
        const std::string unfit = unfit_timeout(body_->gpu_timeout);
        if (!empty.empty() || !unfit.empty()) {
            const std::string why = empty.empty() ? unfit : empty + " is empty: write a word.";
            err << fmt::format("{}: {}\n", app.get_name(), why);
            return exit_usage;
        }
        if (body_->waits_for_gpu) set_gpu_timeout(body_->gpu_timeout);
        return std::nullopt;
    } catch (const CLI::CallForHelp&) {
        out << app.help();
        return exit_right;
    } catch (const CLI::ParseError& problem) {
        std::string why = Body::unknown_flag(app, arguments);
        if (why.empty()) why = Body::given_again(app);
        if (why.empty()) why = Body::no_number(app);
        err << fmt::format("{}: {}\n{} --help says more.\n", app.get_name(),
                           why.empty() ? problem.what() : why, app.get_name());
        return exit_usage;
    }
}

}  // namespace lab
