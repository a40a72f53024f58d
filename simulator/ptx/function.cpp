// Reads the head and the body of a function.
#include "simulator/ptx/function.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "simulator/ptx/operand.h"
#include "simulator/ptx/variable.h"

namespace simulator::ptx {
namespace {

constexpr int deepest_scope = 64;  // nested scopes

// Follows the .loc directives. For inlined code, the line of the outermost call counts, which is in
// the kernel itself. A chain of inlined_at leads there through earlier .locs.
class Locations {
public:
    void read(Reader& reader) {
        const Place place = place_at(reader);
        Location outermost{std::get<0>(place), std::get<1>(place)};
        while (reader.accept(",")) {
            if (reader.accept("function_name")) {
                reader.name("a function");
                if (reader.accept("+")) reader.small_number("an offset");
            } else {
                reader.expect("inlined_at", "in a .loc");
                const Place caller = place_at(reader);
                const auto known = outermost_.find(caller);
                outermost = known != outermost_.end()
                                ? known->second
                                : Location{std::get<0>(caller), std::get<1>(caller)};
            }
        }
        outermost_[place] = outermost;
        now_ = outermost;
    }
    Location now() const { return now_; }

private:
    using Place = std::tuple<int, int, int>;
    static Place place_at(Reader& reader) {
        const auto file = static_cast<int>(reader.small_number("the number of a file"));
        const auto line = static_cast<int>(reader.small_number("a line"));
        return {file, line, static_cast<int>(reader.small_number("a column"))};
    }

    std::map<Place, Location> outermost_;
    Location now_;
};

class FunctionReader {
public:
    FunctionReader(Reader& reader, const Names& known)
        : reader_(reader), known_(known), scopes_(made_), place_(reader.place()) {}

    Function read() {
        made_.entry = reader_.take().text == ".entry";
        if (!made_.entry && reader_.at("(")) made_.results = parameters();
        start_ = reader_.peek();
        made_.ptx_line = start_.line;
        made_.name = reader_.name("a function");
        if (reader_.at("(")) made_.parameters = parameters();
        directives();
        if (reader_.accept(";")) return std::move(made_);
        body();
        for (std::size_t i = 0; i < made_.body.size(); ++i) resolve(made_.body[i], written_[i]);
        for (auto& [name, targets] : made_.branch_targets) resolve_targets(name, targets);
        return std::move(made_);
    }

    /// A function that could not be read, with its name and problem. Skips it, so that the text
    /// after it can be read.
    Function refused(const Diagnostic& problem) {
        if (made_.name.empty()) throw problem;
        reader_.skip_function(place_);
        Function nothing;
        nothing.name = made_.name;
        nothing.entry = made_.entry;
        nothing.ptx_line = made_.ptx_line;
        nothing.parameters = made_.parameters;
        nothing.problem = problem;
        return nothing;
    }

private:
    struct Written {  // what the end of the function needs to resolve an instruction
        int scope;
        int column;
    };

    std::vector<Variable> parameters() {
        std::vector<Variable> all;
        reader_.expect("(", "before the parameters");
        while (!reader_.at(")")) {
            all.push_back(parameter(reader_));
            if (all.back().space == Space::none)
                scopes_.declare_register(all.back().name, all.back().type);
            if (!reader_.accept(",")) break;
        }
        reader_.expect(")", "after the parameters");
        return all;
    }

    void directives() {
        while (reader_.at_directive()) {
            const std::string_view name = reader_.take().text;
            if (name == ".maxntid") {
                made_.maximum_threads = shape();
            } else if (name == ".reqntid") {
                made_.required_threads = shape();
            } else {
                pass_values();
                if (name == ".pragma") reader_.accept(";");
            }
        }
    }

    Dim3 shape() {
        Dim3 size;
        for (std::uint32_t* side : {&size.x, &size.y, &size.z}) {
            *side = static_cast<std::uint32_t>(reader_.small_number("a number of threads"));
            if (!reader_.accept(",")) break;
        }
        return size;
    }

    void pass_values() {
        while (!reader_.at_directive() && !reader_.at("{") && !reader_.at(";") &&
               !reader_.at_end()) {
            reader_.take();
        }
    }

    void body() {
        reader_.expect("{", "before the body of '" + made_.name + "'");
        for (int depth = 1; depth > 0;) {
            if (reader_.at_end()) {
                Reader::fail(start_, "the body of '" + made_.name + "' has no '}' at its end");
            }
            if (reader_.accept("{")) {
                if (++depth > deepest_scope)
                    reader_.fail(
                        "braces are nested more than 64 levels "
                        "deep");
                scopes_.open();
            } else if (reader_.accept("}")) {
                if (--depth > 0) scopes_.close();
            } else {
                statement();
            }
        }
    }

