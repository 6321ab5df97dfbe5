// getaddrinfo_a(3), which <netdb.h> shows only where _GNU_SOURCE is defined: that would change what all the other
// system headers declare, and Swift imports those without it.
#ifndef CRESOLVER_H
#define CRESOLVER_H

struct addrinfo;
struct waypost_lookup;

// Begins to look for the TCP addresses of a host, in a thread of the C library. NULL if that cannot be begun.
struct waypost_lookup *waypost_lookup_begin(const char *host, const char *service);

// EAI_INPROGRESS (-100) while it is not known; then 0 or another EAI_ code. Does not wait.
int waypost_lookup_code(struct waypost_lookup *lookup);

// What was found, valid until waypost_lookup_end; NULL unless the code is 0.
const struct addrinfo *waypost_lookup_result(struct waypost_lookup *lookup);

// Ends the lookup. One that the C library cannot give back yet is freed by the end of a later one. Not for two threads.
void waypost_lookup_end(struct waypost_lookup *lookup);

#endif
