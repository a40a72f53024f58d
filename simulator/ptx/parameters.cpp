// The values of calls. Compilers write them to .param variables, piece by piece ("st.param.f64
// [param1+8], %fd1"), and the callee reads the same pieces. Each piece becomes a register.
#include "simulator/ptx/parameters.h"

#include <algorithm>

namespace simulator::ptx {
namespace {

Type register_type(int bytes) {
    return bytes == 8 ? Type::b64 : bytes == 4 ? Type::b32 : Type::b16;
}

// The parts of "ld.param.v2.f32" or "st.param.b8".
struct Access {
    bool load = false;
    Type type = Type::none;
    int count = 1;
    Operand* address = nullptr;
    std::vector<Operand*> values;
};

class Lowering {
public:
    explicit Lowering(Function& kernel) : kernel_(kernel) {
        for (const Variable& variable : kernel.variables) {
            if (variable.space == Space::parameter) pieces_[variable.name];
        }
    }

    void run() {
        if (pieces_.empty()) return;
        for (Instruction& instruction : kernel_.body) collect(instruction);
        for (Instruction& instruction : kernel_.body) check(instruction);
        rewrite_body();
        std::erase_if(kernel_.variables, [&](const Variable& v) {
            return v.space == Space::parameter && !pieces_.at(v.name).in_memory;
        });
        for (Variable& variable : kernel_.variables) {
            if (variable.space == Space::parameter) variable.space = Space::local;
        }
    }

private:
    struct Pieces {
        bool in_memory = false;
        std::map<std::int64_t, int> bytes;  // of each piece, by its offset
    };

    Pieces* pieces_of(const std::string& name) {
        const auto found = pieces_.find(name);
        return found == pieces_.end() ? nullptr : &found->second;
    }

    static Access access(Instruction& instruction) {
        Access made;
        const auto& parts = instruction.parts;
        const bool ld = parts[0] == "ld", st = parts[0] == "st";
        if ((!ld && !st) || parts.size() < 3 || parts[1] != "param" ||
            instruction.operands.size() != 2) {
            return made;
        }
        Operand& value = instruction.operands[ld ? 0 : 1];
        made.load = ld;
        made.type = type_named(parts.back());
        made.address = &instruction.operands[ld ? 1 : 0];
        if (value.kind != Operand::Kind::vector) {
            made.values = {&value};
        } else {
            for (Operand& element : value.elements) made.values.push_back(&element);
        }
        made.count = static_cast<int>(made.values.size());
        return made;
    }

    // Notes stored pieces, and every other use of a variable.
    void collect(Instruction& instruction) {
        const Access made = access(instruction);
        Pieces* pieces = made.address ? pieces_of(made.address->name) : nullptr;
        if (!pieces) {
            for (const Operand& operand : instruction.operands) mention(operand);
            return;
        }
        const int bytes = size_of(made.type);
        if (bytes == 0 || bytes > 8) pieces->in_memory = true;
        for (int k = 0; k < made.count && !made.load; ++k) {
            int& known = pieces->bytes[made.address->offset + k * bytes];
            if (known != 0 && known != bytes) pieces->in_memory = true;
            known = bytes;
        }
    }

    void mention(const Operand& operand) {
        for (const Operand& element : operand.elements) mention(element);
        if (Pieces* pieces = pieces_of(operand.name)) pieces->in_memory = true;
    }

    // A load must lie within one piece, at its start; pieces must not overlap. A value that is
    // loaded but never stored, such as printf's result, is a piece too: the engine fills it.
    void check(Instruction& instruction) {
        const Access made = access(instruction);
        Pieces* pieces = made.address ? pieces_of(made.address->name) : nullptr;
        if (!pieces) return;
        const int bytes = size_of(made.type);
        for (int k = 0; k < made.count; ++k) {
            const std::int64_t at = made.address->offset + k * bytes;
            const auto piece = pieces->bytes.emplace(at, bytes).first;
            const auto next = std::next(piece);
            const bool into_next = next != pieces->bytes.end() && next->first < at + piece->second;
            const bool from_before = piece != pieces->bytes.begin() &&
                                     std::prev(piece)->first + std::prev(piece)->second > at;
            if (bytes > piece->second || into_next || from_before) pieces->in_memory = true;
        }
    }

