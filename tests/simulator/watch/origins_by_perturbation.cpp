// Arrows against the truth: kernels made up at test time, run again with one input cell changed. An
// output may change only where the flow graph has a path from that cell; in kernels that only add,
// copy and select by thread, exactly there. Knows nothing of the tracer but its graph.
#include <algorithm>
#include <random>

#include "tests/helpers/flow_runner.h"

namespace {

using namespace flow_test;

struct Made {
    std::string text;
    int threads = 32;
};

// Writes random PTX over one shared array: straight lines, loops, guards, selections, shuffles,
// register copies.
class Generator {
public:
    Generator(std::uint32_t seed, bool additive) : random_(seed), additive_(additive) {}

    Made make() {
        threads_ = 8 << pick(4);
        say("mov.u32 %t, %tid.x;");
        say("ld.param.u64 %in, [kernel_in];");
        say("ld.param.u64 %out, [kernel_out];");
        say("cvta.to.global.u64 %in, %in;");
        say("cvta.to.global.u64 %out, %out;");
        say("mul.wide.u32 %far, %t, 4;");
        say("add.s64 %in, %in, %far;");
        say("add.s64 %out, %out, %far;");
        say("mov.u32 %base, cells;");
        say("shl.b32 %own, %t, 2;");
        say("add.s32 %own, %own, %base;");
        for (int k = 0; k < values; ++k) say("ld.global.u32 " + value(k) + ", [%in];");
        say("st.shared.u32 [%own], " + value(0) + ";");
        const int steps = 3 + pick(5);
        for (int k = 0; k < steps; ++k) step(true);
        barrier();
        load("%r0", random_address());
        say("add.s32 %r0, %r0, " + value(pick(values)) + ";");
        say("st.global.u32 [%out], %r0;");
        say("ret;");
        return {frame(), threads_};
    }

private:
    static constexpr int values = 3;
    int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
    void say(const std::string& line) { body_ += "\t" + line + "\n"; }
    static std::string value(int k) { return "%v" + std::to_string(k); }
    std::string any_value() { return value(pick(values)); }
    void barrier() { say("bar.sync 0;"); }
    std::string label() { return "$L" + std::to_string(labels_++); }

    // The address of some other cell, a function of the thread index.
    std::string random_address() {
        const std::string odd = std::to_string(1 + 2 * pick(4)),
                          shift = std::to_string(pick(threads_));
        say("mad.lo.s32 %i, %t, " + odd + ", " + shift + ";");
        if (pick(3) == 0) say("xor.b32 %i, %t, " + std::to_string(1 + pick(threads_ - 1)) + ";");
        say("and.b32 %i, %i, " + std::to_string(threads_ - 1) + ";");
        say("shl.b32 %i, %i, 2;");
        say("add.s32 %i, %i, %base;");
        return "%i";
    }
    void load(const std::string& to, const std::string& address) {
        say("ld.shared.u32 " + to + ", [" + address + "];");
    }
    void condition() {
        if (pick(2))
            say("setp.lt.u32 %p, %t, " + std::to_string(1 + pick(threads_)) + ";");
        else {
            say("and.b32 %r9, %t, " + std::to_string(1 << pick(3)) + ";");
            say("setp.ne.u32 %p, %r9, 0;");
        }
    }

