// Finds the one rule by which most cells of an array were made (see signature.h).
#include "app/views/flow/signature.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "app/format.h"
#include "app/views/flow/signature_lines.h"
#include "app/views/flow/signature_words.h"
#include "app/views/flow/stage.h"

namespace app {

using namespace simulator;

SignatureCell cell_at(const SignatureShape& shape, std::int64_t index) {
    if (shape.line) return {index, 0, 0};
    return {index % shape.x, index / shape.x % shape.y, index / (shape.x * shape.y)};
}

SignatureCell place_of(const Flow& flow, const Signature& signature, std::uint32_t version) {
    const Version& of = flow.versions[version];
    return cell_at(signature.shapes[static_cast<std::size_t>(of.array)], of.cell);
}

namespace {

constexpr std::int64_t one_plane = std::int64_t{1} << 40;

// The flow's index of the array that a lane accessed, and the element; -1: unknown to the flow.
int flow_array(const Flow& flow, const Trace& trace, const Event& event, Address address,
               std::int64_t* element) {
    const int traced = trace.array_of(event, address, element);
    if (traced < 0) return -1;
    const Array& wanted = trace.arrays[traced];
    for (std::size_t a = 0; a < flow.arrays.size(); ++a) {
        const Array& one = flow.arrays[a];
        if (one.space == wanted.space && one.base == wanted.base && one.name == wanted.name)
            return static_cast<int>(a);
    }
    return -1;
}

// The cells of shared memory that each thread of the block loaded in the launch.
class Fetched {
public:
    Fetched(const Flow& flow, const SignatureQuestion& question) : known_(question.trace) {
        if (!known_) return;
        for (const Event& event : question.trace->events)
            if (event.launch == question.launch && event.block == question.block &&
                event.kind == EventKind::load && event.space == Space::shared)
                note(flow, *question.trace, event);
        std::ranges::sort(cells_);
    }
    /// Without a trace, every cell counts as loaded.
    bool by(std::uint32_t thread, const Version& of) const {
        return !known_ || std::ranges::binary_search(cells_, Cell{thread, of.array, of.cell});
    }

private:
    void note(const Flow& flow, const Trace& trace, const Event& event) {
        int array = -1;
        std::int64_t element = 0;
        for (int lane = 0; lane < warp_size; ++lane)
            for (int k = 0; k < event.count; ++k)
                if (const simulator::Slot* slot = trace.slot(event, lane, k)) {
                    if (array < 0) array = flow_array(flow, trace, event, slot->address, &element);
                    trace.array_of(event, slot->address, &element);
                    const auto thread = event.warp * warp_size + static_cast<std::uint32_t>(lane);
                    cells_.emplace_back(thread, array, element);
                }
    }

