/* The bare limit of delivery: the same bytes over plain sockets, and nothing read of the answers but their length.
 *
 * post PORT REQUESTS BYTES AT-A-TIME; prints seconds and microseconds of CPU for a request.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static double seconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
    if (argc < 5) return 64;
    int requests = atoi(argv[2]), bytes = atoi(argv[3]), lanes = atoi(argv[4]), sent = 0, done = 0;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(argv[1])),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (bytes < 100) return 64;
    char *request = malloc((size_t)bytes), answer[4096];
    memset(request, ' ', (size_t)bytes);
    /* Five digits always, so that the head has one length. */
    int head = snprintf(request, 100, "POST /positions HTTP/1.1\r\nHost: x\r\nContent-Length: %05u\r\n\r\n", 0U);
    for (int at = head - 5, rest = bytes - head; at >= head - 9; at--, rest /= 10) request[at] = (char)('0' + rest % 10);
    request[head] = ' ';
    struct pollfd polled[16];
    if (lanes < 1 || lanes > 16) return 64;
    double began = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (int i = 0; i < lanes; i++) {
        polled[i] = (struct pollfd){.fd = socket(AF_INET, SOCK_STREAM, 0), .events = POLLIN};
        if (connect(polled[i].fd, (struct sockaddr *)&address, sizeof address)) return perror("connect"), 1;
        if (sent < requests && send(polled[i].fd, request, (size_t)bytes, 0) == bytes) sent++;
    }
    while (done < requests) {
        poll(polled, (nfds_t)lanes, -1);
        for (int i = 0; i < lanes; i++) {
            if (!polled[i].revents) continue;
            if (recv(polled[i].fd, answer, sizeof answer, 0) <= 0) return perror("recv"), 1;
            done++;
            if (sent < requests && send(polled[i].fd, request, (size_t)bytes, 0) == bytes) sent++;
        }
    }
    printf("%.6f %.3f\n", seconds(CLOCK_MONOTONIC) - began,
           (seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu) * 1e6 / requests);
    return 0;
}