    void statement() {
        if (reader_.at_directive()) return directive();
        if (reader_.at_word() && reader_.peek(1).text == ":") return label();
        instruction();
    }

    void directive() {
        if (space_named(reader_.peek().text) != Space::none) {
            for (Variable& variable : variables(reader_, false))
                scopes_.declare(std::move(variable));
        } else if (reader_.accept(".reg")) {
            scopes_.declare_registers(reader_);
        } else if (reader_.accept(".loc")) {
            located();
        } else if (reader_.accept(".pragma")) {
            nounroll_ = reader_.peek().text.find("nounroll") != std::string_view::npos;
            reader_.skip_past(";");
        } else if (reader_.at(".attribute")) {
            reader_.skip_past(";");
        } else {
            reader_.fail("the directive " + reader_.shown() + " is not known inside a function");
        }
    }

    void label() {
        const Token at = reader_.take();
        reader_.take();
        const std::string unique = scopes_.declare_label(at.text);
        if (unique.empty())
            Reader::fail(at, "the label '" + std::string(at.text) + "' is defined twice");
        if (reader_.accept(".branchtargets")) return targets(unique);
        if (reader_.accept(".callprototype")) return prototype(std::string(at.text));
        if (reader_.accept(".calltargets")) return call_targets(std::string(at.text));
        made_.labels[unique] = static_cast<int>(made_.body.size());
        if (unplaced_ < made_.body.size()) unplaced_ = placed;
    }

    // ".callprototype (.param .b32 _) _ (.param .b64 _, ...);"
    void prototype(const std::string& name) {
        Signature& made = signatures_[name] = {};
        const auto read = [&](std::vector<std::uint64_t>& bytes) {
            if (!reader_.accept("(")) return;
            while (!reader_.at(")")) {
                bytes.push_back(parameter(reader_).bytes());
                if (!reader_.accept(",")) break;
            }
            reader_.expect(")", "after the parameters of a prototype");
        };
        read(made.results);
        reader_.name("a prototype");
        read(made.arguments);
        reader_.skip_past(";");
    }

    void call_targets(const std::string& name) {
        Signature& made = signatures_[name] = {};
        do {
            made.targets.emplace_back(reader_.name("a function"));
        } while (reader_.accept(","));
        reader_.expect(";", "after the targets of a call");
    }

    // A .loc holds for the text after it. A compiler that moves a load up leaves it without a .loc.
    // After a jump, the line before does not hold: instructions there get the first .loc of their
    // block.
    void located() {
        locations_.read(reader_);
        for (std::size_t at = unplaced_; at < made_.body.size(); ++at)
            made_.body[at].source = locations_.now();
        unplaced_ = placed;
    }

    void follow(const Instruction& made) {
        const std::string& verb = made.parts[0];
        const bool jump = verb == "bra" || verb == "brx" || verb == "ret" || verb == "exit";
        if (jump) unplaced_ = made.guard.empty() ? made_.body.size() + 1 : placed;
    }

    void targets(const std::string& name) {
        std::vector<std::string>& list = made_.branch_targets[name];
        const Token at = reader_.peek();
        do {
            list.emplace_back(reader_.name("a label"));
        } while (reader_.accept(","));
        reader_.expect(";", "after the targets of a branch");
        target_tables_[name] = {scopes_.current(), at};
    }

    void instruction() {
        const Token first = reader_.peek();
        Instruction made;
        if (reader_.accept("@")) guard(made);
        const Token at = reader_.peek();
        if (!reader_.at_word() || at.text[0] == '%' || at.text[0] == '.') {
            reader_.fail("expected an instruction, found " + reader_.shown());
        }
        made.opcode = reader_.take().text;
        made.parts = opcode_parts(made.opcode);
        made.ptx_line = at.line;
        made.source = locations_.now();
        made.nounroll = std::exchange(nounroll_, false);
        if (made.parts[0] == "call") {
            call(made);
        } else {
            made.operands = list(";");
            if (made.parts[0] == "tex") take_coordinates(made.operands);
        }
        reader_.expect(";", "after '" + made.opcode + "'");
        follow(made);
        made_.body.push_back(std::move(made));
        written_.push_back({scopes_.current(), first.column});
    }

