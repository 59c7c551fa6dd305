/* Ask a worker: `python -m opencicc.nvvm.worker` at the other end of a socket pair, for processes without a Python.
 *
 * A worker answers one request at a time and is kept for the next; threads that ask at the same time have one each. A
 * message is a u64 length and the bytes. A worker that dies is an error for whoever asked, and the next one is new.
 */
#define _GNU_SOURCE
#include "message.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define PYTHON "OPENCICC_PYTHON" /* the interpreter to start */
#define MOST_BYTES ((uint64_t)1 << 40)

extern char **environ;

typedef struct Worker {
    int fd;
    pid_t pid;
    struct Worker *next;
} Worker;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static Worker *idle;

/* A child has the parent's sockets: what it wrote there would mix with the parent's words. It starts its own workers. */
static void forget_in_child(void) {
    pthread_mutex_init(&lock, NULL);
    while (idle) {
        Worker *worker = idle;
        idle = worker->next;
        close(worker->fd);
        free(worker);
    }
}

static void before_fork(void) { pthread_mutex_lock(&lock); }
static void after_fork(void) { pthread_mutex_unlock(&lock); }
static void watch_forks(void) { pthread_atfork(before_fork, after_fork, forget_in_child); }

static void dismiss(Worker *worker) {
    close(worker->fd);
    kill(worker->pid, SIGKILL);
    waitpid(worker->pid, NULL, 0);
    free(worker);
}

/* Workers end by themselves when their socket closes. */
__attribute__((destructor)) static void at_end(void) {
    for (Worker *worker = idle; worker; worker = worker->next)
        close(worker->fd);
}

/* The interpreter beside the package (PREFIX/bin/python3 above site-packages), or the one on the path. */
static void find_interpreter(char *path, size_t size) {
    const char *named = getenv(PYTHON);
    char folder[PATH_MAX];
    snprintf(path, size, "%s", named && *named ? named : "python3");
    if (named && *named)
        return;
    snprintf(folder, sizeof folder, "%s", package_root());
    for (char *slash; (slash = strrchr(folder, '/')) && slash != folder;) {
        *slash = 0;
        char candidate[PATH_MAX + 16];
        snprintf(candidate, sizeof candidate, "%s/bin/python3", folder);
        if (!access(candidate, X_OK)) {
            snprintf(path, size, "%s", candidate);
            return;
        }
    }
}

/* The environment with the package's folder on Python's path. NULL without memory. */
static char **worker_environment(void) {
    size_t count = 0;
    while (environ[count])
        count++;
    char **made = calloc(count + 2, sizeof *made);
    const char *before = getenv("PYTHONPATH");
    size_t size = strlen(package_root()) + (before ? strlen(before) : 0) + 16;
    char *path = malloc(size);
    if (!made || !path) {
        free(made);
        free(path);
        return NULL;
    }
    snprintf(path, size, "PYTHONPATH=%s%s%s", package_root(), before ? ":" : "", before ? before : "");
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (strncmp(environ[i], "PYTHONPATH=", 11))
            made[kept++] = environ[i];
    made[kept++] = path;
    made[kept] = NULL;
    return made;
}

static void free_environment(char **made) {
    size_t last = 0;
    while (made[last])
        last++;
    free(made[last - 1]);
    free(made);
}

static Worker *start(void) {
    int ends[2];
    char interpreter[PATH_MAX + 16];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return NULL;
    find_interpreter(interpreter, sizeof interpreter);
    char *words[] = {interpreter, "-m", "opencicc.nvvm.worker", NULL};
    char **variables = worker_environment();
    Worker *worker = malloc(sizeof *worker);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    int failed = !variables || !worker || posix_spawn_file_actions_init(&actions);
    if (!failed) {
        posix_spawnattr_init(&attributes);
        sigemptyset(&none); /* whatever the caller blocks, the worker does not */
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
        posix_spawn_file_actions_adddup2(&actions, ends[1], 0);
        failed = posix_spawnp(&worker->pid, interpreter, &actions, &attributes, words, variables);
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    if (variables)
        free_environment(variables);
    close(ends[1]);
    if (failed) {
        close(ends[0]);
        free(worker);
        return NULL;
    }
    worker->fd = ends[0];
    return worker;
}

static Worker *borrow(void) {
    pthread_mutex_lock(&lock);
    Worker *worker = idle;
    if (worker)
        idle = worker->next;
    pthread_mutex_unlock(&lock);
    return worker;
}

static void give_back(Worker *worker) {
    pthread_mutex_lock(&lock);
    worker->next = idle;
    idle = worker;
    pthread_mutex_unlock(&lock);
}

static int send_all(int fd, const void *data, size_t size) {
    for (const char *next = data; size;) {
        ssize_t sent = send(fd, next, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return 0;
        next += sent;
        size -= (size_t)sent;
    }
    return 1;
}

static int receive_all(int fd, void *data, size_t size) {
    for (char *next = data; size;) {
        ssize_t got = recv(fd, next, size, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return 0;
        next += got;
        size -= (size_t)got;
    }
    return 1;
}

static int exchange(Worker *worker, const Bytes *request, Bytes *answer) {
    uint64_t size = request->size;
    if (!send_all(worker->fd, &size, sizeof size) || !send_all(worker->fd, request->data, request->size))
        return 0;
    if (!receive_all(worker->fd, &size, sizeof size) || size > MOST_BYTES)
        return 0;
    answer->data = malloc(size ? size : 1);
    answer->size = answer->room = answer->data ? size : 0;
    return answer->data && receive_all(worker->fd, answer->data, size);
}

int ask_worker(const Bytes *request, Bytes *answer, const char **why) {
    pthread_once(&once, watch_forks);
    /* An idle worker may have died since: that is no fault of this request, and a new one is asked. */
    for (Worker *worker; (worker = borrow());) {
        int status;
        if (waitpid(worker->pid, &status, WNOHANG) == 0) {
            if (exchange(worker, request, answer)) {
                give_back(worker);
                return 1;
            }
            dismiss(worker);
            bytes_free(answer);
            *why = "the process that compiled ended before it answered";
            return -1;
        }
        close(worker->fd);
        free(worker);
    }
    Worker *worker = start();
    if (!worker) {
        *why = "no Python could be started: set OPENCICC_PYTHON to the interpreter that has opencicc";
        return -1;
    }
    if (!exchange(worker, request, answer)) {
        dismiss(worker);
        bytes_free(answer);
        *why = "the process that compiled ended before it answered; if it never does, set OPENCICC_PYTHON to the "
               "interpreter that has opencicc";
        return -1;
    }
    give_back(worker);
    return 1;
}
