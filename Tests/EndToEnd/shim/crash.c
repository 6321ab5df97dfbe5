/* Stands between a program and the kernel (LD_PRELOAD): kills the program before its k-th call that changes a file or
 * sends, or lets that call fail, or all calls for as long as a file exists, and records these calls.
 *
 *   CRASH_ROOT   only files below this folder count, and every datagram or byte that is sent
 *   CRASH_AT     the number of the call, from 1; 0 or unset: none
 *   CRASH_ERRNO  that call fails with this error, instead of the death of the process; sending never fails. Here the
 *                opening of a file counts too
 *   CRASH_WHILE  while this file exists, every call that counts fails with that error
 *   CRASH_TRACE  a file to which each call is appended as a struct record, its name, and its bytes
 *
 * Standard output and error do not count: nothing depends on them.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct record {
    uint64_t time; /* CLOCK_MONOTONIC, ns */
    uint64_t inode;
    int64_t offset; /* of a write; the size of a truncation */
    uint32_t length;
    uint16_t kind; /* a letter */
    uint16_t name;
};

static const char *root, *sick;
static long crash_at;
static int fault;
static int trace = -1;
static long calls;

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("CRASH_AT"), *error = getenv("CRASH_ERRNO"), *path = getenv("CRASH_TRACE");
    root = getenv("CRASH_ROOT");
    sick = getenv("CRASH_WHILE");
    crash_at = at ? atol(at) : 0;
    fault = error ? atoi(error) : 0;
    if (path) trace = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int below_root(const char *path) { return root && strncmp(path, root, strlen(root)) == 0; }

/* Whether the descriptor is a file below the root; its path. */
static int is_ours(int fd, char path[PATH_MAX]) {
    char link[40];
    if (fd <= 2 || !root) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return below_root(path);
}

/* The next of the calls that count: the process may end here. Returns 1 if the call has to fail. */
static int reach(int can_fail) {
    int is_sick = sick && can_fail && syscall(SYS_faccessat, AT_FDCWD, sick, F_OK) == 0;
    if (__atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST) != crash_at && !is_sick) return 0;
    if (!fault) {
        kill(getpid(), SIGKILL);
        pause();
    }
    errno = fault;
    return can_fail;
}

static void note(char kind, uint64_t inode, int64_t offset, const char *name, const void *bytes, size_t length) {
    if (trace < 0) return;
    int kept = errno;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    struct record record = {
        .time = (uint64_t)now.tv_sec * 1000000000u + now.tv_nsec, .inode = inode, .offset = offset,
        .length = length, .kind = kind, .name = strlen(name),
    };
    struct iovec parts[3] = {
        {&record, sizeof record}, {(void *)name, record.name}, {(void *)bytes, length},
    };
    syscall(SYS_writev, trace, parts, 3);
    errno = kept;
}

static uint64_t inode_of(int fd) {
    struct stat status;
    return fstat(fd, &status) == 0 ? status.st_ino : 0;
}

static void note_write(int fd, int64_t offset, const char *path, const void *bytes, ssize_t length) {
    if (length > 0) note('W', inode_of(fd), offset, path, bytes, length);
}

/* Files */

static int open_file(int (*real)(const char *, int, ...), const char *path, int flags, mode_t mode) {
    if (!below_root(path)) return real(path, flags, mode);
    int is_new = (flags & O_CREAT) && faccessat(AT_FDCWD, path, F_OK, 0) != 0;
    if (fault && reach(1)) return -1;
    int fd = real(path, flags, mode);
    if (fd >= 0) note(is_new ? 'C' : 'O', inode_of(fd), 0, path, NULL, 0);
    return fd;
}

static mode_t mode_of(int flags, va_list rest) { return flags & O_CREAT ? va_arg(rest, mode_t) : 0; }