    using Cell = std::tuple<std::uint32_t, std::int32_t, std::int64_t>;
    bool known_;
    std::vector<Cell> cells_;  // ascending
};

template <class T>
void put_in_order(std::vector<T>& values) {
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

// The distance between starts of runs of elements, if at least 3 of 4 are equal; else 0.
std::int64_t apart(std::vector<std::int64_t> elements) {
    put_in_order(elements);
    std::map<std::int64_t, int> distances;
    std::int64_t runs = 0, begin = 0, last = 0;
    for (const std::int64_t element : elements) {
        const bool first = runs == 0;
        if (!first && element == last + 1) {
            last = element;
            continue;
        }
        if (!first) ++distances[element - begin];
        ++runs;
        begin = last = element;
    }
    // Single elements are no rows.
    if (runs < 3 || std::ssize(elements) < 2 * runs) return 0;
    const auto most =
        std::ranges::max_element(distances, {}, [](const auto& one) { return one.second; });
    return 4 * most->second >= 3 * (runs - 1) ? most->first : 0;
}

// The row length of an array: from the plan, else the distance between runs of elements that the
// block accesses. For a single run, the distance between addresses of neighbours in y; where these
// are adjacent, of neighbours in x.
class Pitches {
public:
    Pitches(const Flow& flow, const SignatureQuestion& question)
        : flow_(flow), question_(question) {
        shapes.assign(flow.arrays.size(), {1, one_plane, false});
        for (std::size_t a = 0; a < flow.arrays.size(); ++a) from_fields(static_cast<int>(a));
        if (!question.trace || question.launch >= static_cast<int>(question.trace->launches.size()))
            return;
        const Dim3 block = question.trace->launches[question.launch].block;
        if (block.y < 2) return;
        for (const Step& step : question.steps)
            if (step.launch == question.launch && step.block == question.block) note(step, block);
        for (const auto& [array, elements] : touched_)
            if (const std::int64_t row = apart(elements); row > 1 && !shapes[array].known)
                shapes[array] = {row, one_plane, true};
        for (const auto& [array, apart] : below_) choose(array, {&apart, &beside_[array]});
    }
    std::vector<SignatureShape> shapes;

private:
    void from_fields(int array) {
        const Array& of = flow_.arrays[array];
        for (const Dim3& shape : question_.shapes)
            if (of.space == Space::global && of.elements == shape.count())
                shapes[array] = {shape.x, shape.z > 1 ? shape.y : one_plane, true};
    }

    void note(const Step& step, Dim3 block) {
        if (step.kind != EventKind::load && step.kind != EventKind::store) return;
        std::vector<std::optional<std::int64_t>> by_thread(block.count());
        int array = -1;
        for (const std::uint32_t index : step.events) {
            const Event& event = question_.trace->events[index];
            for (int lane = 0; lane < warp_size; ++lane) {
                const simulator::Slot* slot = question_.trace->slot(event, lane);
                std::int64_t element = 0;
                if (!slot) continue;
                if (array < 0)
                    array = flow_array(flow_, *question_.trace, event, slot->address, &element);
                else
                    question_.trace->array_of(event, slot->address, &element);
                for (int k = 0; array >= 0 && k < event.count; ++k)
                    touched_[array].push_back(element + k);
                by_thread.at(event.warp * warp_size + static_cast<std::uint32_t>(lane)) = element;
            }
        }
        if (array < 0) return;
        const auto at = [&](std::size_t thread) {
            return thread < by_thread.size() ? by_thread[thread] : std::nullopt;
        };
        for (std::size_t thread = 0; thread < by_thread.size(); ++thread) {
            if (!at(thread)) continue;
            const bool same_plane = thread / block.x % block.y + 1 < block.y;
            const auto below = at(thread + block.x), beside = at(thread + 1);
            if (same_plane && below) ++below_[array][*below - *at(thread)];
            if (thread % block.x + 1 < block.x && beside) ++beside_[array][*beside - *at(thread)];
        }
    }

    using Apart = std::map<std::int64_t, int>;  // elements -> how often

    void choose(int array, std::initializer_list<const Apart*> ways) {
        for (const Apart* apart : ways) {
            if (shapes[array].known) return;
            const auto best = std::ranges::max_element(*apart, {}, [](const auto& one) {
                return std::pair{one.first > 1 ? one.second : 0, -one.first};
            });
            if (best != apart->end() && best->first > 1)
                shapes[array] = {best->first, one_plane, true};
        }
    }

    const Flow& flow_;
    const SignatureQuestion& question_;
    std::map<int, Apart> below_, beside_;
    std::map<int, std::vector<std::int64_t>> touched_;
};

// The cells as offsets from a target, in unchanged order.
std::vector<SignatureCell> seen_from(SignatureCell target, std::vector<SignatureCell> cells,
                                     SignatureAxis row, SignatureAxis column) {
    const auto base = [&](SignatureAxis axis) {
        return axis == SignatureAxis::row ? target.y : axis == SignatureAxis::column ? target.x : 0;
    };
    const SignatureCell from{base(column), base(row), target.z};
    for (SignatureCell& cell : cells) cell = {cell.x - from.x, cell.y - from.y, cell.z - from.z};
    return cells;
}

class Finder {
public:
    Finder(const Flow& flow, const SignatureQuestion& question)
        : flow_(flow), question_(question), fetched_(flow, question) {}

    Signature find() {
        made_.shapes = Pitches(flow_, question_).shapes;
        choose_target();
        if (made_.target >= 0 && stand_in_line(flow_, made_, question_))
            read_as_lines(flow_, made_);
        if (made_.target < 0 || !made_.shapes[made_.target].known) return {};
        for (std::size_t i = 0; i < made_.targets.size(); ++i) collect(made_.targets[i]);
        for (const int array : fed_by_) add_part(array);
        const bool ruled = !made_.parts.empty() && (!made_.in_lines() || moving_window(made_));
        return ruled ? std::move(made_) : Signature{};
    }

private:
    const Version& at(std::uint32_t version) const { return flow_.versions[version]; }

    // The global array that the block wrote most; the last version of each cell counts.
    void choose_target() {
        std::map<int, std::map<std::int64_t, std::uint32_t>> written;
        for (std::uint32_t v = 1; v < flow_.versions.size(); ++v) {
            const Version& version = at(v);
            const bool mine = made_by_kernel(version) && version.block == question_.block &&
                              version.launch == question_.launch && version.array >= 0;
            if (mine && flow_.arrays[version.array].space == Space::global)
                written[version.array][version.cell] = v;
        }
        std::size_t most = 1;
        for (const auto& [array, cells] : written) {
            if (cells.size() <= most) continue;
            most = cells.size();
            made_.target = array;
        }
        if (made_.target < 0) return;
        for (const auto& [cell, version] : written[made_.target]) made_.targets.push_back(version);
        std::ranges::sort(made_.targets);
    }

    // A pure copy in shared memory stands for its original; `copies` receives the copies passed.
    std::uint32_t original(std::uint32_t version, std::vector<std::uint32_t>& copies) const {
        for (;;) {
            const Version& of = at(version);
            const bool shared = of.array >= 0 && flow_.arrays[of.array].space == Space::shared;
            const bool copy = of.kind == VersionKind::stored && shared && of.edges >= 1;
            const Edge* data = nullptr;
            int count = 0;
            for (const Edge& edge : edges_of(flow_, of))
                if (edge.kind != EdgeKind::index) data = &edge, ++count;
            if (!copy || count != 1 || !data->moved) return version;
            copies.push_back(version);
            version = data->source;
        }
    }

    void collect(std::uint32_t target) {
        std::vector<std::uint32_t> sources, copies;
        std::set<std::uint32_t> passed, carriers;
        for (const Edge& edge : edges_of(flow_, at(target))) {
            if (edge.kind == EdgeKind::index) continue;
            copies.clear();
            const std::uint32_t source = original(edge.source, copies);
            const int array = at(source).array;
            sources.push_back(source);
            // A copy that its thread never loaded is a value that it kept.
            if (!copies.empty() && fetched_.by(at(target).thread, at(edge.source))) {
                passed.insert(source);
                carriers.insert(copies.begin(), copies.end());
            }
            if (array < 0 || !made_.shapes[array].known) continue;
            fed_by_.insert(array);
            for (const std::uint32_t copy : copies) through_[array].insert(at(copy).array);
        }
        made_.sources.push_back(std::move(sources));
        made_.passed.push_back(std::move(passed));
        made_.carriers.push_back(std::move(carriers));
    }

    // By target: the cells of an array from which it is made, ascending.
    std::vector<std::vector<SignatureCell>> cells_of(int array) const {
        std::vector<std::vector<SignatureCell>> all;
        for (const std::vector<std::uint32_t>& sources : made_.sources) {
            std::vector<SignatureCell>& cells = all.emplace_back();
            for (const std::uint32_t source : sources)
                if (at(source).array == array) cells.push_back(place_of(flow_, made_, source));
            put_in_order(cells);
        }
        return all;
    }

    // Tries each axis from the target's row, from its column, or from the array's start. The
    // reading that most targets share wins.
    void add_part(int array) {
        using enum SignatureAxis;
        std::optional<SignaturePart> best;
        std::tuple<int, int, int> best_rank;
        const std::vector<std::vector<SignatureCell>> cells = cells_of(array);
        for (const SignatureAxis vertical : {row, column, none}) {
            if (made_.in_lines() && vertical != row) continue;
            for (const SignatureAxis horizontal : {row, column, none}) {
                std::map<std::vector<SignatureCell>, int> counts;
                for (std::size_t t = 0; t < made_.targets.size(); ++t)
                    ++counts[seen_from(place_of(flow_, made_, made_.targets[t]), cells[t], vertical,
                                       horizontal)];
                const auto most = std::ranges::max_element(
                    counts, {}, [](const auto& one) { return one.first.empty() ? 0 : one.second; });
                if (most->first.empty()) continue;
                const std::tuple rank{most->second, (vertical == row) + (horizontal == column),
                                      -(vertical == none) - (horizontal == none)};
                if (best && rank <= best_rank) continue;
                best_rank = rank;
                best = SignaturePart{array,        vertical,
                                     horizontal,   most->first,
                                     most->second, static_cast<int>(made_.targets.size()),
                                     {},           {}};
            }
        }
        if (!best || best->agree * 4 < best->targets) return;
        best->through.assign(through_[array].begin(), through_[array].end());
        best->words = made_.in_lines() ? line_words(*best) : part_words(*best);
        made_.parts.push_back(std::move(*best));
    }

    const Flow& flow_;
    const SignatureQuestion& question_;
    const Fetched fetched_;
    Signature made_;
    std::set<int> fed_by_;
    std::map<int, std::set<int>> through_;
};

}  // namespace

Signature signature_of(const Flow& flow, const SignatureQuestion& question) {
    return Finder(flow, question).find();
}

namespace {

// An array that feeds cells too, but of which the rule says nothing; -1: there is none.
int beside_the_rule(const Flow& flow, const Signature& signature) {
    for (const auto& sources : signature.sources)
        for (const std::uint32_t source : sources) {
            const int array = flow.versions[source].array;
            if (array >= 0 && !std::ranges::count(signature.parts, array, &SignaturePart::array))
                return array;
        }
    return -1;
}

// The number of an array's cells from which most targets are made; 0 where it varies too much.
std::size_t usual_count(const Flow& flow, const Signature& signature, int array) {
    std::map<std::size_t, int> counts;
    for (const auto& sources : signature.sources) {
        std::set<std::int64_t> cells;
        for (const std::uint32_t source : sources)
            if (flow.versions[source].array == array) cells.insert(flow.versions[source].cell);
        ++counts[cells.size()];
    }
    const auto most = std::ranges::max_element(
        counts, {}, [](const auto& one) { return one.first == 0 ? 0 : one.second; });
    const bool usual = most != counts.end() && 4 * most->second >= std::ssize(signature.targets);
    return usual ? most->first : 0;
}

// ", one of them times 0": most cells are also made from this many cells of shared memory that hold
// a zero nobody computed, with which a tile is padded.
std::string filled_words(const Flow& flow, const Signature& signature) {
    const int other = beside_the_rule(flow, signature);
    if (other < 0 || flow.arrays[static_cast<std::size_t>(other)].space != Space::shared) return "";
    for (const auto& sources : signature.sources)
        for (const std::uint32_t source : sources)
            if (flow.versions[source].array == other && flow.versions[source].after != 0) return "";
    const std::size_t zeros = usual_count(flow, signature, other);
    return zeros == 0 ? "" : ", " + count_word(zeros) + " of them times 0,";
}

// ", four through shared memory": where most cells get the same number of their sources from shared
// memory, but not all. Else empty.
std::string passed_words(const Signature& signature) {
    std::map<std::size_t, int> counts;
    for (const auto& passed : signature.passed) ++counts[passed.size()];
    const auto most = std::ranges::max_element(
        counts, {}, [](const auto& one) { return one.first == 0 ? 0 : one.second; });
    const SignaturePart& part = signature.parts.front();
    if (most == counts.end() || most->first == 0 || part.through.empty()) return "";
    if (2 * most->second < std::ssize(signature.targets)) return "";
    return ", " + count_word(most->first) + " through shared memory";
}

}  // namespace

std::string signature_claim(const Flow& flow, const Signature& signature,
                            const ArrayNames& name_of) {
    if (signature.empty()) return "No rule makes the cells of a matrix here";
    std::size_t cells = 0;
    bool near = true, turned = false, lines = true;
    for (const SignaturePart& part : signature.parts) {
        cells += part.offsets.size();
        for (const SignatureCell& cell : part.offsets)
            near = near && std::abs(cell.x) <= 1 && std::abs(cell.y) <= 1 && std::abs(cell.z) <= 1;
        near = near && part.row == SignatureAxis::row && part.column == SignatureAxis::column;
        turned = turned || part.row == SignatureAxis::column || part.column == SignatureAxis::row;
        lines = lines && (part.row == SignatureAxis::none) != (part.column == SignatureAxis::none);
    }
    int agree = static_cast<int>(signature.targets.size());
    for (const SignaturePart& part : signature.parts) agree = std::min(agree, part.agree);
    const int all = static_cast<int>(signature.targets.size());
    const std::string name = name_of(signature.target);
    const std::string each = agree == all       ? "each cell of " + name
                             : 2 * agree >= all ? "most cells of " + name
                                                : "many cells of " + name;
    const std::string count = capitalised(count_word(cells));
    if (const SignaturePart* window = moving_window(signature))
        return capitalised(count_word(std::ssize(window->offsets))) + " neighbours in " +
               name_of(window->array) + filled_words(flow, signature) + " make " + each;
    if (const int other = beside_the_rule(flow, signature); other >= 0) {
        const std::size_t more = usual_count(flow, signature, other);
        const bool shared = flow.arrays[static_cast<std::size_t>(other)].space == Space::shared;
        return count + (cells == 1 ? " cell of " : " cells of ") +
               name_of(signature.parts.front().array) + " and " +
               (more > 0 ? count_word(more) : std::string("others")) +
               (shared ? " from shared memory" : " of " + name_of(other)) + " make " + each;
    }
    if (turned && cells == 1) return "Rows become columns";
    if (lines && signature.parts.size() == 2) return "A row and a column make " + each;
    if (cells == 1)
        return capitalised(each) + (agree == all ? " comes" : " come") + " from one other cell";
    if (near) return count + " neighbours make " + each + passed_words(signature);
    return count + " cells make " + each;
}

bool sources_differ(const Flow& flow, const Signature& signature, std::size_t target) {
    const auto number = [&](std::uint32_t version) {
        const Version& of = flow.versions[version];
        return value_number(of.after, flow.arrays[of.array].type);
    };
    const auto plane = [&](std::uint32_t version) {
        const Version& of = flow.versions[version];
        return cell_at(signature.shapes[of.array], of.cell).z;
    };
    double least = INFINITY, most = -INFINITY;
    int shown = 0;
    for (const std::uint32_t source : signature.sources[target]) {
        const int array = flow.versions[source].array;
        if (array < 0 || !signature.shapes[array].known) continue;
        if (plane(source) != plane(signature.targets[target])) continue;
        ++shown;
        least = std::min(least, number(source)), most = std::max(most, number(source));
    }
    if (shown < 2) return signature.sources[target].size() < 2 || most != 0;
    return most - least > .02 * std::max(std::fabs(least), std::fabs(most));
}

}  // namespace app
