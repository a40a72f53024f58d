// Variables of launches, and the launches. See launches.h.
#include "lab/host_code/launches.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace lab::host_code {
namespace {

bool flat(const LaunchSize& size) {
    return size.grid.y == 1 && size.grid.z == 1 && size.block.y == 1 && size.block.z == 1;
}

}  // namespace

Launches::Launches(const Plan& plan, const KernelText& kernels, const std::vector<Group>& groups,
                   Names& names, std::string blocks_words, const Launchers* launchers)
    : kernels_(&kernels),
      blocks_words_(std::move(blocks_words)),
      plan_(&plan),
      launchers_(launchers) {
    for (std::size_t i = 0; i < plan.steps.size(); ++i)
        if (const auto* launch = std::get_if<Launch>(&plan.steps[i])) uses_[i] = uses(*launch);
    for (const PlanStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step))
            for (const Texture& texture : textures_of(*launch))
                if (!textures_.contains(texture.texels.id))
                    textures_[texture.texels.id] = {
                        names.made(plan.allocation(texture.texels).name + "_texture"), texture};
    for (const Group& group : groups) split_differing(group);
    for (const auto& [step, list] : uses_)
        for (const Use& use : list) {
            Variable& variable = variables_[use.key];
            if (variable.name.empty()) variable = {use.type, names.made(use.wanted), {}, {}};
            variable.values.insert(use.value);
        }
}

std::vector<Launches::Use> Launches::sizes(const Launch& launch) const {
    std::vector<Use> made;
    if (launch.library) return made;  // it chooses them itself
    const LaunchSize& size = launch.size;
    if (flat(size)) {
        made.push_back({"<blocks", "int", "blocks",
                        blocks_words_.empty() ? fmt::format("{}", size.grid.x) : blocks_words_});
        made.push_back(
            {"<threads", "int", "threads",
             size.threads_words.empty() ? fmt::format("{}", size.block.x) : size.threads_words});
    } else {
        made.push_back({"<grid", "dim3", "grid", sides(size.grid)});
        made.push_back({"<block", "dim3", "block", sides(size.block)});
    }
    if (size.shared_bytes > 0)
        made.push_back({"<shared", "int", "shared_bytes", fmt::format("{}", size.shared_bytes)});
    return made;
}

std::vector<Launches::Use> Launches::uses(const Launch& launch) const {
    std::vector<Use> made = sizes(launch);
    const auto parameters = kernels_->parameters(launch.kernel);
    if (parameters.size() != launch.arguments.size()) return made;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const Argument& argument = launch.arguments[i];
        if (std::holds_alternative<Buffer>(argument) || std::holds_alternative<Texture>(argument))
            continue;
        const std::string type = c_type(argument);
        made.push_back(
            {type + " " + parameters[i].name, type, parameters[i].name, literal(argument)});
    }
    return made;
}

// In a loop's body, a number that differs between launches gets one name for each value.
void Launches::split_differing(const Group& group) {
    if (group.times < 2) return;
    std::map<std::string, std::set<std::string>> values;
    for (std::size_t i = group.first; i < group.first + group.count; ++i)
        for (const Use& use : uses_[i]) values[use.key].insert(use.value);
    for (std::size_t i = group.first; i < group.first + group.count; ++i)
        for (Use& use : uses_[i])
            if (const std::string key = use.key; values[key].size() > 1)
                use.key = key + "=" + use.value;
}

// Sizes share a line, and so do arguments of one type.
void Launches::declare(Writer& writer, const std::vector<const Use*>& uses, bool constant) {
    const auto kind = [](const Use& use) { return std::pair(use.key[0] == '<', use.type); };
    std::vector<std::pair<bool, std::string>> kinds;
    for (const Use* use : uses)
        if (std::ranges::find(kinds, kind(*use)) == kinds.end()) kinds.push_back(kind(*use));
    for (const auto& one : kinds) {
        std::vector<std::string> parts;
        for (const Use* use : uses) {
            Variable& variable = variables_[use->key];
            if (kind(*use) != one || !variable.now.empty()) continue;
            variable.now = use->value;
            parts.push_back(variable.name + (one.second == "dim3" ? "" : " = ") + use->value);
        }
        if (!parts.empty()) writer.list((constant ? "const " : "") + one.second, parts, ";");
    }
}

void Launches::write_numbers(Writer& writer, const Group& group) {
    std::vector<const Use*> constant, variable, changed;
    for (std::size_t i = group.first; i < group.first + group.count; ++i)
        for (const Use& use : uses_[i]) {
            const Variable& known = variables_[use.key];
            if (known.now.empty())
                (known.values.size() == 1 ? constant : variable).push_back(&use);
            else if (known.now != use.value)
                changed.push_back(&use);
        }
    declare(writer, constant, true);
    declare(writer, variable, false);
    for (const Use* use : changed) {
        Variable& known = variables_[use->key];
        known.now = use->value;
        writer.line(known.name + " = " + (use->type == "dim3" ? "dim3" : "") + use->value + ";");
    }
}