    void step(bool may_loop) {
        switch (pick(may_loop && counters_.empty() ? 9 : 8)) {
            case 0: exchange(); break;
            case 1: add_neighbour(); break;
            case 2: guarded(); break;
            case 3: select(); break;
            case 4: shuffle(); break;
            case 5: scale(); break;
            case 6: keep(); break;
            case 7: additive_ ? exchange() : decide(); break;
            default: loop();
        }
    }
    // Read two cells, then, behind a barrier, write one's own.
    void exchange() {
        barrier();
        load("%r1", random_address());
        load("%r2", random_address());
        combine("%r3", "%r1", "%r2");
        barrier();
        say("st.shared.u32 [%own], %r3;");
    }
    void add_neighbour() {
        barrier();
        load("%r1", random_address());
        const std::string v = any_value();
        combine(v, v, "%r1");
        barrier();
    }
    // Some threads only: their cells change, the others keep theirs.
    void guarded() {
        barrier();
        load("%r1", random_address());
        barrier();
        condition();
        const std::string skip = label();
        say("@%p bra " + skip + ";");
        load("%r2", "%own");
        combine("%r2", "%r2", "%r1");
        say("st.shared.u32 [%own], %r2;");
        body_ += skip + ":\n";
    }
    void select() {
        barrier();
        load("%r1", random_address());
        load("%r2", random_address());
        condition();
        say("selp.b32 " + any_value() + ", %r1, %r2, %p;");
        barrier();
    }
    void shuffle() {
        const char* modes[] = {"up", "down", "bfly", "idx"};
        const int mode = pick(4), lanes = std::min(threads_, 32);
        const std::string member = std::to_string(lanes == 32 ? 0xffffffffu : (1u << lanes) - 1);
        const int clamp = mode == 0 ? 0 : lanes - 1;
        const std::string reach = std::to_string(mode == 2 ? 1 << pick(3) : pick(lanes));
        const std::string from = any_value(), to = any_value();
        say("shfl.sync." + std::string(modes[mode]) + ".b32 %r1|%q, " + from + ", " + reach + ", " +
            std::to_string(clamp) + ", " + member + ";");
        if (pick(2)) say("mov.u32 %r2, 0;"), say("selp.b32 %r1, %r1, %r2, %q;");
        combine(to, to, "%r1");
    }
    // A factor that the thread index decides, zero for some.
    void scale() {
        say("and.b32 %r1, %t, " + std::to_string(1 << pick(3)) + ";");
        say("min.u32 %r1, %r1, 1;");
        const std::string v = any_value();
        say("mad.lo.s32 " + v + ", " + any_value() + ", %r1, " + any_value() + ";");
    }
    // The cell takes a register's value, and the register goes on.
    void keep() {
        barrier();
        const std::string v = any_value();
        say("st.shared.u32 [%own], " + v + ";");
        if (pick(2)) say("mov.u32 " + any_value() + ", " + v + ";");
    }
    // What data decides: which operand wins, which cell is read.
    void decide() {
        barrier();
        load("%r1", random_address());
        switch (pick(4)) {
            case 0: say("min.u32 " + value(0) + ", %r1, " + value(1) + ";"); break;
            case 1: say("max.s32 " + value(1) + ", %r1, " + value(2) + ";"); break;
            case 2:
                say("setp.lt.u32 %p, %r1, " + value(0) + ";");
                say("selp.b32 " + value(2) + ", %r1, " + value(1) + ", %p;");
                break;
            default:
                say("and.b32 %r1, %r1, " + std::to_string(threads_ - 1) + ";");
                say("shl.b32 %r1, %r1, 2;");
                say("add.s32 %r1, %r1, %base;");
                load(value(0), "%r1");
        }
        barrier();
    }
    void loop() {
        const std::string again = label();
        const std::string counter = "%n" + std::to_string(labels_);
        counters_ += ", " + counter;
        say("mov.u32 " + counter + ", " + std::to_string(2 + pick(2)) + ";");
        body_ += again + ":\n";
        step(false);
        step(false);
        say("sub.s32 " + counter + ", " + counter + ", 1;");
        say("setp.ne.s32 %p, " + counter + ", 0;");
        say("@%p bra " + again + ";");
    }
    void combine(const std::string& to, const std::string& a, const std::string& b) {
        const char* others[] = {"add.s32 ", "xor.b32 ", "sub.s32 ", "or.b32 "};
        say((additive_ ? "add.s32 " : others[pick(4)]) + to + ", " + a + ", " + b + ";");
    }

