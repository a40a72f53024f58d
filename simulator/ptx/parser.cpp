// Reads a whole PTX text into ast.h. Hand-written and tolerant: additions of newer compilers are
// skipped or kept as text, so only kernels that need them are refused later.
#include <algorithm>
#include <array>

#include "simulator/ptx/function.h"
#include "simulator/ptx/variable.h"

namespace simulator::ptx {
namespace {

class ModuleReader {
public:
    explicit ModuleReader(std::string_view text) : reader_(text) {}

    Module read() {
        if (!reader_.at(".version")) {
            reader_.fail("a PTX text begins with .version, but this one begins with " +
                         reader_.shown());
        }
        while (!reader_.at_end()) statement();
        return std::move(module_);
    }

private:
    using Handler = void (ModuleReader::*)();
    struct Statement {
        std::string_view directive;
        Handler handler;
    };
    static constexpr std::array<Statement, 19> statements();

    void statement();

    void version() {
        reader_.take();
        if (!reader_.at_number())
            reader_.fail("expected the version of PTX, found " + reader_.shown());
        module_.version = reader_.take().text;
    }

    void target() {
        reader_.take();
        module_.target = reader_.name("an architecture such as sm_75");
        while (reader_.accept(",")) reader_.name("an option of .target");
    }

    void address_size() {
        reader_.take();
        const Token at = reader_.peek();
        module_.address_bits = static_cast<int>(reader_.small_number("32 or 64"));
        if (module_.address_bits != 64) {
            Reader::fail(at, "addresses of " + std::to_string(module_.address_bits) +
                                 " bits are not simulated; compile for 64 bits");
        }
    }

    void file() {
        reader_.take();
        const auto number = static_cast<int>(reader_.small_number("the number of a file"));
        if (reader_.peek().kind != Token::Kind::text) reader_.fail("expected the path of a file");
        module_.files[number] = reader_.take().text;
        while (reader_.accept(",")) reader_.take();  // time stamp and size
    }

    void section() {
        reader_.take();
        while (!reader_.at("{") && !reader_.at_end()) reader_.take();  // such as ".nv.info"
        reader_.skip_block();
    }

    void location() {  // outside functions: debug information of a removed one
        reader_.take();
        while (reader_.at_number()) reader_.take();
    }

    void linkage() { external_ = reader_.take().text == ".extern" || external_; }

    void pass() { reader_.skip_past(";"); }

    void global_variables() {
        for (Variable& variable : variables(reader_, external_)) {
            names_.insert(variable.name);
            if (declared_.erase(variable.name) != 0)  // so far only declared as external
                std::erase_if(module_.variables, [&](const Variable& v) {
                    return v.external && v.name == variable.name;
                });
            if (variable.external) declared_.insert(variable.name);
            module_.variables.push_back(std::move(variable));
        }
        external_ = false;
    }

    void one_function() {
        const Token at = reader_.peek();
        Function made = function(reader_, names_);
        external_ = false;
        names_.insert(made.name);
        const auto [place, is_new] = places_.emplace(made.name, module_.functions.size());
        if (is_new) {
            module_.functions.push_back(std::move(made));
            return;
        }
        Function& known = module_.functions[place->second];
        if (known.body.empty() && !known.problem) {
            known = std::move(made);
        } else if (!made.body.empty()) {
            Reader::fail(at, "the function '" + made.name + "' is defined twice");
        }
    }

    Reader reader_;
    Module module_;
    Names names_;
    Names declared_;                             // external variables
    std::map<std::string, std::size_t> places_;  // of functions
    bool external_ = false;
};

constexpr std::array<ModuleReader::Statement, 19> ModuleReader::statements() {
    using M = ModuleReader;
    return {{{".version", &M::version},
             {".target", &M::target},
             {".address_size", &M::address_size},
             {".file", &M::file},
             {".section", &M::section},
             {".loc", &M::location},
             {".extern", &M::linkage},
             {".visible", &M::linkage},
             {".weak", &M::linkage},
             {".common", &M::linkage},
             {".global", &M::global_variables},
             {".const", &M::global_variables},
             {".shared", &M::global_variables},
             {".local", &M::global_variables},
             {".tex", &M::pass},
             {".entry", &M::one_function},
             {".func", &M::one_function},
             {".pragma", &M::pass},
             {".alias", &M::pass}}};
}

void ModuleReader::statement() {
    if (reader_.accept(";")) return;
    static constexpr auto table = statements();
    const auto* found = std::ranges::find(table, reader_.peek().text, &Statement::directive);
    if (!reader_.at_directive() || found == table.end()) {
        reader_.fail("expected a directive such as .entry or .global, found " + reader_.shown());
    }
    (this->*found->handler)();
}

}  // namespace

Outcome<Module> parse(std::string_view text) {
    try {
        return ModuleReader(text).read();
    } catch (const Diagnostic& problem) {
        return problem;
    }
}

}  // namespace simulator::ptx