    void rewrite_body() {
        std::vector<Instruction> body;
        std::vector<int> moved;
        for (Instruction& instruction : kernel_.body) {
            moved.push_back(static_cast<int>(body.size()));
            rewrite(instruction, body);
        }
        moved.push_back(static_cast<int>(body.size()));
        for (auto& [name, at] : kernel_.labels) at = moved[at];
        for (Part& part : kernel_.parts) part.first = static_cast<std::size_t>(moved[part.first]);
        kernel_.body = std::move(body);
    }

    void rewrite(Instruction& instruction, std::vector<Instruction>& body) {
        for (auto* operands : {&instruction.arguments, &instruction.results}) {
            for (Operand& operand : *operands) in_call(operand);
        }
        const Access made = access(instruction);
        const Pieces* pieces = made.address ? pieces_of(made.address->name) : nullptr;
        if (!pieces) {
            body.push_back(std::move(instruction));
        } else if (pieces->in_memory) {
            instruction.parts[1] = "local";
            instruction.opcode = instruction.parts[0];
            for (std::size_t i = 1; i < instruction.parts.size(); ++i) {
                instruction.opcode += "." + instruction.parts[i];
            }
            body.push_back(std::move(instruction));
        } else {
            for (int k = 0; k < made.count; ++k)
                body.push_back(move_of_piece(instruction, made, *pieces, k));
        }
    }

    void in_call(Operand& operand) {
        const Pieces* pieces = pieces_of(operand.name);
        if (!pieces || operand.kind != Operand::Kind::symbol) return;
        const int bytes = pieces->bytes.empty() ? 8 : pieces->bytes.begin()->second;
        operand = piece(operand.name, 0, bytes);
    }

    Operand piece(const std::string& variable, std::int64_t at, int bytes) {
        Operand made;
        made.kind = Operand::Kind::register_;
        made.name = variable + "+" + std::to_string(at);
        kernel_.registers.emplace(made.name, register_type(bytes));
        return made;
    }

    Instruction move_of_piece(const Instruction& original, const Access& made, const Pieces& pieces,
                              int k) {
        const int bytes = size_of(made.type);
        const std::int64_t at = made.address->offset + k * bytes;
        const int whole = pieces.bytes.at(at);
        const Operand slot = piece(made.address->name, at, whole);
        Instruction moving = original;
        moving.operands = made.load ? std::vector<Operand>{*made.values[k], slot}
                                    : std::vector<Operand>{slot, *made.values[k]};
        moving.parts = made.load ? load_parts(made.type, *made.values[k], whole)
                                 : store_parts(*made.values[k], whole);
        moving.opcode.clear();
        for (const std::string& part : moving.parts)
            moving.opcode += (moving.opcode.empty() ? "" : ".") + part;
        return moving;
    }

    int register_bytes(const Operand& operand, int otherwise) const {
        const auto found = kernel_.registers.find(operand.name);
        return found == kernel_.registers.end() ? otherwise : size_of(found->second);
    }

    static std::vector<std::string> plain_move(int bytes) {
        return {"mov", "b" + std::to_string(bytes * 8)};
    }

    // A load of fewer bytes than the register extends the value, by its sign if the type has one.
    std::vector<std::string> load_parts(Type type, const Operand& into, int whole) const {
        const int bytes = size_of(type), room = register_bytes(into, bytes);
        if (room == bytes && bytes == whole) return plain_move(bytes);
        const std::string sign = name_of(type)[0] == 's' ? "s" : "u";
        return {"cvt", sign + std::to_string(room * 8), sign + std::to_string(bytes * 8)};
    }

    std::vector<std::string> store_parts(const Operand& value, int whole) const {
        const int slot = size_of(register_type(whole)), given = register_bytes(value, slot);
        if (given == slot) return plain_move(slot);
        return {"cvt", "u" + std::to_string(slot * 8), "u" + std::to_string(given * 8)};
    }

    Function& kernel_;
    std::map<std::string, Pieces, std::less<>> pieces_;
};

}  // namespace

void parameters_to_registers(Function& kernel) { Lowering(kernel).run(); }

}  // namespace simulator::ptx
