#ifndef WAYPOST_CFAULTYDISK_H
#define WAYPOST_CFAULTYDISK_H

#include <stdint.h>

/* What befalls the files that one simulated process opens with SQLite. */
typedef struct {
    /* SQLite's code for a write or truncation that fails now; 0 for none. SQLITE_FULL lets writes within a file pass. */
    int error;
    /* The same for syncs. */
    int sync_error;
    /* Of 1000 writes or syncs, so many fail while there is an error. */
    int error_rate;
    /* No file can be changed, or opened to be. */
    int read_only;
    /* The process is killed at this change, counted in `changes`; 0 for never. */
    int64_t kill_at;
    /* True once it is killed: no change reaches a file any more. */
    int is_dead;
    /* Writes, truncations and removals so far. */
    int64_t changes;
    /* How many of them, and of the syncs, failed. */
    int64_t failures;
    int64_t syncs;
    /* The greatest size of a WAL, and of a database, in bytes. */
    int64_t largest_wal;
    int64_t largest_database;
    /* State of the generator that draws what fails. */
    uint64_t random;
    /* The files that are open. */
    void *files;
} faulty_disk;

/* Puts the shim before SQLite's own access to files. To be called before the first `faulty_disk_use`. */
int faulty_disk_install(void);

/* Files that this thread opens from here on belong to `disk`, which must outlive them; NULL for no disk: no faults. */
void faulty_disk_use(faulty_disk *disk);

/* The power goes: of what was written since the last sync of a file there is, by chance, some, all, none, or a torn
   part of the last write. */
void faulty_disk_cut_power(faulty_disk *disk);

#endif