int open(const char *path, int flags, ...) {
    REAL(open);
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return open_file(real, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    REAL(open64);
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return open_file(real, path, flags, mode);
}

ssize_t write(int fd, const void *bytes, size_t length) {
    REAL(write);
    char path[PATH_MAX];
    if (!is_ours(fd, path)) return real(fd, bytes, length);
    if (reach(1)) return -1;
    int64_t offset = lseek(fd, 0, SEEK_CUR);
    ssize_t written = real(fd, bytes, length);
    note_write(fd, offset, path, bytes, written);
    return written;
}

static ssize_t write_at(
    ssize_t (*real)(int, const void *, size_t, off_t), int fd, const void *bytes, size_t length, off_t offset) {
    char path[PATH_MAX];
    if (!is_ours(fd, path)) return real(fd, bytes, length, offset);
    if (reach(1)) return -1;
    ssize_t written = real(fd, bytes, length, offset);
    note_write(fd, offset, path, bytes, written);
    return written;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
    REAL(pwrite);
    return write_at(real, fd, bytes, length, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
    REAL(pwrite64);
    return write_at(real, fd, bytes, length, offset);
}

static int sync_file(int (*real)(int), int fd) {
    char path[PATH_MAX];
    if (!is_ours(fd, path)) return real(fd);
    if (reach(1)) return -1;
    int result = real(fd);
    if (result == 0) note('S', inode_of(fd), 0, path, NULL, 0);
    return result;
}

int fsync(int fd) {
    REAL(fsync);
    return sync_file(real, fd);
}

int fdatasync(int fd) {
    REAL(fdatasync);
    return sync_file(real, fd);
}

static int truncate_file(int (*real)(int, off_t), int fd, off_t size) {
    char path[PATH_MAX];
    if (!is_ours(fd, path)) return real(fd, size);
    if (reach(1)) return -1;
    int result = real(fd, size);
    if (result == 0) note('T', inode_of(fd), size, path, NULL, 0);
    return result;
}

int ftruncate(int fd, off_t size) {
    REAL(ftruncate);
    return truncate_file(real, fd, size);
}

int ftruncate64(int fd, off64_t size) {
    REAL(ftruncate64);
    return truncate_file(real, fd, size);
}

/* Sets blocks aside; the size of the file grows to their end. Returns the error. */
static int set_aside(int (*real)(int, off_t, off_t), int fd, off_t offset, off_t length) {
    char path[PATH_MAX];
    if (!is_ours(fd, path)) return real(fd, offset, length);
    if (reach(1)) return errno;
    int result = real(fd, offset, length);
    if (result == 0) note('T', inode_of(fd), offset + length, path, NULL, 0);
    return result;
}

int posix_fallocate(int fd, off_t offset, off_t length) {
    REAL(posix_fallocate);
    return set_aside(real, fd, offset, length);
}

int posix_fallocate64(int fd, off64_t offset, off64_t length) {
    REAL(posix_fallocate64);
    return set_aside(real, fd, offset, length);
}

int rename(const char *from, const char *to) {
    REAL(rename);
    if (!below_root(from)) return real(from, to);
    if (reach(1)) return -1;
    int result = real(from, to);
    if (result == 0) note('R', 0, 0, from, to, strlen(to));
    return result;
}

int unlink(const char *path) {
    REAL(unlink);
    if (!below_root(path)) return real(path);
    if (reach(1)) return -1;
    int result = real(path);
    if (result == 0) note('U', 0, 0, path, NULL, 0);
    return result;
}

/* Sockets */

ssize_t send(int fd, const void *bytes, size_t length, int flags) {
    REAL(send);
    reach(0);
    ssize_t sent = real(fd, bytes, length, flags);
    if (sent > 0) note('M', 0, 0, "", bytes, sent);
    return sent;
}

ssize_t sendto(int fd, const void *bytes, size_t length, int flags, const struct sockaddr *to, socklen_t size) {
    REAL(sendto);
    reach(0);
    ssize_t sent = real(fd, bytes, length, flags, to, size);
    if (sent > 0) note('M', 0, 0, "", bytes, sent);
    return sent;
}

ssize_t recv(int fd, void *bytes, size_t length, int flags) {
    REAL(recv);
    ssize_t received = real(fd, bytes, length, flags);
    if (received > 0) note('I', 0, 0, "", bytes, received);
    return received;
}
