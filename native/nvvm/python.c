/* Ask the Python of this process. Nothing of it is linked: what is there is found by name, and used under the GIL. */
#define _GNU_SOURCE
#include "message.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define MODULE "opencicc.nvvm.answer"
#define OUTSIDE "OPENCICC_NVVM_WORKER" /* set to anything: always work in another process */

typedef struct _object PyObject;

static struct {
    int (*Py_IsInitialized)(void);
    int (*Py_IsFinalizing)(void); /* absent before 3.13; its older name is tried too */
    int (*PyGILState_Ensure)(void);
    void (*PyGILState_Release)(int);
    PyObject *(*PyImport_ImportModule)(const char *);
    PyObject *(*PyObject_GetAttrString)(PyObject *, const char *);
    PyObject *(*PyObject_CallFunctionObjArgs)(PyObject *, ...);
    PyObject *(*PyBytes_FromStringAndSize)(const char *, ssize_t);
    int (*PyBytes_AsStringAndSize)(PyObject *, char **, ssize_t *);
    void (*PyErr_Clear)(void);
    void (*Py_DecRef)(PyObject *);
} api;
static int is_found;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Compiles that run in this process now. A fork amid them leaves locks of libLLVM held for ever in the child,
 * which therefore works in another process from then on. */
static volatile int running, must_leave;

static void after_fork_in_child(void) {
    if (running)
        must_leave = 1;
    running = 0;
}

static void find_python(void) {
    struct {
        const char *name;
        void **where;
    } wanted[] = {
        {"Py_IsInitialized", (void **)&api.Py_IsInitialized},
        {"PyGILState_Ensure", (void **)&api.PyGILState_Ensure},
        {"PyGILState_Release", (void **)&api.PyGILState_Release},
        {"PyImport_ImportModule", (void **)&api.PyImport_ImportModule},
        {"PyObject_GetAttrString", (void **)&api.PyObject_GetAttrString},
        {"PyObject_CallFunctionObjArgs", (void **)&api.PyObject_CallFunctionObjArgs},
        {"PyBytes_FromStringAndSize", (void **)&api.PyBytes_FromStringAndSize},
        {"PyBytes_AsStringAndSize", (void **)&api.PyBytes_AsStringAndSize},
        {"PyErr_Clear", (void **)&api.PyErr_Clear},
        {"Py_DecRef", (void **)&api.Py_DecRef},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (!(*wanted[i].where = dlsym(RTLD_DEFAULT, wanted[i].name)))
            return;
    void *finalizing = dlsym(RTLD_DEFAULT, "Py_IsFinalizing");
    if (!finalizing)
        finalizing = dlsym(RTLD_DEFAULT, "_Py_IsFinalizing");
    *(void **)&api.Py_IsFinalizing = finalizing;
    pthread_atfork(NULL, NULL, after_fork_in_child);
    is_found = 1;
}

/* Is there an interpreter that can be asked? One that is shutting down would never give the GIL back to us. */
static int is_awake(void) {
    return is_found && api.Py_IsInitialized() && !(api.Py_IsFinalizing && api.Py_IsFinalizing());
}

/* The answer, under the GIL: 1, 0 if this Python has no opencicc, or -1. */
static int call(const Bytes *request, Bytes *answer) {
    PyObject *module = api.PyImport_ImportModule(MODULE);
    if (!module) {
        api.PyErr_Clear();
        return 0;
    }
    int outcome = -1;
    PyObject *function = api.PyObject_GetAttrString(module, "answer");
    PyObject *given = function ? api.PyBytes_FromStringAndSize(request->data, (ssize_t)request->size) : NULL;
    PyObject *got = given ? api.PyObject_CallFunctionObjArgs(function, given, NULL) : NULL;
    char *data;
    ssize_t size;
    if (got && !api.PyBytes_AsStringAndSize(got, &data, &size)) {
        bytes_add(answer, data, (size_t)size);
        outcome = answer->failed ? -1 : 1;
    }
    if (outcome < 0)
        api.PyErr_Clear();
    PyObject *made[] = {got, given, function, module};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        if (made[i])
            api.Py_DecRef(made[i]);
    return outcome;
}

int ask_python(const Bytes *request, Bytes *answer, const char **why) {
    pthread_once(&once, find_python);
    if (!is_awake() || must_leave || getenv(OUTSIDE))
        return 0;
    __sync_fetch_and_add(&running, 1);
    int state = api.PyGILState_Ensure();
    int outcome = call(request, answer);
    api.PyGILState_Release(state);
    __sync_fetch_and_sub(&running, 1);
    *why = "the compiler raised an error of its own";
    return outcome;
}
