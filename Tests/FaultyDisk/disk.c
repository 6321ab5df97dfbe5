/* A layer between SQLite and its files that fails as disks do, and stops as processes do when they are killed. */
#include "CFaultyDisk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

/* A write since the last sync, with what was there before. */
typedef struct pending {
    struct pending *earlier;
    sqlite3_int64 offset;
    int length;
    int old_length;
    char bytes[]; /* the new ones, then the old ones */
} pending;

typedef struct file {
    sqlite3_file base;
    faulty_disk *disk;
    int is_wal;
    pending *last;
    struct file *next;
} file;

static sqlite3_vfs *real;
static int installed = SQLITE_ERROR;
static sqlite3_vfs shim;
static __thread faulty_disk *current;

static file *as_file(sqlite3_file *opened) { return (file *)opened; }
/* The real file lies behind ours. */
static sqlite3_file *inner(sqlite3_file *opened) { return (sqlite3_file *)(as_file(opened) + 1); }

static uint64_t draw(faulty_disk *disk) {
    disk->random += 0x9e3779b97f4a7c15u;
    uint64_t mixed = disk->random;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
}

static int fails(faulty_disk *disk, int error) {
    if (error == 0 || (int)(draw(disk) % 1000) >= disk->error_rate) return 0;
    disk->failures++;
    return 1;
}

/* Counts a change; false if it is not to happen, because the process is dead or dies at it. */
static int changes(faulty_disk *disk) {
    if (disk->is_dead) return 0;
    disk->changes++;
    if (disk->kill_at != 0 && disk->changes >= disk->kill_at) disk->is_dead = 1;
    return !disk->is_dead;
}

static void forget(file *opened) {
    while (opened->last != NULL) {
        pending *gone = opened->last;
        opened->last = gone->earlier;
        free(gone);
    }
}

static void remember(sqlite3_file *opened, const void *bytes, int length, sqlite3_int64 offset) {
    sqlite3_int64 size = 0;
    inner(opened)->pMethods->xFileSize(inner(opened), &size);
    sqlite3_int64 rest = size > offset ? size - offset : 0;
    int old = rest < length ? (int)rest : length;
    pending *write = malloc(sizeof *write + (size_t)length + (size_t)old);
    if (write == NULL) return;
    *write = (pending){.earlier = as_file(opened)->last, .offset = offset, .length = length, .old_length = old};
    memcpy(write->bytes, bytes, (size_t)length);
    if (old > 0) inner(opened)->pMethods->xRead(inner(opened), write->bytes + length, old, offset);
    as_file(opened)->last = write;
}

static int shim_close(sqlite3_file *opened) {
    file *closing = as_file(opened);
    forget(closing);
    file **link = (file **)&closing->disk->files;
    while (*link != NULL && *link != closing) link = &(*link)->next;
    if (*link != NULL) *link = closing->next;
    return inner(opened)->pMethods->xClose(inner(opened));
}

static int shim_read(sqlite3_file *opened, void *bytes, int length, sqlite3_int64 offset) {
    return inner(opened)->pMethods->xRead(inner(opened), bytes, length, offset);
}

static int shim_write(sqlite3_file *opened, const void *bytes, int length, sqlite3_int64 offset) {
    faulty_disk *disk = as_file(opened)->disk;
    if (!changes(disk)) return SQLITE_IOERR_WRITE;
    if (disk->read_only) return SQLITE_IOERR_WRITE;
    if (fails(disk, disk->error)) {
        sqlite3_int64 size = 0;
        inner(opened)->pMethods->xFileSize(inner(opened), &size);
        if (disk->error != SQLITE_FULL || offset + length > size) return disk->error;
    }
    remember(opened, bytes, length, offset);
    int64_t *largest = as_file(opened)->is_wal ? &disk->largest_wal : &disk->largest_database;
    if (offset + length > *largest) *largest = offset + length;
    return inner(opened)->pMethods->xWrite(inner(opened), bytes, length, offset);
}

static int shim_truncate(sqlite3_file *opened, sqlite3_int64 size) {
    faulty_disk *disk = as_file(opened)->disk;
    if (!changes(disk)) return SQLITE_IOERR_TRUNCATE;
    if (disk->read_only || fails(disk, disk->error)) return SQLITE_IOERR_TRUNCATE;
    forget(as_file(opened));
    return inner(opened)->pMethods->xTruncate(inner(opened), size);
}

static int shim_sync(sqlite3_file *opened, int flags) {
    faulty_disk *disk = as_file(opened)->disk;
    if (disk->is_dead) return SQLITE_IOERR_FSYNC;
    disk->syncs++;
    if (fails(disk, disk->sync_error)) return SQLITE_IOERR_FSYNC;
    forget(as_file(opened));
    (void)flags; /* Nothing here outlives the machine that the simulation runs on. */
    return SQLITE_OK;
}

static int shim_size(sqlite3_file *opened, sqlite3_int64 *size) {
    return inner(opened)->pMethods->xFileSize(inner(opened), size);
}

static int shim_lock(sqlite3_file *opened, int level) {
    return inner(opened)->pMethods->xLock(inner(opened), level);
}

