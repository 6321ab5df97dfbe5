#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <microhttpd.h>

/* Swift cannot call variadic functions: the options come as the array that MHD_OPTION_ARRAY takes. */
static inline struct MHD_Daemon *cmicrohttpd_start(
    unsigned int flags, MHD_AccessHandlerCallback handler, void *closure, struct MHD_OptionItem *options)
{
    return MHD_start_daemon(flags, 0, NULL, NULL, handler, closure, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

/* MHD_OPTION_NOTIFY_COMPLETED takes its function as an integer, which Swift has no cast for. */
static inline intptr_t cmicrohttpd_completed(MHD_RequestCompletedCallback callback) { return (intptr_t)callback; }

/* Likewise MHD_OPTION_UNESCAPE_CALLBACK. */
static inline intptr_t cmicrohttpd_unescape(size_t (*callback)(void *, struct MHD_Connection *, char *))
{
    return (intptr_t)callback;
}

/* The members of a union that Swift does not see through a pointer to const. */
static inline int cmicrohttpd_epoll_fd(struct MHD_Daemon *daemon)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info == NULL ? -1 : info->epoll_fd;
}

static inline gnutls_session_t cmicrohttpd_tls_session(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
    return info == NULL ? NULL : (gnutls_session_t)info->tls_session;
}