std::string Launches::pointer_argument(const Launch& launch, std::size_t i,
                                       const PointerName& pointer) const {
    const Buffer& buffer = std::get<Buffer>(launch.arguments[i]);
    const auto parameters = kernels_->parameters(launch.kernel);
    const std::string name = pointer(buffer);
    if (parameters.size() != launch.arguments.size()) return name;
    const std::string cast = cast_for(launch.kernel, parameters[i], buffer);
    // In parts, the function that launches casts.
    return cast.empty() || launchers_ ? name : fmt::format("reinterpret_cast<{}>({})", cast, name);
}

std::vector<std::string> Launches::arguments_of(std::size_t index,
                                                const PointerName& pointer) const {
    const Launch& launch = std::get<Launch>(plan_->steps[index]);
    const std::vector<Use>& of = uses_.at(index);
    std::vector<std::string> arguments;
    std::size_t next = sizes(launch).size();
    const bool named = kernels_->parameters(launch.kernel).size() == launch.arguments.size();
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        const Argument& argument = launch.arguments[i];
        if (std::holds_alternative<Buffer>(argument))
            arguments.push_back(pointer_argument(launch, i, pointer));
        else if (const auto* texture = std::get_if<Texture>(&argument))
            arguments.push_back(textures_.at(texture->texels.id).name);
        else if (named && next < of.size())  // every number has a use: see uses()
            arguments.push_back(variables_.at(of[next++].key).name);
        else
            arguments.push_back(literal(argument));
    }
    return arguments;
}

void Launches::write_textures(Writer& writer, const PointerName& pointer) const {
    if (textures_.empty()) return;
    writer.comment("Texture objects, for tex1Dfetch().");
    for (const auto& [buffer, object] : textures_) {
        const auto& [name, texture] = object;
        const std::string type = c_type(texture.texels.type);
        writer.line(fmt::format("cudaResourceDesc {}_memory = {{}};", name));
        writer.line(fmt::format("{}_memory.resType = cudaResourceTypeLinear;", name));
        writer.line(
            fmt::format("{}_memory.res.linear.devPtr = {};", name, pointer(texture.texels)));
        writer.line(
            fmt::format("{}_memory.res.linear.desc = cudaCreateChannelDesc<{}>();", name, type));
        writer.line(fmt::format("{}_memory.res.linear.sizeInBytes = {};", name,
                                bytes_of(texture.form.size.count(), type)));
        writer.line(fmt::format("cudaTextureDesc {}_reads = {{}};", name));
        writer.line(fmt::format("cudaTextureObject_t {};", name));
        writer.call("CHECK(cudaCreateTextureObject",
                    {"&" + name, "&" + name + "_memory", "&" + name + "_reads", "nullptr"}, ");");
    }
    writer.gap();
}

void Launches::write_destroyed_textures(Writer& writer) const {
    for (const auto& [buffer, object] : textures_)
        writer.line(fmt::format("CHECK(cudaDestroyTextureObject({}));", object.name));
}

void Launches::write_launch(Writer& writer, std::size_t index, const PointerName& pointer,
                            const std::string& stream) const {
    const Launch& launch = std::get<Launch>(plan_->steps[index]);
    const std::vector<Use>& of = uses_.at(index);
    std::vector<std::string> size{variables_.at(of[0].key).name, variables_.at(of[1].key).name};
    const bool shared = launch.size.shared_bytes > 0, in_parts = launchers_ != nullptr;
    if (shared)
        size.push_back(variables_.at(of[2].key).name);
    else if (in_parts ? launchers_->take_shared() : !stream.empty())
        size.emplace_back("0");
    if (!stream.empty())
        size.push_back(stream);
    else if (in_parts && launchers_->take_stream())
        size.emplace_back("0");
    std::vector<std::string> arguments = arguments_of(index, pointer);
    if (in_parts) {
        arguments.insert(arguments.begin(), size.begin(), size.end());
        return writer.call("CHECK(" + launchers_->of(launch.kernel), arguments, ");");
    }
    writer.call(fmt::format("{}<<<{}>>>", launch.kernel, fmt::join(size, ", ")), arguments, ";");
    writer.line("CHECK(cudaGetLastError());");
    if (wait_behind) writer.line("CHECK(cudaDeviceSynchronize());");
}

}  // namespace lab::host_code
