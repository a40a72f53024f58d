// Kernels with their helpers, and their parameters. See kernel_text.h.
#include "lab/host_code/kernel_text.h"

#include <algorithm>

#include "lab/declared.h"
#include "lab/features/library_code.h"
#include "lab/source_text.h"

namespace lab::host_code {
namespace {

std::set<std::string> kernels_of(const Plan& plan) {
    std::set<std::string> names;
    for (const PlanStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step); launch && !launch->library)
            names.insert(bare_name(launch->kernel));
    return names;
}

void erase_all(std::string& text, std::string_view word) {
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at))
        text.erase(at, word.size());
}

// Single blanks, none at the ends or before a star.
std::string tidied(std::string_view text) {
    std::string tidy;
    for (const char letter : text) {
        const char c = letter == '\n' || letter == '\t' ? ' ' : letter;
        if (c == ' ' && (tidy.empty() || tidy.back() == ' ')) continue;
        if ((c == '*' || c == '&') && !tidy.empty() && tidy.back() == ' ') tidy.pop_back();
        tidy += c;
    }
    while (!tidy.empty() && tidy.back() == ' ') tidy.pop_back();
    return tidy;
}

KernelParameter parameter_of(std::string_view declaration) {
    std::string part(declaration.substr(0, declaration.find('=')));
    for (const char* word : {"__restrict__", "__restrict", "__grid_constant__"})
        erase_all(part, word);
    const std::string_view words = trimmed(part), name = name_before(words, words.size());
    return {tidied(words.substr(0, words.size() - name.size())), std::string(name)};
}

// Code without the "template <class Real, int width>" before it.
std::string_view without_template(std::string_view code) {
    code = trimmed(code);
    if (!code.starts_with("template")) return code;
    const std::size_t open = code.find('<');
    const std::size_t close = open == code.npos ? code.npos : closing_bracket(code, open);
    return close == code.npos ? code : trimmed(code.substr(close + 1));
}

// The names that "constexpr int many = 16, digits = 256;" or "using Tile = float[16];" defines,
// also below a template's head. Empty for other items, where braces follow a name, and for a
// specialization.
std::set<std::string> constants_of(const CudaItem& item) {
    std::set<std::string> names;
    if (!item.name.empty()) return names;
    const std::string text = without_comments(item.text);
    const std::string_view code = without_template(text);
    const bool alias = code.starts_with("using ");
    if (!alias && !code.starts_with("constexpr ")) return names;
    int depth = 0;
    for (std::size_t at = 0; at < code.size(); ++at) {
        depth += (code[at] == '{' || code[at] == '(') - (code[at] == '}' || code[at] == ')');
        if (code[at] != '=' || depth > 0) continue;
        std::size_t end = code.find_last_not_of(' ', at - 1);
        if (code[end] == ']') end = code.rfind('[', end) - 1;
        const std::string_view name = name_before(code, end + 1);
        if (name.empty()) return {};
        names.emplace(name);
        if (alias) break;  // what follows is no further name
    }
    return names;
}

bool includes(const CudaItem& item, const char* header) {
    return item.words.contains("include") && item.words.contains(header);
}

// An unused constant would give a warning, and an unused header of cuRAND takes seconds to compile.
// Other items without a known name may be needed.
bool is_needed(const CudaItem& item, const std::set<std::string>& wanted) {
    if (!item.name.empty()) return wanted.contains(item.name);
    if (includes(item, "curand_kernel"))
        return std::ranges::any_of(
            wanted, [](const std::string& word) { return word.starts_with("curand"); });
    const std::set<std::string> constants = constants_of(item);
    return constants.empty() || std::ranges::any_of(constants, [&](const std::string& name) {
               return wanted.contains(name);
           });
}

// A header of courses that only host code uses. The program has checks of its own, and nvcc does
// not find the header.
bool includes_helpers(const CudaItem& item) {
    return includes(item, "helper_cuda") || includes(item, "helper_string");
}

}  // namespace

bool KernelParameter::reads_only() const {
    return type.ends_with('*') && (type.starts_with("const ") || type.find(" const*") != type.npos);
}

KernelText::KernelText(std::string_view source, const Plan& plan) : items_(cuda_items(source)) {
    const std::set<std::string> kernels = kernels_of(plan);
    if (kernels.empty()) return;  // libraries have their own
    choose(plan);
    const bool all_found = std::ranges::all_of(kernels, [&](const std::string& kernel) {
        return std::ranges::find(items_, kernel, &CudaItem::name) != items_.end();
    });
    if (!all_found) {
        text_ = source;
        words_.clear();
        for (const CudaItem& item : items_) define(item);
        has_main_ = words_.contains("main");
    }
    while (text_.ends_with('\n')) text_.pop_back();
}

// An item without a known name, such as a macro or constant, may define any of its words.
void KernelText::define(const CudaItem& item) {
    if (item.instantiation) return;
    if (item.name.empty())
        words_.insert(item.words.begin(), item.words.end());
    else
        words_.insert(item.name);
}

// Starts from the kernels, and adds all items that chosen items mention.
void KernelText::choose(const Plan& plan) {
    std::set<std::string> wanted;  // also words between < and >
    for (const PlanStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step); launch && !launch->library)
            wanted.merge(words_in(launch->kernel));
    std::vector<bool> chosen(items_.size());
    for (bool grown = true; grown;) {
        grown = false;
        for (std::size_t i = 0; i < items_.size(); ++i) {
            const CudaItem& item = items_[i];
            const bool comment = item.words.empty();
            const bool needed = comment ? i == 0 : is_needed(item, wanted);
            const bool of_host = item.name == "main" || includes_helpers(item);
            if (chosen[i] || item.instantiation || of_host || !needed) continue;
            chosen[i] = grown = true;
            wanted.insert(item.words.begin(), item.words.end());
        }
    }
    bool directive = true;
    for (std::size_t i = 0; i < items_.size(); ++i) {
        if (!chosen[i]) continue;
        const bool now = items_[i].text.starts_with('#');
        text_ += text_.empty() ? "" : directive && now ? "\n" : "\n\n";
        text_ += items_[i].text;
        define(items_[i]);
        directive = now;
    }
}

std::vector<KernelParameter> KernelText::parameters(std::string_view kernel) const {
    const LibraryCode* library = library_code(kernel);
    const auto item = std::ranges::find(items_, bare_name(kernel), &CudaItem::name);
    std::vector<KernelParameter> parameters;
    if (!library && item == items_.end()) return parameters;
    for (const std::string_view part : parts_of(library ? library->parameters : item->parameters))
        parameters.push_back(parameter_of(part));
    return parameters;
}

}  // namespace lab::host_code
