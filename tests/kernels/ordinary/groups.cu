// Cooperative groups: tiles of eight threads add their numbers; of those that hold a positive one,
// the first in its warp counts them.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void groups(const int* numbers, int* sums, int* positive)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
    int i = blockIdx.x * block.size() + block.thread_rank();
    int mine = numbers[i], sum = mine;
    for (int d = tile.size() / 2; d > 0; d /= 2)
        sum += tile.shfl_down(sum, d);
    if (tile.thread_rank() == 0)
        sums[i / 8] = sum;
    if (mine > 0) {
        cg::coalesced_group active = cg::coalesced_threads();
        if (active.thread_rank() == 0)
            atomicAdd(positive, (int)active.size());
    }
}
