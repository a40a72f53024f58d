// Reads the tests of rows. See row_file.h.
#include "tests/simulator/isa/row_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace row_tests {
namespace {

using simulator::Type;

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

bool is_letter(const std::string& word) {
    static const std::vector<std::string> letters = {"a", "b", "c", "e", "d", "d2", "d3", "d4"};
    return std::ranges::find(letters, word) != letters.end();
}

bool is_type(const std::string& word) { return simulator::type_named(word) != Type::none; }

class Reader {
public:
    explicit Reader(File& file) : file_(file) {}

    void read() {
        std::istringstream stream(file_.text);
        for (std::string line; std::getline(stream, line);) {
            ++number_;
            const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
            line.erase(0, start);
            if (line.starts_with("//"))
                comment(line.substr(2));
            else if (line.starts_with(".visible .entry"))
                open(line);
            else
                continues_ = nullptr;
        }
    }

private:
    void comment(const std::string& text) {
        const std::vector<std::string> words = words_of(text);
        if (number_ == 1)
            file_.row = text.substr(1);
        else if (words.empty())
            continues_ = nullptr;
        else if (words[0] == "within")
            tolerance(words);
        else if (words[0] == "whole")
            file_.whole_warps = true;
        else if (words[0] == "inputs")
            begin_inputs({words.begin() + 1, words.end()});
        else if (inputs_ && is_letter(words[0]))
            values(words);
        else if (continues_ && text.starts_with("   "))
            append(words, 0);
        else if (std::ranges::all_of(words, is_type))
            signature_ = text.substr(1);
        else if (kernel_ && words.size() == 1)
            begin_instruction(words[0]);
    }

    void tolerance(const std::vector<std::string>& words) {
        for (std::size_t i = 1; i < words.size(); ++i) {
            const auto power = words[i].find('^');
            const double number = power == std::string::npos
                                      ? std::atof(words[i].c_str())
                                      : std::exp2(std::atof(words[i].c_str() + power + 1));
            const bool ulps = i + 1 < words.size() && words[i + 1] == "ulp";
            if (number != 0) (ulps ? file_.tolerance.ulps : file_.tolerance.absolute) = number;
        }
    }

    void begin_inputs(const std::vector<std::string>& types) {
        std::string name;
        for (const std::string& type : types) name += (name.empty() ? "" : " ") + type;
        inputs_ = &file_.inputs[name];
        for (const std::string& type : types) inputs_->types.push_back(simulator::type_named(type));
        kernel_ = nullptr;
    }

    void values(const std::vector<std::string>& words) {
        auto& list = kernel_ ? kernel_->instructions.back().outputs : inputs_->values;
        continues_ = &list.emplace_back();
        append(words, 1);
    }

    // Predicates stand as one row of digits.
    void append(const std::vector<std::string>& words, std::size_t from) {
        for (std::size_t i = from; i < words.size(); ++i) {
            if (words[i].size() == 32) {
                for (char digit : words[i]) continues_->push_back(digit - '0');
            } else {
                continues_->push_back(std::stoull(words[i], nullptr, 16));
            }
        }
    }

    void begin_instruction(const std::string& opcode) {
        kernel_->instructions.push_back({opcode, {}, number_});
        continues_ = nullptr;
    }

    // The kernel's name says what it makes of what: "u32_pred_from_f32_f32".
    void open(const std::string& line) {
        kernel_ = &file_.kernels.emplace_back();
        const std::size_t start = line.find(".entry ") + 7;
        kernel_->name = line.substr(start, line.find('(') - start);
        kernel_->inputs = signature_;
        std::string types = kernel_->name.substr(0, kernel_->name.find("_from_"));
        std::ranges::replace(types, '_', ' ');
        for (const std::string& type : words_of(types)) {
            kernel_->outputs.push_back(simulator::type_named(type));
        }
        continues_ = nullptr;
    }

    File& file_;
    int number_ = 0;
    std::string signature_;
    Inputs* inputs_ = nullptr;
    Kernel* kernel_ = nullptr;
    Values* continues_ = nullptr;
};

File read(const std::filesystem::path& path) {
    File file;
    file.path = path.string();
    file.name = path.stem().string();
    std::ifstream stream(path);
    std::stringstream text;
    text << stream.rdbuf();
    file.text = text.str();
    Reader(file).read();
    return file;
}

}  // namespace

const std::vector<File>& files() {
    static const std::vector<File> all = [] {
        std::vector<File> found;
        for (const auto& entry : std::filesystem::directory_iterator(WARPLENS_TESTS_DIR "/ptx")) {
            if (entry.path().extension() == ".ptx") found.push_back(read(entry.path()));
        }
        std::ranges::sort(found, {}, &File::name);
        return found;
    }();
    return all;
}

int stored_bytes(Type type) { return std::max(2, simulator::size_of(type)); }

}  // namespace row_tests
