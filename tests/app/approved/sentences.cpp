// The sentences of the program are those that somebody read and approved, in
// tests/approved/sentences.txt. `tests/approve` writes that file anew; its change is to be read.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>

#include <fmt/format.h>

#include "app/sentences/because.h"
#include "app/sentences/disease.h"
#include "app/series.h"
#include "app/session.h"
#include "lab/asked.h"
#include "platform/machine.h"
#include "tests/app/approved/approved.h"
#include "tests/app/knob_effects.h"
#include "tests/helpers/part.h"

namespace {

constexpr std::string_view approved_folder = WARPLENS_TESTS_DIR "/approved/";
constexpr std::string_view heading = "== ";

using Sections = std::map<std::string, std::string>;

Sections read_sections(const std::string& path) {
    std::ifstream file(path);
    Sections all;
    std::string* section = nullptr;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(heading))
            section = &all[line.substr(heading.size())];
        else if (section)
            *section += line + "\n";
    }
    return all;
}

// The first lines that differ, one above the other.
std::string first_difference(const std::string& approved, const std::string& now) {
    std::istringstream a(approved), b(now);
    for (std::string was, is;;) {
        const bool more = bool(std::getline(a, was)), any = bool(std::getline(b, is));
        if (!more && !any) return "";
        if (was != is || more != any)
            return "approved: " + (more ? was : "(nothing)") +
                   "\nnow:      " + (any ? is : "(nothing)");
    }
}

}  // namespace

void approved::add(std::string& to, std::string_view name, std::string_view words) {
    if (words.empty()) return;
    std::string line = fmt::format("{}: {}", name, words);
    for (std::size_t at = 0; (at = line.find('\n', at)) != line.npos; at += 2)
        line.replace(at, 1, "\\n");
    to += line + "\n";
}

void approved::expect(const std::string& section, const std::string& text,
                      const std::string& name) {
    const std::string path = std::string(approved_folder) + name;
    Sections all = read_sections(path);
    if (all[section] == text) return;
    if (platform::environment("WARPLENS_APPROVE") != "1") {
        ADD_FAILURE() << section << "\n"
                      << first_difference(all[section], text)
                      << "\nRead it, and run tests/approve.";
        return;
    }
    all[section] = text;
    std::ofstream file(path);
    for (const auto& [title, words] : all) file << heading << title << "\n" << words;
}

void approved::expect_lines(const std::string& section, const std::string& lines,
                            const std::string& name) {
    const std::string whole = "\n" + read_sections(std::string(approved_folder) + name)[section];
    std::istringstream now(lines);
    for (std::string line; std::getline(now, line);)
        EXPECT_NE(whole.find("\n" + line + "\n"), std::string::npos)
            << section << "\nnow:      " << line << "\nRead it, and run tests/approve.";
}

namespace {

using approved::add;

std::string texts_of(const lab::Lesson& lesson) {
    std::string all;
    add(all, "title", lesson.title), add(all, "sees", lesson.sees);
    add(all, "breaks", lesson.breaks), add(all, "next", lesson.next);
    for (const lab::Rung& rung : lesson.rungs) {
        add(all, rung.id, rung.title), add(all, rung.id + " brief", rung.brief);
        add(all, rung.id + " idea", rung.idea), add(all, rung.id + " claim", rung.claim);
        add(all, rung.id + " meant", rung.meant), add(all, rung.id + " work", rung.work);
    }
    for (const lab::Knob* knob : lesson.knobs) {
        add(all, knob->id, knob->title + ", " + knob->unit);
        for (const lab::Choice& choice : knob->choices)
            add(all, knob->id + " " + choice.id, choice.title + ". " + choice.meaning);
    }
    for (const lab::Prediction& asked : lesson.predictions) {
        add(all, "question", asked.question), add(all, "because", asked.because);
        for (const lab::AnswerChoice& choice : asked.choices) add(all, "answer", choice.whole());
    }
    return all;
}

// "padded -> wide"; "wide block 256 -> 512": what was turned, from the presets of the lesson.
std::string name_of(const lab::Settings& before, const lab::Settings& now) {
    const std::string rung = lab::rung_of(now).id, was = lab::rung_of(before).id;
    if (rung != was) return was + " -> " + rung;
    std::string name = rung;
    for (const lab::Knob* knob : now.subject->knobs)
        if (before[*knob] != now[*knob])
            name += fmt::format(" {} {} -> {}", knob->id, lab::worded(*knob, before[*knob]),
                                lab::worded(*knob, now[*knob]));
    return name;
}

// Shows kernels one after the other, and says what each change did.
class Speaker {
public:
    const lab::Result& show(const lab::Settings& settings) {
        lab::Request request;
        request.settings = settings;
        session_.open(request);
        session_.complete();
        return *session_.shown();
    }

    void change(std::string& to, const lab::Settings& before, const lab::Settings& now) {
        const std::string name = name_of(before, now);
        if (const auto refusal = lab::refusal(now)) {
            add(to, name, refusal->title + ". " + refusal->why);
            return add(to, name, refusal->shows);
        }
        const lab::Result first = show(before), second = show(now);
        for (const std::string& form : app::because({first, second})) add(to, name, form);
    }

    void suffers(std::string& to, const lab::Settings& settings) {
        const lab::Result result = show(settings);
        const auto counts = app::telling_counts(session_.series(), settings);
        if (!counts) return;
        add(to, lab::rung_of(settings).id,
            std::string(app::disease_words(*counts)) + ". " + app::disease_evidence(*counts));
    }

private:
    app::Session session_{lab::Worker::Mode::pumped};
};

// One more of it; at the end of its axis one less.
std::int64_t turned(const lab::Settings& at, const lab::Knob& knob) {
    const auto values = app::testing::values_of(knob);
    const auto here = std::ranges::find(values, at[knob]);
    if (here == values.end()) return values.front();
    return here + 1 == values.end() ? *(here - (values.size() > 1)) : *(here + 1);
}

lab::Settings rung_of_lesson(const lab::Lesson& lesson, std::size_t rung) {
    lab::Settings settings(lab::subject_of(lesson));
    settings.rung = int(rung);
    return settings;
}

std::string spoken_of(const lab::Lesson& lesson) {
    Speaker speaker;
    std::string all;
    for (std::size_t rung = 0; rung < lesson.rungs.size(); ++rung) {
        const lab::Settings settings = rung_of_lesson(lesson, rung);
        speaker.suffers(all, settings);
        if (rung > 0) speaker.change(all, rung_of_lesson(lesson, rung - 1), settings);
        for (const lab::Knob* knob : lesson.knobs) {
            if (lab::idle(settings, *knob)) continue;
            lab::Settings other = settings;
            other.set(*knob, turned(settings, *knob));
            speaker.change(all, settings, other);
        }
    }
    return all;
}

TEST(Approved, TextsAreThoseThatSomebodyRead) {
    for (const lab::Lesson* lesson : lab::lessons())
        approved::expect(lesson->id + ", texts", texts_of(*lesson));
}

// They take minutes: ./test looks at those of some lessons.
TEST(Approved, SentencesOfChangesAreThoseThatSomebodyRead) {
    std::size_t number = 0;
    for (const lab::Lesson* lesson : lab::lessons())
        if (tests::in_part(number++, 8))
            approved::expect(lesson->id + ", changes", spoken_of(*lesson));
}

}  // namespace
