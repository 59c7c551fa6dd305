/* A growing buffer, and where this library lies. */
#define _GNU_SOURCE
#include "message.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

void bytes_add(Bytes *bytes, const void *data, size_t size) {
    if (bytes->failed || !size)
        return;
    if (bytes->room - bytes->size < size) {
        size_t room = bytes->room * 2 > bytes->size + size ? bytes->room * 2 : bytes->size + size;
        char *larger = realloc(bytes->data, room);
        if (!larger) {
            bytes->failed = 1;
            return;
        }
        bytes->data = larger;
        bytes->room = room;
    }
    memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
}

void bytes_add_u32(Bytes *bytes, uint32_t number) { bytes_add(bytes, &number, sizeof number); }

void bytes_add_text(Bytes *bytes, const char *data, size_t size) {
    uint64_t length = size;
    bytes_add(bytes, &length, sizeof length);
    bytes_add(bytes, data, size);
}

void bytes_free(Bytes *bytes) {
    free(bytes->data);
    memset(bytes, 0, sizeof *bytes);
}

static char root[PATH_MAX];
static pthread_once_t root_once = PTHREAD_ONCE_INIT;

/* .../opencicc/nvvm/lib/libnvvm.so.4: the package's folder is three above the library's. */
static void find_root(void) {
    Dl_info info;
    char path[PATH_MAX];
    if (!dladdr((void *)find_root, &info) || !info.dli_fname || !realpath(info.dli_fname, path))
        return;
    for (int level = 0; level < 4; level++) {
        char *slash = strrchr(path, '/');
        if (!slash)
            return;
        *slash = 0;
    }
    strcpy(root, path);
}

const char *package_root(void) {
    pthread_once(&root_once, find_root);
    return root;
}