    std::string frame() const {
        return ".version 7.0\n.target sm_75\n.address_size 64\n"
               ".visible .entry kernel(.param .u64 kernel_in, .param .u64 kernel_out)\n{\n"
               "\t.reg .pred %p, %q;\n\t.reg .b64 %in, %out, %far;\n"
               "\t.reg .b32 %t, %base, %own, %i, %r<10>, %v<4>" +
               counters_ +
               ";\n"
               "\t.shared .align 4 .b8 cells[" +
               std::to_string(threads_ * 4) + "];\n" + body_ + "}\n";
    }

    std::mt19937 random_;
    bool additive_;
    int threads_ = 32, labels_ = 0;
    std::string body_, counters_;
};

std::vector<std::uint32_t> outputs(const Made& made, const std::vector<std::uint32_t>& input,
                                   std::shared_ptr<const Flow>* flow = nullptr) {
    Options options = flow ? Runner::watching_first() : Options{};
    options.trace = options.races = false;
    Runner runner(made.text, options);
    runner.buffer("in", Type::u32, input);
    runner.buffer("out", Type::u32, std::vector<std::uint32_t>(made.threads));
    runner.launch("kernel", {}, {static_cast<std::uint32_t>(made.threads), 1, 1});
    if (flow) *flow = runner.flow();
    return runner.values<std::uint32_t>("out");
}

// Input cells from which a path leads to each output, along arrows no weaker than `weakest`.
std::vector<std::set<std::int64_t>> reached(const Flow& flow, int threads, EdgeKind weakest) {
    std::vector<std::set<std::int64_t>> from(threads);
    for (const Version& output : flow.versions) {
        if (output.kind != VersionKind::stored || name_of(flow, output) != "out") continue;
        std::vector<const Version*> stack{&output};
        std::set<const Version*> seen;
        while (!stack.empty()) {
            const Version* at = stack.back();
            stack.pop_back();
            if (!seen.insert(at).second) continue;
            if (at->kind == VersionKind::input && name_of(flow, *at) == "in")
                from[output.cell].insert(at->cell);
            for (std::uint32_t e = at->first_edge; e < at->first_edge + at->edges; ++e)
                if (flow.edges[e].kind <= weakest)
                    stack.push_back(&flow.versions[flow.edges[e].source]);
        }
    }
    return from;
}

void compare(std::uint32_t seed, bool additive) {
    const Made made = Generator(seed, additive).make();
    std::vector<std::uint32_t> input(made.threads);
    for (int i = 0; i < made.threads; ++i)
        input[i] = static_cast<std::uint32_t>(number(i + seed, 100)) + 1;
    std::shared_ptr<const Flow> flow;
    const auto straight = outputs(made, input, &flow);
    if (::testing::Test::HasFailure()) return;
    ASSERT_FALSE(flow->full);
    const auto from = reached(*flow, made.threads, additive ? EdgeKind::data : EdgeKind::index);
    for (int i = 0; i < made.threads; ++i) {
        auto changed = input;
        changed[i] += 1;
        const auto moved = outputs(made, changed);
        for (int t = 0; t < made.threads; ++t) {
            const bool differs = moved[t] != straight[t], path = from[t].contains(i);
            ASSERT_TRUE(!differs || path) << "seed " << seed << ": out[" << t << "] depends on in["
                                          << i << "], and no arrow says so\n"
                                          << made.text;
            ASSERT_TRUE(!additive || differs == path)
                << "seed " << seed << ": an arrow from in[" << i << "] to out[" << t
                << "] that carries nothing\n"
                << made.text;
        }
    }
}

}  // namespace

TEST(Perturbation, SumsChangeExactlyWhereArrowsLead) {
    for (std::uint32_t seed = 1; seed <= 60 && !HasFailure(); ++seed) compare(seed, true);
}

TEST(Perturbation, NothingChangesWithoutAnArrow) {
    for (std::uint32_t seed = 1; seed <= 60 && !HasFailure(); ++seed) compare(seed, false);
}
