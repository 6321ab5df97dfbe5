/* Counts what a program asks of the C library: to be preloaded into it.
 *
 * At the end of the program its counts are written to the file that WAYPOST_COUNTS names, as JSON: allocations (malloc,
 * calloc, realloc, aligned_alloc, posix_memalign), bytes written to files by the end of their names, and syncs by the same.
 * Programs whose standard library is linked in still load the C library, so nothing of them is missed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_llong allocations, allocated, wal_bytes, database_bytes, other_bytes, wal_syncs, other_syncs;

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void count(size_t size) {
    allocations++;
    allocated += (long long)size;
}

void *malloc(size_t size) { return count(size), __libc_malloc(size); }
void *calloc(size_t number, size_t size) { return count(number * size), __libc_calloc(number, size); }
void *realloc(void *old, size_t size) { return count(size), __libc_realloc(old, size); }
void *aligned_alloc(size_t alignment, size_t size) { return count(size), __libc_memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    count(size);
    *result = __libc_memalign(alignment, size);
    return *result ? 0 : 12;
}

/* The kinds of file that matter: the WAL of a database, the database, all else. */
static char kind(int fd) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 4) return 'o';
    path[length] = 0;
    if (!strcmp(path + length - 4, "-wal")) return 'w';
    return strcmp(path + length - 3, ".db") ? 'o' : 'd';
}

static void wrote(int fd, ssize_t bytes) {
    if (bytes <= 0) return;
    switch (kind(fd)) {
    case 'w': wal_bytes += bytes; break;
    case 'd': database_bytes += bytes; break;
    default: other_bytes += bytes;
    }
}

/* The C library's own function of this name, into the static `real`. */
#define FIND(name) \
    if (!real) real = dlsym(RTLD_NEXT, name)

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset) {
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    FIND("pwrite64");
    ssize_t written = real(fd, bytes, size, offset);
    return wrote(fd, written), written;
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset) { return pwrite64(fd, bytes, size, offset); }

ssize_t write(int fd, const void *bytes, size_t size) {
    static ssize_t (*real)(int, const void *, size_t);
    FIND("write");
    ssize_t written = real(fd, bytes, size);
    return wrote(fd, written), written;
}

static void synced(int fd) {
    if (kind(fd) == 'w') wal_syncs++; else other_syncs++;
}

int fdatasync(int fd) {
    static int (*real)(int);
    FIND("fdatasync");
    return synced(fd), real(fd);
}

int fsync(int fd) {
    static int (*real)(int);
    FIND("fsync");
    return synced(fd), real(fd);
}

__attribute__((destructor)) static void report(void) {
    const char *path = getenv("WAYPOST_COUNTS");
    if (!path) return;
    long long made = allocations, bytes = allocated;
    char text[512];
    int length = snprintf(text, sizeof text,
                          "{\"allocations\":%lld,\"allocated\":%lld,\"wal_bytes\":%lld,\"database_bytes\":%lld,"
                          "\"other_bytes\":%lld,\"wal_syncs\":%lld,\"other_syncs\":%lld}\n",
                          made, bytes, (long long)wal_bytes, (long long)database_bytes, (long long)other_bytes,
                          (long long)wal_syncs, (long long)other_syncs);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (fd < 0) return;
    if (write(fd, text, (size_t)length) != length) perror(path);
    close(fd);
}
