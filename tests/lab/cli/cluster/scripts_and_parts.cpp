// `warplens cluster` without any scheduler: its scripts, its commands, what it reads in answers.
// tests/cluster/run has a real Slurm.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "lab/assets.h"
#include "lab/cli/cluster/progress.h"
#include "lab/cli/cluster/scheduler.h"
#include "lab/cli/parts/part.h"
#include "platform/files.h"
#include "tests/helpers/commands.h"
#include "tests/helpers/scratch_folder.h"

namespace {

using namespace lab::cluster;
using tests::has;
using tests::warplens;

Job job_of_the_page(Scheduler scheduler) {
    Job job;
    job.scheduler = scheduler;
    job.parts = 12;
    job.folder = "/shared/recording";
    job.lessons = {"reduction", "transpose"};
    job.program = "/shared/warplens/build/release/app/warplens";
    job.partition = "gpu";
    job.time = "2:00:00";
    job.modules = {"cuda/12.4"};
    return job;
}

TEST(ClusterScripts, ThePageShowsThemAsTheyAreWritten) {
    const std::string page = *lab::read_file(WARPLENS_SOURCE_DIR "/docs/cluster/README.md");
    const Job slurm = job_of_the_page(Scheduler::slurm), pbs = job_of_the_page(Scheduler::pbs);
    EXPECT_TRUE(has(page, "```bash\n" + job_script(slurm) + "```")) << job_script(slurm);
    EXPECT_TRUE(has(page, "```bash\n" + merge_script(slurm) + "```")) << merge_script(slurm);
    EXPECT_TRUE(has(page, "```bash\n" + job_script(pbs) + "```")) << job_script(pbs);
}

TEST(ClusterScripts, ShareAPartAmongTheGpusOfAJob) {
    for (const Scheduler scheduler : {Scheduler::slurm, Scheduler::pbs}) {
        Job job = job_of_the_page(scheduler);
        EXPECT_TRUE(has(job_script(job), "\ndevices=()\n"));
        job.gpus = 4;
        EXPECT_TRUE(has(job_script(job), "\ndevices=(--devices all)\n"));
    }
}

TEST(ClusterScripts, WhatAPersonChangesHolds) {
    const std::filesystem::path folder = tests::scratch_folder();
    for (const Scheduler scheduler : {Scheduler::slurm, Scheduler::pbs}) {
        std::string script = job_script(job_of_the_page(scheduler));
        script.replace(script.find("parts=12"), 8, "parts=3");
        script.replace(script.find("(reduction transpose)"), 21, "(reduction/cpu)");
        ASSERT_EQ(platform::write_file(folder / "job.sh", script), "");
        const auto read = job_in(folder);
        ASSERT_TRUE(read);
        EXPECT_EQ(read->scheduler, scheduler);
        EXPECT_EQ(read->parts, 3u);
        EXPECT_EQ(read->lessons, std::vector<std::string>{"reduction/cpu"});
        EXPECT_EQ(read->folder, folder.string());
    }
    ASSERT_EQ(platform::write_file(folder / "job.sh", "#!/bin/bash\nparts=many\n"), "");
    EXPECT_TRUE(has(job_in(folder).problem().message, "parts=N"));
    EXPECT_FALSE(job_in(folder / "nowhere"));
}

TEST(ClusterScripts, HoursMinutesSeconds) {
    EXPECT_EQ(seconds_of("2:30:10"), 9010);
    EXPECT_EQ(seconds_of("100:00:00"), 360000);
    for (const char* none : {"", "30", "1:60:00", "1:0:0", "-1:00:00", "a:00:00", "1-00:00:00"})
        EXPECT_EQ(seconds_of(none), 0) << none;
}

TEST(ClusterParts, EachSettingIsInOne) {
    for (const std::size_t of : {1u, 3u, 7u}) {
        std::size_t all = 0;
        for (std::size_t index = 1; index <= of; ++index)
            for (std::size_t setting = 0; setting < 20; ++setting)
                all += lab::Part{index, of}.has(setting);
        EXPECT_EQ(all, 20u);
    }
    EXPECT_EQ(lab::part_named("2/3")->suffix(), ".part-2-of-3");
    for (const char* none : {"0/3", "4/3", "1/1001", "1", "1/", "/2", "1/2x", "a/2"})
        EXPECT_FALSE(lab::part_named(none)) << none;
}

TEST(ClusterCommands, ArraysAreNoLargerThanTheSchedulerTakes) {
    Job job = job_of_the_page(Scheduler::slurm);
    const auto sent = submissions(job, {1, 2, 3, 5, 6, 9}, 4);
    ASSERT_EQ(sent.size(), 3u);
    using Line = Words;
    const std::string script = "/shared/recording/job.sh";
    EXPECT_EQ(sent[0].words, (Line{"sbatch", "--parsable", "--array=0-2", script, "0"}));
    EXPECT_EQ(sent[1].words, (Line{"sbatch", "--parsable", "--array=0-1", script, "4"}));
    EXPECT_EQ(sent[2].words, (Line{"sbatch", "--parsable", "--array=0", script, "8"}));
    EXPECT_EQ(merge_submission(job, {"7", "8"})[2], "--dependency=afterany:7:8");
    EXPECT_EQ(ranges({1, 2, 4, 6, 7, 8}), "1-2,4,6-8");
    EXPECT_EQ(most_in_array("SlurmUser = root(0)\nMaxArraySize            = 4\n"), 4u);
    EXPECT_EQ(most_in_array(""), 1001u);
    job.scheduler = Scheduler::pbs;
    const auto one = submissions(job, {3}, 4);
    EXPECT_EQ(one[0].words, (Line{"qsub", "-v", "part=3", script}));
    EXPECT_EQ(merge_submission(job, {"7.a", "8.a"})[2], "depend=afterany:7.a:8.a");
}

TEST(ClusterCommands, AnswersAreRead) {
    EXPECT_EQ(id_in("12;cluster\n"), "12");
    EXPECT_EQ(id_in("12.server.name\n"), "12.server.name");
    EXPECT_EQ(id_in("sbatch: error: no\n"), "");
    const std::vector<Sent> sent{{"12", 0, false}, {"13", 4, false}, {"14", 0, true}};
    EXPECT_EQ(sent_jobs(text_of(sent)).size(), 3u);
    EXPECT_EQ(text_of(sent_jobs(text_of(sent))), text_of(sent));
    const auto tasks =
        tasks_in_queue(Scheduler::slurm,
                       "12|0|RUNNING|n1|None\n13|1|PENDING||Resources\n99|0|RUNNING|n2|x\n", sent);
    ASSERT_EQ(tasks.size(), 2u);
    EXPECT_EQ(tasks[0].part, 1u);
    EXPECT_EQ(tasks[0].where, "n1");
    EXPECT_EQ(tasks[1].part, 6u);
    EXPECT_EQ(tasks[1].where, "Resources");
    const auto ended = tasks_in_history("12_3|NODE_FAIL|n4\n12_3.batch|x|n4\n", sent);
    ASSERT_EQ(ended.size(), 1u);
    EXPECT_EQ(ended[0].part, 4u);
    const auto pbs = tasks_in_queue(Scheduler::pbs,
                                    "Job id Name User Time Use S Queue\n"
                                    "12.server-with* warplens ana 00:00:01 R gpu\n",
                                    {{"12.server-without-end", 7, false}});
    ASSERT_EQ(pbs.size(), 1u);
    EXPECT_EQ(pbs[0].part, 7u);
    EXPECT_EQ(pbs[0].state, Task::State::running);
}

TEST(ClusterCommand, WritesScriptsAndRefusesWhatCannotWork) {
    const std::string folder = tests::scratch_folder() + "/new";
    const auto write = [&](std::vector<std::string> more) {
        std::vector<std::string> words{"cluster", "write", "doubling", "--out", folder};
        words.insert(words.end(), more.begin(), more.end());
        return warplens(words);
    };
    EXPECT_TRUE(has(write({"--parts", "1000"}).err, "so write at most"));
    EXPECT_TRUE(has(write({"--parts", "0"}).err, "from 1 to 1000"));
    EXPECT_TRUE(has(write({"--parts", "2", "--time", "1h"}).err, "such as 2:30:00"));
    EXPECT_TRUE(has(write({"--parts", "2", "--scheduler", "lsf"}).err, "write slurm or pbs"));
    EXPECT_TRUE(has(write({"--parts", "2", "--gpus", "0"}).err, "only loops of the processor"));
    EXPECT_TRUE(has(write({"--parts", "2", "--out", "/a b"}).err, "given twice"));
    EXPECT_EQ(write({"--parts", "2", "--dry-run"}).code, lab::exit_right);
    EXPECT_FALSE(std::filesystem::exists(folder));
    EXPECT_EQ(write({"--parts", "2"}).code, lab::exit_right);
    EXPECT_EQ(job_in(folder)->parts, 2u);
    EXPECT_TRUE(std::filesystem::exists(folder + "/parts"));
    const auto merge = warplens({"cluster", "merge", folder});
    EXPECT_EQ(merge.code, lab::exit_bad_file);
    EXPECT_TRUE(has(merge.err, "parts 1-2 are not done")) << merge.err;
    EXPECT_TRUE(has(warplens({"cluster", "sumbit"}).err, "Did you mean submit?"));
}

}  // namespace
