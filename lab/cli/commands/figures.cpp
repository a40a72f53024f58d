// figures: courses' measurements on their cards beside the recordings here, as Markdown.
#include <fmt/format.h>

#include "lab/cli/command_tools.h"
#include "lab/cli/table.h"
#include "lab/time/figures.h"
#include "lab/time/recordings.h"
#include "lab/words.h"

namespace lab::figures_command {
namespace {

constexpr const char* figures_head =
    "# Figures of courses, there and here\n\nThis page compares times that others measured on "
    "their cards, of kernels like those of the lessons, with times that were recorded here. "
    "`./run figures` makes it\nfrom [assets/figures.txt](../assets/figures.txt) and the "
    "recordings. Times there are single runs, as the courses gave them. Times here are medians "
    "with cold\ncaches, as in [measuring.md](measuring.md). Cards differ, so compare only the "
    "ratio of the two times on one card, and which of the two is longer.\n*Not recorded* means "
    "that exactly these settings were not recorded. No similar settings take their place. "
    "`warplens record` measures them with the rest. A figure\nwithin 2 % of 1 and recorded times "
    "whose intervals overlap tell no order. For lessons that are missing here no course gives two "
    "times.\n";

std::string time_or_gap(const std::shared_ptr<const Run>& run) {
    return run ? time_worded(run->time.median_ms) : "not recorded";
}

std::string row_there(const Figure& figure, const Figure::There& there) {
    const bool timed = there.first_ms > 0;
    const char* quote = figure.unlike.empty() ? "`" : "";
    return fmt::format(
        "| {0}{1}{0} | {0}{2}{0} | {3}{4} | {5} | {6} | {7} |\n", quote,
        in_a_cell(figure.first_words), in_a_cell(figure.second_words), in_a_cell(there.card),
        there.set_up.empty() ? "" : ", " + in_a_cell(there.set_up),
        timed ? time_worded(there.first_ms) : "not given",
        timed ? time_worded(there.second_ms) : "not given", ratio_worded(there.ratio));
}

std::string row_here(const RecordedPair& pair) {
    return fmt::format("| | | here: **{}**, {} | {} | {} | {}|\n", in_a_cell(pair.device),
                       pair.date, time_or_gap(pair.first), time_or_gap(pair.second),
                       pair.whole() ? ratio_worded(pair.ratio()) + " " : "");
}

std::string rows_of(const Figure& figure, const std::vector<RecordedPair>& pairs) {
    std::string rows;
    for (const Figure::There& there : figure.there) rows += row_there(figure, there);
    for (const RecordedPair& pair : pairs) rows += row_here(pair);
    if (!figure.unlike.empty()) return rows;
    return pairs.empty() ? rows + "| | | here | not recorded | not recorded | |\n" : rows;
}

std::string order_sentences(const Figure& figure, const std::vector<RecordedPair>& pairs) {
    std::string text;
    for (const Figure::There& there : figure.there)
        for (const RecordedPair& pair : pairs)
            if (const auto sentence = order_sentence(figure, there, pair); !sentence.empty())
                text += "\n" + sentence + "\n";
    return text;
}

// A table of consecutive figures of one lesson with the same knobs and note.
struct FiguresTable {
    const Figure* like = nullptr;
    std::string rows, sentences;

    bool takes(const Figure& figure) const {
        return like->first.lesson() == figure.first.lesson() && like->shared == figure.shared &&
               like->note == figure.note && like->unlike == figure.unlike;
    }

    void add(const Figure& figure) {
        const std::vector<RecordedPair> pairs = recorded_pairs(figure);
        rows += rows_of(figure, pairs);
        sentences += order_sentences(figure, pairs);
    }

    std::string text() const {
        std::string above = like->shared.empty() ? "" : fmt::format("With `{}`.", like->shared);
        if (!like->unlike.empty())
            above += (above.empty() ? "" : " ") + ("Not compared with times here: " + like->unlike);
        if (!like->note.empty()) above += (above.empty() ? "" : " ") + like->note;
        if (!above.empty()) above = "\n" + above + "\n";
        return above +
               "\n| A | B | on | time of A | time of B | B over A |\n|---|---|---|---|---|---|\n" +
               rows + sentences;
    }
};

bool is_of(const Figure& figure, const Lesson& lesson) { return figure.first.lesson() == &lesson; }

std::string tables_of(const Lesson& lesson, const std::vector<Figure>& figures) {
    std::vector<FiguresTable> tables;
    for (const Figure& figure : figures) {
        if (!is_of(figure, lesson)) continue;
        if (tables.empty() || !tables.back().takes(figure)) tables.push_back({&figure, "", ""});
        tables.back().add(figure);
    }
    std::string text;
    for (const FiguresTable& table : tables) text += table.text();
    return text;
}

std::string figures_page(const std::vector<Figure>& figures) {
    std::string text = figures_head;
    for (const Lesson* lesson : lessons())
        if (const std::string tables = tables_of(*lesson, figures); !tables.empty())
            text += fmt::format("\n## {} `{}`\n{}", lesson->title, lesson->id, tables);
    return text;
}

int figures(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens figures",
                       "Compares times that courses measured on their cards with times recorded "
                       "here, with the ratio of both times there and here, as Markdown.");
    std::string file;
    std::vector<std::string> devices;
    words.add("FILE", file, "figures of another course, in the form of assets/figures.txt");
    words.add("--device", devices, "FILE.json: a recording whose times stand beside the others");
    if (const auto code = words.parse(arguments, out, err)) return *code;
    for (const std::string& device : devices)
        if (const auto problem = open_recording(device, true)) {
            err << "warplens figures: " << problem->message << '\n';
            return exit_bad_file;
        }
    const auto all = file.empty() ? shipped_figures() : open_figures_file(file);
    if (!all) {
        err << "warplens figures: " << all.problem().message << '\n';
        return exit_bad_file;
    }
    out << figures_page(*all);
    return exit_right;
}

const RegisterCommand registered({"figures", "figures [FILE] [--device FILE.json]...",
                                  "compares times that courses measured with recorded times", 27,
                                  figures});

}  // namespace
}  // namespace lab::figures_command