    // "[texture, {x, y}]": the coordinates become operands after the address. A fourth one only
    // fills the vector, and is dropped.
    static void take_coordinates(std::vector<Operand>& operands) {
        constexpr std::size_t most = 3;
        for (std::size_t i = 0; i < operands.size(); ++i) {
            if (operands[i].kind != Operand::Kind::address || operands[i].elements.size() != 1)
                continue;
            Operand inner = std::move(operands[i].elements.front());
            if (inner.kind != Operand::Kind::vector) {
                operands[i].elements.front() = std::move(inner);
                continue;
            }
            operands[i].elements.clear();
            if (inner.elements.size() > most) inner.elements.resize(most);
            operands.insert(operands.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                            inner.elements.begin(), inner.elements.end());
        }
    }

    void guard(Instruction& made) {
        made.guard_negated = reader_.accept("!");
        const Token at = reader_.peek();
        made.guard = scopes_.find_register(reader_.name("a predicate after '@'"));
        if (made.guard.empty()) Reader::fail(at, "no .reg declares '" + std::string(at.text) + "'");
    }

    std::vector<Operand> list(std::string_view end) {
        std::vector<Operand> all;
        if (reader_.at(end)) return all;
        do {
            all.push_back(operand(reader_, scopes_));
        } while (reader_.accept(","));
        return all;
    }

    std::vector<Operand> list_in_parentheses() {
        reader_.expect("(", "before a list of arguments");
        std::vector<Operand> all = list(")");
        reader_.expect(")", "after a list of arguments");
        return all;
    }

    // call{.uni} (result), callee, (arguments), prototype;
    void call(Instruction& made) {
        if (reader_.at("(")) {
            made.results = list_in_parentheses();
            reader_.expect(",", "after the results of a call");
        }
        const std::string_view name = reader_.name("the function to call");
        const std::string pointer = scopes_.find_register(name);
        made.callee = pointer.empty() ? std::string(name) : pointer;
        made.through_pointer = !pointer.empty();
        while (reader_.accept(",")) {
            if (reader_.at("(")) {
                made.arguments = list_in_parentheses();
            } else {
                const auto known =
                    signatures_.find(reader_.name("a prototype, or the targets of a call"));
                if (known != signatures_.end()) made.signature = known->second;
            }
        }
    }

    void resolve(Instruction& instruction, Written written) {
        for (auto* operands :
             {&instruction.operands, &instruction.arguments, &instruction.results}) {
            for (Operand& operand : *operands) resolve(operand, instruction, written);
        }
    }

    void resolve(Operand& operand, const Instruction& instruction, Written written) {
        for (Operand& element : operand.elements) resolve(element, instruction, written);
        const bool address = operand.kind == Operand::Kind::address && !operand.name.empty();
        if (operand.kind != Operand::Kind::symbol && !address) return;
        const std::string label =
            address ? std::string{} : scopes_.find_label(operand.name, written.scope);
        if (!label.empty()) {
            operand.kind = Operand::Kind::label;
            operand.name = label;
            return;
        }
        if (is_declared(operand.name)) return;
        throw Diagnostic{instruction.ptx_line, written.column,
                         "'" + instruction.opcode + "' names '" + operand.name +
                             "', which is not a label of this function and is not declared before "
                             "this line."};
    }

    bool is_declared(const std::string& name) const {
        const auto named = [&](const Variable& v) { return v.name == name; };
        return name[0] == '.' || name[0] == '%' || name == made_.name || known_.contains(name) ||
               std::ranges::any_of(made_.parameters, named) ||
               std::ranges::any_of(made_.results, named) ||
               std::ranges::any_of(made_.variables, named);
    }

    void resolve_targets(const std::string& name, std::vector<std::string>& targets) {
        const auto& [scope, at] = target_tables_[name];
        for (std::string& target : targets) {
            const std::string label = scopes_.find_label(target, scope);
            if (!made_.labels.contains(label)) {
                Reader::fail(at, "'" + target + "' is not a label of this function");
            }
            target = label;
        }
    }

    Reader& reader_;
    const Names& known_;
    Function made_;
    Scopes scopes_;
    Locations locations_;
    bool nounroll_ = false;  // of the next instruction
    static constexpr std::size_t placed = std::numeric_limits<std::size_t>::max();
    std::size_t unplaced_ = placed;  // the first instruction after a jump without a .loc
    std::size_t place_;
    Token start_;
    std::vector<Written> written_;
    std::map<std::string, Signature, std::less<>> signatures_;  // of prototypes
    std::map<std::string, std::pair<int, Token>> target_tables_;
};

}  // namespace

Function function(Reader& reader, const Names& known) {
    FunctionReader function(reader, known);
    try {
        return function.read();
    } catch (const Diagnostic& problem) {
        return function.refused(problem);
    }
}

}  // namespace simulator::ptx
