/* Requests and answers as bytes: the one form in which work travels, to this process's Python or to a worker.
 *
 * A request: u32 is_verify, u32 modules, u32 options; per module u32 is_lazy, name, data; per option its text.
 * An answer: u32 result code, result, log. Texts and data are a u64 length and the bytes. All little-endian.
 */
#ifndef OPENCICC_NVVM_MESSAGE_H
#define OPENCICC_NVVM_MESSAGE_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *data;
    size_t size, room;
    int failed; /* no memory: what follows is not written */
} Bytes;

typedef struct {
    char *name;
    char *data;
    size_t size;
    int is_lazy;
} Module;

struct _nvvmProgram {
    uint32_t magic;
    Module *modules;
    size_t module_count;
    char *result, *log;
    size_t result_size, log_size; /* without the NUL */
};

/* Who does the work: 1 and an answer, 0 if this way is not open here, -1 if it broke (`why` says how). */
int ask_python(const Bytes *request, Bytes *answer, const char **why);
int ask_worker(const Bytes *request, Bytes *answer, const char **why);

void bytes_add(Bytes *bytes, const void *data, size_t size);
void bytes_add_u32(Bytes *bytes, uint32_t number);
void bytes_add_text(Bytes *bytes, const char *data, size_t size);
void bytes_free(Bytes *bytes);

/* The folder that the opencicc package lies in, from where this library lies; '' if nobody knows. */
const char *package_root(void);

#endif
