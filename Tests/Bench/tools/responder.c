/* The tracker of the benchmarks: takes any request, counts it, and acknowledges it after a fixed time.
 *
 * responder DELAY-MS
 *
 * HTTP/1.1 on a port of loopback, which it writes to its standard output; one thread, so that it costs either side
 * of a comparison the same and little. GET /counts answers what it has counted since GET /reset; neither is counted.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CLIENTS = 256, ROOM = 64 * 1024 };

struct client {
    int fd;
    size_t used;   /* bytes in the buffer */
    long long due; /* when the answer goes out, in ns; 0 while no request waits for one */
    char buffer[ROOM];
};

static struct client clients[CLIENTS];
static struct {
    long long requests, positions, head, body, sent, connections, first, last;
} counts;

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void drop(struct client *client) {
    close(client->fd);
    client->fd = -1;
}

static size_t send_text(struct client *client, const char *body) {
    char date[64], answer[1024];
    time_t seconds = time(NULL);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", gmtime(&seconds));
    int length = snprintf(answer, sizeof answer,
                          "HTTP/1.1 200 OK\r\nDate: %s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n"
                          "x-amzn-RequestId: 5f9c4a1e-7d0f-4c3e-9b8a-0123456789ab\r\n\r\n%s",
                          date, strlen(body), body);
    if (send(client->fd, answer, (size_t)length, MSG_NOSIGNAL) != length) drop(client);
    return (size_t)length;
}

/* The whole length of the request at the start of the buffer; 0 while it has not arrived. */
static size_t whole(struct client *client, size_t *head) {
    char *end = memmem(client->buffer, client->used, "\r\n\r\n", 4);
    if (!end) return 0;
    *head = (size_t)(end + 4 - client->buffer);
    size_t body = 0;
    for (char *line = client->buffer; line < end; line = (char *)memchr(line, '\n', (size_t)(end + 4 - line)) + 1)
        if (!strncasecmp(line, "content-length:", 15)) body = (size_t)atol(line + 15);
    return client->used >= *head + body ? *head + body : 0;
}

static void take(struct client *client, long long delay) {
    size_t head, length = whole(client, &head);
    if (!length) return;
    if (!memcmp(client->buffer, "GET /reset ", 11)) {
        memset(&counts, 0, sizeof counts);
        send_text(client, "{}");
    } else if (!memcmp(client->buffer, "GET /counts ", 12)) {
        char text[512];
        snprintf(text, sizeof text,
                 "{\"requests\":%lld,\"positions\":%lld,\"head\":%lld,\"body\":%lld,\"sent\":%lld,\"connections\":%lld,"
                 "\"first_ns\":%lld,\"last_ns\":%lld}",
                 counts.requests, counts.positions, counts.head, counts.body, counts.sent, counts.connections,
                 counts.first, counts.last);
        send_text(client, text);
    } else {
        counts.requests++;
        counts.head += (long long)head;
        counts.body += (long long)(length - head);
        char *end = client->buffer + length;
        for (char *at = client->buffer + head; (at = memmem(at, (size_t)(end - at), "\"SampleTime\"", 12)); at++)
            counts.positions++;
        client->due = now() + delay;
    }
    client->used -= length;
    memmove(client->buffer, client->buffer + length, client->used);
}

static void answer(struct client *client) {
    client->due = 0;
    counts.sent += (long long)send_text(client, "{\"Errors\":[]}");
    counts.last = now();
    if (!counts.first) counts.first = counts.last;
}

static void receive(struct client *client, long long delay) {
    ssize_t count = recv(client->fd, client->buffer + client->used, ROOM - client->used, MSG_DONTWAIT);
    if (count > 0) {
        client->used += (size_t)count;
        if (!client->due) take(client, delay);
    } else if (count == 0 || errno != EAGAIN) {
        drop(client);
    }
}

static void add(int listener) {
    int fd = accept(listener, NULL, NULL), yes = 1;
    if (fd < 0) return;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    counts.connections++;
    for (int i = 0; i < CLIENTS; i++)
        if (clients[i].fd < 0) {
            clients[i].fd = fd;
            clients[i].used = 0;
            clients[i].due = 0;
            return;
        }
    close(fd);
}

int main(int argc, char **argv) {
    long long delay = argc > 1 ? atoll(argv[1]) * 1000000 : 0;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, size) || listen(listener, 64)) return perror("listen"), 1;
    getsockname(listener, (struct sockaddr *)&address, &size);
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    for (int i = 0; i < CLIENTS; i++) clients[i].fd = -1;
    for (;;) {
        struct pollfd polled[CLIENTS + 1] = {{.fd = listener, .events = POLLIN}};
        long long nearest = 0;
        for (int i = 0; i < CLIENTS; i++) {
            polled[i + 1] = (struct pollfd){.fd = clients[i].fd, .events = POLLIN};
            if (clients[i].fd >= 0 && clients[i].due && (!nearest || clients[i].due < nearest)) nearest = clients[i].due;
        }
        struct timespec wait = {0};
        if (nearest > now()) wait.tv_nsec = (nearest - now()) % 1000000000, wait.tv_sec = (nearest - now()) / 1000000000;
        if (wait.tv_nsec < 0 || wait.tv_sec < 0) wait = (struct timespec){0};
        ppoll(polled, CLIENTS + 1, nearest ? &wait : NULL, NULL);
        for (int i = 0; i < CLIENTS; i++) {
            struct client *client = &clients[i];
            if (client->fd < 0) continue;
            if (polled[i + 1].revents) receive(client, delay);
            if (client->fd >= 0 && client->due && client->due <= now()) {
                answer(client);
                if (client->fd >= 0) take(client, delay);
            }
        }
        if (polled[0].revents) add(listener);
    }
}
