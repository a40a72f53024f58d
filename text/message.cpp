// See message.h.
#include "text/message.h"

#include <algorithm>
#include <functional>

namespace text {
namespace {

constexpr std::string_view thin_space = "\u2009",
                           key_letters = "abcdefghijklmnopqrstuvwxyz0123456789_";

std::string_view trimmed(std::string_view line) {
    const std::size_t first = line.find_first_not_of(' ');
    if (first == line.npos) return "";
    return line.substr(first, line.find_last_not_of(' ') - first + 1);
}

// A place in the words: "{count}", "{count:one|many}".
struct Gap {
    std::string_view name, one, many;
    explicit Gap(std::string_view inside) : name(inside.substr(0, inside.find(':'))) {
        if (name.size() == inside.size()) return;
        const std::string_view words = inside.substr(name.size() + 1);
        const std::size_t between = words.find('|');
        one = words.substr(0, between);
        many = between == words.npos ? one : words.substr(between + 1);
    }
};

std::string filled(std::string_view words, std::initializer_list<Place> places) {
    std::string all;
    for (std::size_t open; (open = words.find('{')) != words.npos;) {
        const std::size_t close = words.find('}', open);
        if (close == words.npos) break;
        all += words.substr(0, open);
        const Gap gap(words.substr(open + 1, close - open - 1));
        const auto place = std::ranges::find(places, gap.name, &Place::name);
        if (place != places.end())
            all += gap.one.empty() && gap.many.empty() ? std::string_view(place->value.words())
                   : place->value.one()                ? gap.one
                                                       : gap.many;
        words.remove_prefix(close + 1);
    }
    return all += words;
}

}  // namespace

std::string grouped(std::int64_t value) {
    std::string digits = std::to_string(value);
    const std::size_t sign = value < 0;
    for (std::size_t at = digits.size(); at > sign + 3;) digits.insert(at -= 3, thin_space);
    return digits;
}

Catalogue::Catalogue(std::string_view file) {
    std::vector<std::string>* forms = nullptr;
    while (!file.empty()) {
        const std::string_view line = file.substr(0, file.find('\n'));
        file.remove_prefix(std::min(file.size(), line.size() + 1));
        if (line.empty() || line.front() == '#') continue;
        if (line.front() == ' ') {
            if (forms) forms->back() += " " + std::string(trimmed(line));
        } else if (line.front() == '|') {
            if (forms) forms->emplace_back(trimmed(line.substr(1)));
        } else {
            const std::size_t key = line.find_first_not_of(key_letters);
            forms = &messages_[std::string(line.substr(0, key))];
            forms->emplace_back(trimmed(line.substr(std::min(line.size(), key + 1))));
        }
    }
}

std::vector<std::string> Catalogue::keys() const {
    std::vector<std::string> all;
    for (const auto& [key, forms] : messages_) all.push_back(key);
    return all;
}

std::string Catalogue::said(std::string_view key, std::initializer_list<Place> places) const {
    return filled(messages_.find(key)->second.front(), places);
}

std::vector<std::string> Catalogue::forms(std::string_view key,
                                          std::initializer_list<Place> places) const {
    std::vector<std::string> all;
    for (const std::string& form : messages_.find(key)->second) all.push_back(filled(form, places));
    return all;
}

}  // namespace text
