#ifndef WAYPOST_CSQLITE_SHIM_H
#define WAYPOST_CSQLITE_SHIM_H

#include <sqlite3.h>

/* sqlite3_db_config is variadic; every option that waypost uses takes an int and a pointer to the resulting value. */
static inline int csqlite_db_config_switch(sqlite3 *db, int option, int on, int *result) {
    return sqlite3_db_config(db, option, on, result);
}

/* SQLITE_TRANSIENT is a cast macro: SQLite copies the bytes before the call returns. */
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

#endif
