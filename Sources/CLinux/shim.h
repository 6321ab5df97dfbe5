// The module is compiled once and kept: its date is that of the build, which is what is wanted here.
#pragma clang diagnostic ignored "-Wpch-date-time"
#include <getopt.h>
#include <linux/magic.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/vfs.h>

/// getopt(3) keeps its place in globals, which Swift 6 does not let through: these lines read and reset them.
static inline void waypost_getopt_restart(void) { optind = 0; opterr = 0; }
static inline int waypost_getopt_next_index(void) { return optind; }
static inline const char *waypost_getopt_argument(void) { return optarg; }
static inline int waypost_getopt_option(void) { return optopt; }

/// "Mmm dd yyyy" of the build; follows SOURCE_DATE_EPOCH where the compiler does (clang 16 and later).
static inline const char *waypost_build_date(void) { return __DATE__; }

/// ioctl(2) is variadic. Columns of the terminal `fd`, or 0 if it is none or does not say.
static inline int waypost_terminal_columns(int fd) {
    struct winsize size;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// Likewise its rows.
static inline int waypost_terminal_rows(int fd) {
    struct winsize size;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

/// The child closes every descriptor from `from` on. In glibc since 2.34, but declared for _GNU_SOURCE alone.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
