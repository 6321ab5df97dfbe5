#include <gps.h>

// libgps 3.22 declares the line as char *, later ones as const char *; none of them writes to it.
static inline int waypost_gps_unpack(char *line, struct gps_data_t *data) { return gps_unpack(line, data); }
