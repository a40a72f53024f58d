// Values of cells that are narrower than the register which they come from.
#include "tests/helpers/flow_runner.h"

namespace {

using namespace flow_test;

// A register is at least 16 bits wide, and the cell takes the lower eight of each lane's.
TEST(StoredBytes, AreThoseOfTheirLane) {
    Runner runner(R"(.version 7.0
.target sm_75
.address_size 64
.visible .entry bytes(.param .u64 output)
{
.shared .align 1 .u8 part[32];
.reg .b64 %rd<3>; .reg .b32 %r<4>; .reg .b16 %rs<2>;
ld.param.u64 %rd1, [output]; cvta.to.global.u64 %rd2, %rd1;
mov.u32 %r1, %tid.x; cvt.u16.u32 %rs1, %r1;
mov.u32 %r2, part; add.u32 %r3, %r2, %r1;
st.shared.u8 [%r3], %rs1;
ret;
}
)");
    runner.floats("output", 1);
    runner.launch("bytes", {}, {32, 1, 1});
    const auto flow = runner.flow();
    int cells = 0;
    for (const Version& version : flow->versions)
        if (version.kind == VersionKind::stored) {
            EXPECT_EQ(version.after, version.thread);
            ++cells;
        }
    EXPECT_EQ(cells, 32);
}

}  // namespace
