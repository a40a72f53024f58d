// What a kernel's words must not do to the program that prints them.
#include <cstdio>

__global__ void print_oddly(int* numbers)
{
    printf("[%ln] [%S] [%y]", numbers, numbers, 1);
    printf(" [%*d] [%.*f] [%-4d] [%03x]\n", 5, 42, 2, 3.14159, 7, 10);
}

__global__ void print_much(int times)
{
    for (int i = 0; i < times; ++i)
        printf("%2000000000d\n", i);
}
