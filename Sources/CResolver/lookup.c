#define _GNU_SOURCE
#include "CResolver.h"

#include <netdb.h>
#include <stdlib.h>
#include <string.h>

struct waypost_lookup {
    struct gaicb request;
    struct waypost_lookup *next;
    struct addrinfo hints;
    char text[];
};

// Lookups that were given up while the C library's thread could still write to them.
static struct waypost_lookup *abandoned;

static void release(struct waypost_lookup *lookup) {
    if (lookup->request.ar_result != NULL) freeaddrinfo(lookup->request.ar_result);
    free(lookup);
}

static void release_abandoned(void) {
    struct waypost_lookup **place = &abandoned;
    while (*place != NULL) {
        struct waypost_lookup *lookup = *place;
        if (gai_error(&lookup->request) == EAI_INPROGRESS) {
            place = &lookup->next;
        } else {
            *place = lookup->next;
            release(lookup);
        }
    }
}

struct waypost_lookup *waypost_lookup_begin(const char *host, const char *service) {
    size_t host_size = strlen(host) + 1, service_size = strlen(service) + 1;
    struct waypost_lookup *lookup = calloc(1, sizeof *lookup + host_size + service_size);
    if (lookup == NULL) return NULL;
    memcpy(lookup->text, host, host_size);
    memcpy(lookup->text + host_size, service, service_size);
    lookup->hints.ai_socktype = SOCK_STREAM;
    lookup->request.ar_name = lookup->text;
    lookup->request.ar_service = lookup->text + host_size;
    lookup->request.ar_request = &lookup->hints;
    struct gaicb *list[] = {&lookup->request};
    if (getaddrinfo_a(GAI_NOWAIT, list, 1, NULL) != 0) {
        free(lookup);
        return NULL;
    }
    return lookup;
}

int waypost_lookup_code(struct waypost_lookup *lookup) { return gai_error(&lookup->request); }

const struct addrinfo *waypost_lookup_result(struct waypost_lookup *lookup) {
    return gai_error(&lookup->request) == 0 ? lookup->request.ar_result : NULL;
}

void waypost_lookup_end(struct waypost_lookup *lookup) {
    release_abandoned();
    if (gai_error(&lookup->request) == EAI_INPROGRESS && gai_cancel(&lookup->request) == EAI_NOTCANCELED) {
        lookup->next = abandoned;
        abandoned = lookup;
    } else {
        release(lookup);
    }
}
