/* The bare limit of storing: rows into SQLite and nothing else.
 *
 * insert FILE ROWS ROWS-PER-COMMIT [PAGE-SIZE]; WAL, synchronous=FULL; microseconds of CPU for a row on standard output.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double cpu(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

int main(int argc, char **argv) {
    if (argc < 4) return 64;
    long rows = atol(argv[2]), per_commit = atol(argv[3]), page = argc > 4 ? atol(argv[4]) : 4096;
    sqlite3 *database;
    sqlite3_stmt *insert;
    char settings[256];
    snprintf(settings, sizeof settings, "PRAGMA page_size=%ld; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
             "CREATE TABLE IF NOT EXISTS fix(id INTEGER PRIMARY KEY, time INTEGER, latitude REAL, longitude REAL,"
             "accuracy REAL, speed REAL, course REAL, altitude REAL)", page);
    if (sqlite3_open(argv[1], &database) || sqlite3_exec(database, settings, 0, 0, 0)
        || sqlite3_prepare_v2(database, "INSERT INTO fix VALUES(NULL,?,?,?,?,?,?,?)", -1, &insert, 0))
        return fprintf(stderr, "%s\n", sqlite3_errmsg(database)), 1;
    double began = cpu();
    for (long row = 0; row < rows; row++) {
        if (row % per_commit == 0) sqlite3_exec(database, "BEGIN IMMEDIATE", 0, 0, 0);
        sqlite3_bind_int64(insert, 1, 1796040000000LL + row * 1000);
        for (int column = 2; column <= 7; column++) sqlite3_bind_double(insert, column, 48.1234567 + row * 1e-5 + column);
        if (sqlite3_step(insert) != SQLITE_DONE) return fprintf(stderr, "%s\n", sqlite3_errmsg(database)), 1;
        sqlite3_reset(insert);
        if (row % per_commit == per_commit - 1 || row == rows - 1) sqlite3_exec(database, "COMMIT", 0, 0, 0);
    }
    printf("%.3f\n", (cpu() - began) / (double)rows);
    sqlite3_finalize(insert);
    return sqlite3_close(database);
}