static int shim_unlock(sqlite3_file *opened, int level) {
    return inner(opened)->pMethods->xUnlock(inner(opened), level);
}

static int shim_reserved(sqlite3_file *opened, int *result) {
    return inner(opened)->pMethods->xCheckReservedLock(inner(opened), result);
}

static int shim_control(sqlite3_file *opened, int operation, void *argument) {
    return inner(opened)->pMethods->xFileControl(inner(opened), operation, argument);
}

static int shim_sector(sqlite3_file *opened) { return inner(opened)->pMethods->xSectorSize(inner(opened)); }

static int shim_characteristics(sqlite3_file *opened) {
    return inner(opened)->pMethods->xDeviceCharacteristics(inner(opened));
}

static int shim_map(sqlite3_file *opened, int page, int size, int extend, void volatile **memory) {
    return inner(opened)->pMethods->xShmMap(inner(opened), page, size, extend, memory);
}

static int shim_shm_lock(sqlite3_file *opened, int offset, int count, int flags) {
    return inner(opened)->pMethods->xShmLock(inner(opened), offset, count, flags);
}

static void shim_barrier(sqlite3_file *opened) { inner(opened)->pMethods->xShmBarrier(inner(opened)); }

static int shim_unmap(sqlite3_file *opened, int removes) {
    return inner(opened)->pMethods->xShmUnmap(inner(opened), removes && !as_file(opened)->disk->is_dead);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = shim_close,
    .xRead = shim_read,
    .xWrite = shim_write,
    .xTruncate = shim_truncate,
    .xSync = shim_sync,
    .xFileSize = shim_size,
    .xLock = shim_lock,
    .xUnlock = shim_unlock,
    .xCheckReservedLock = shim_reserved,
    .xFileControl = shim_control,
    .xSectorSize = shim_sector,
    .xDeviceCharacteristics = shim_characteristics,
    .xShmMap = shim_map,
    .xShmLock = shim_shm_lock,
    .xShmBarrier = shim_barrier,
    .xShmUnmap = shim_unmap,
};

static int shim_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *opened, int flags, int *result) {
    (void)vfs;
    if (current == NULL) return real->xOpen(real, name, opened, flags, result);
    file *opening = as_file(opened);
    memset(opening, 0, sizeof *opening);
    if (current->is_dead) return SQLITE_CANTOPEN;
    if (current->read_only && flags & SQLITE_OPEN_READWRITE) return SQLITE_CANTOPEN;
    int code = real->xOpen(real, name, inner(opened), flags, result);
    if (code != SQLITE_OK) return code;
    opening->base.pMethods = &methods;
    opening->disk = current;
    opening->is_wal = (flags & SQLITE_OPEN_WAL) != 0;
    opening->next = current->files;
    current->files = opening;
    return SQLITE_OK;
}

static int shim_delete(sqlite3_vfs *vfs, const char *name, int sync) {
    (void)vfs;
    if (current != NULL && (!changes(current) || current->read_only)) return SQLITE_IOERR_DELETE;
    return real->xDelete(real, name, sync);
}

static void install(void) {
    sqlite3_vfs *found = sqlite3_vfs_find(NULL);
    if (found == NULL) return;
    shim = *found;
    shim.zName = "faulty-disk";
    shim.szOsFile = (int)sizeof(file) + found->szOsFile;
    shim.xOpen = shim_open;
    shim.xDelete = shim_delete;
    real = found;
    installed = sqlite3_vfs_register(&shim, 1);
}

/* Tests run side by side: a second one must not find this layer where it looks for the real one. */
int faulty_disk_install(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    return installed;
}

void faulty_disk_use(faulty_disk *disk) { current = disk; }

/* Writes back what was there before, the last write first. */
static void undo(file *opened) {
    sqlite3_file *below = inner(&opened->base);
    sqlite3_int64 size = -1;
    for (pending *write = opened->last; write != NULL; write = write->earlier) {
        if (write->old_length > 0) {
            below->pMethods->xWrite(below, write->bytes + write->length, write->old_length, write->offset);
        }
        if (write->old_length < write->length) size = write->offset + write->old_length;
    }
    if (size >= 0) below->pMethods->xTruncate(below, size);
}

static void redo(file *opened, pending *write, int share, int last) {
    if (write == NULL) return;
    redo(opened, write->earlier, share, 0);
    faulty_disk *disk = opened->disk;
    if ((int)(draw(disk) % 4) >= share) return;
    int length = last ? (int)(draw(disk) % (uint64_t)(write->length + 1)) : write->length;
    sqlite3_file *below = inner(&opened->base);
    if (length > 0) below->pMethods->xWrite(below, write->bytes, length, write->offset);
}

void faulty_disk_cut_power(faulty_disk *disk) {
    disk->is_dead = 1;
    for (file *opened = disk->files; opened != NULL; opened = opened->next) {
        undo(opened);
        redo(opened, opened->last, (int)(draw(disk) % 5), draw(disk) % 2 == 0);
        forget(opened);
    }
}
