#include <curl/curl.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <time.h>

// Swift cannot call variadic functions: one typed wrapper for each type of argument.

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_bytes_callback(CURL *easy, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_tls_callback(CURL *easy, curl_ssl_ctx_callback value) {
    return curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, value);
}

static inline CURLcode ccurl_set_open_callback(CURL *easy, curl_opensocket_callback value) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}

static inline CURLcode ccurl_set_close_callback(CURL *easy, curl_closesocket_callback value) {
    return curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, value);
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode ccurl_multi_set_pointer(CURLM *multi, CURLMoption option, void *value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode ccurl_multi_set_socket_callback(CURLM *multi, curl_socket_callback value) {
    return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, value);
}

static inline CURLMcode ccurl_multi_set_timer_callback(CURLM *multi, curl_multi_timer_callback value) {
    return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, value);
}

static inline CURLSHcode ccurl_share_sessions(CURLSH *share) {
    return curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
}

static inline CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode ccurl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode ccurl_get_socket(CURL *easy, CURLINFO info, curl_socket_t *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode ccurl_get_pointer(CURL *easy, CURLINFO info, void **value) {
    return curl_easy_getinfo(easy, info, value);
}

/// Certificates presented to `context` (an SSL_CTX) are judged as of `instant`, not by the system clock.
static inline void ccurl_verify_at(void *context, time_t instant) {
    X509_VERIFY_PARAM_set_time(SSL_CTX_get0_param((SSL_CTX *)context), instant);
}

/// Milliseconds since data came in on a TCP socket; 0 if the kernel does not say. Field tcpi_last_data_recv of the same
/// struct.
static inline unsigned ccurl_tcp_silence(int descriptor) {
    unsigned info[26] = {0};
    socklen_t length = sizeof info;
    return getsockopt(descriptor, IPPROTO_TCP, 11, info, &length) == 0 && length >= 56 ? info[52 / 4] : 0;
}

/// Has the kernel give a TCP connection up on which what was sent stays without an acknowledgement for so many
/// milliseconds. TCP_USER_TIMEOUT is 18 (linux/tcp.h).
static inline void ccurl_tcp_give_up_after(int descriptor, unsigned milliseconds) {
    setsockopt(descriptor, IPPROTO_TCP, 18, &milliseconds, sizeof milliseconds);
}

/// Payload bytes that the kernel has sent (again, if need be) and received on a TCP socket; false if it does not say.
///
/// Reads tcpi_bytes_received and tcpi_bytes_sent of linux/tcp.h's struct tcp_info, whose layout only ever grows. That
/// header cannot be included: netinet/tcp.h, which Swift's Glibc module brings along, declares an older struct of that
/// name. TCP_INFO is 11 in both.
static inline bool ccurl_tcp_bytes(int descriptor, unsigned long long *sent, unsigned long long *received) {
    unsigned long long info[26] = {0};
    socklen_t length = sizeof info;
    if (getsockopt(descriptor, IPPROTO_TCP, 11, info, &length) != 0 || length < sizeof info) return false;
    *received = info[128 / 8];
    *sent = info[200 / 8];
    return true;
}
