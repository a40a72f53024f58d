// How the process ended that asks a driver first, and whose doing that was.
#include <gtest/gtest.h>

#include "lab/time/asked_first.h"

namespace {

using Ending = platform::Ending;

std::string told(int code, const std::string& output, Ending::How how = Ending::How::exited) {
    Ending ending;
    ending.how = how;
    ending.code = code;
    ending.output = output;
    return lab::what_driver_did(ending);
}

TEST(AskedFirst, OnlyWhatEndsBehindTheBeginningIsTheDriversDoing) {
    const std::string begun = "The driver is asked.\n",
                      answered = begun + "The driver has answered.\n";
    EXPECT_EQ(told(0, answered), "");
    EXPECT_EQ(told(139, answered + "behind it"), "");
    EXPECT_EQ(told(255, ""), "") << "a profiler ended it";
    EXPECT_EQ(told(0, begun, Ending::How::too_long),
              "The NVIDIA driver is installed, but it did not answer within 20 s.");
    EXPECT_EQ(told(0, "", Ending::How::too_long), "") << "it never began";
    EXPECT_EQ(told(127, "", Ending::How::not_started), "");
    const std::string ends =
        "The NVIDIA driver is installed, but it ends every program that "
        "opens it (";
    EXPECT_EQ(told(0, begun), ends + "exit code 0): install it again.");
    EXPECT_EQ(told(139, begun), ends + "Segmentation fault): install it again.");
    EXPECT_EQ(told(7, begun + "warplens doctor: It does not answer.\n"), "It does not answer.");
}

}  // namespace
