/* Notes the time and becomes another program: what it took to get this far is not that program's.
 *
 * stamp FILE PROGRAM [ARGUMENT...]; nanoseconds of CLOCK_MONOTONIC go to FILE.
 */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc < 3) return 64;
    FILE *file = fopen(argv[1], "w");
    if (!file) return perror(argv[1]), 1;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    fprintf(file, "%lld\n", time.tv_sec * 1000000000LL + time.tv_nsec);
    fclose(file);
    execvp(argv[2], argv + 2);
    return perror(argv[2]), 1;
}
