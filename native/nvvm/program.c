/* The calls of nvvm.h. Programs live here; only verify and compile ask for Python, and never succeed without an answer. */
#include "message.h"
#include "nvvm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
#define MAGIC 0x6f63766eu
#define UNNAMED "<unnamed>"

static const char *const NAMES[] = {
    "NVVM_SUCCESS",
    "NVVM_ERROR_OUT_OF_MEMORY",
    "NVVM_ERROR_PROGRAM_CREATION_FAILURE",
    "NVVM_ERROR_IR_VERSION_MISMATCH",
    "NVVM_ERROR_INVALID_INPUT",
    "NVVM_ERROR_INVALID_PROGRAM",
    "NVVM_ERROR_INVALID_IR",
    "NVVM_ERROR_INVALID_OPTION",
    "NVVM_ERROR_NO_MODULE_IN_PROGRAM",
    "NVVM_ERROR_COMPILATION",
};

EXPORT const char *nvvmGetErrorString(nvvmResult result) {
    return (int)result >= 0 && (size_t)result < sizeof NAMES / sizeof *NAMES ? NAMES[result] : "NVVM_ERROR not found";
}

EXPORT nvvmResult nvvmVersion(int *major, int *minor) {
    if (!major || !minor)
        return NVVM_ERROR_INVALID_INPUT;
    *major = 2;
    *minor = 0;
    return NVVM_SUCCESS;
}

EXPORT nvvmResult nvvmIRVersion(int *majorIR, int *minorIR, int *majorDbg, int *minorDbg) {
    if (!majorIR || !minorIR || !majorDbg || !minorDbg)
        return NVVM_ERROR_INVALID_INPUT;
    *majorIR = 2;
    *minorIR = 0;
    *majorDbg = 3;
    *minorDbg = 2;
    return NVVM_SUCCESS;
}

EXPORT nvvmResult nvvmLLVMVersion(const char *arch, int *major) {
    static const char *const old[] = {"75", "80", "86", "87", "88", "89", "90", "90a"};
    static const char *const now[] = {"100", "103", "110", "120", "121"};
    const char *number = arch && !strncmp(arch, "compute_", 8) ? arch + 8 : "";
    if (!major)
        return NVVM_ERROR_INVALID_INPUT;
    for (size_t i = 0; i < sizeof old / sizeof *old; i++)
        if (!strcmp(number, old[i]))
            return *major = 7, NVVM_SUCCESS;
    for (size_t i = 0; i < sizeof now / sizeof *now; i++) {
        size_t length = strlen(now[i]);
        const char *suffix = number + length;
        if (!strncmp(number, now[i], length) && (!*suffix || !strcmp(suffix, "a") || !strcmp(suffix, "f")))
            return *major = 22, NVVM_SUCCESS;
    }
    return NVVM_ERROR_INVALID_INPUT;
}

static int is_program(nvvmProgram program) { return program && program->magic == MAGIC; }

/* Take a copy, with a NUL that the size does not count. NULL without memory. */
static char *copy_of(const char *data, size_t size) {
    char *copy = malloc(size + 1);
    if (copy) {
        if (size)
            memcpy(copy, data, size);
        copy[size] = 0;
    }
    return copy;
}

static int set_text(char **text, size_t *size, const char *data, size_t count) {
    char *copy = copy_of(data, count);
    if (!copy)
        return 0;
    free(*text);
    *text = copy;
    *size = count;
    return 1;
}

static int set_result(nvvmProgram program, const char *data, size_t size) {
    return set_text(&program->result, &program->result_size, data, size);
}

static int set_log(nvvmProgram program, const char *data, size_t size) {
    return set_text(&program->log, &program->log_size, data, size);
}

static void free_program(nvvmProgram program) {
    for (size_t i = 0; i < program->module_count; i++) {
        free(program->modules[i].name);
        free(program->modules[i].data);
    }
    free(program->modules);
    free(program->result);
    free(program->log);
    program->magic = 0;
    free(program);
}

EXPORT nvvmResult nvvmCreateProgram(nvvmProgram *program) {
    if (!program)
        return NVVM_ERROR_INVALID_PROGRAM;
    nvvmProgram made = calloc(1, sizeof *made);
    if (!made)
        return NVVM_ERROR_OUT_OF_MEMORY;
    made->magic = MAGIC;
    if (!set_result(made, "", 0) || !set_log(made, "", 0)) {
        free_program(made);
        return NVVM_ERROR_OUT_OF_MEMORY;
    }
    *program = made;
    return NVVM_SUCCESS;
}

EXPORT nvvmResult nvvmDestroyProgram(nvvmProgram *program) {
    if (!program || !is_program(*program))
        return NVVM_ERROR_INVALID_PROGRAM;
    free_program(*program);
    *program = NULL;
    return NVVM_SUCCESS;
}

static nvvmResult add(nvvmProgram program, const char *buffer, size_t size, const char *name, int is_lazy) {
    if (!is_program(program))
        return NVVM_ERROR_INVALID_PROGRAM;
    if (!buffer || !size)
        return NVVM_ERROR_INVALID_INPUT;
    Module *modules = realloc(program->modules, (program->module_count + 1) * sizeof *modules);
    if (!modules)
        return NVVM_ERROR_OUT_OF_MEMORY;
    program->modules = modules;
    if (!name)
        name = UNNAMED;
    Module module = {copy_of(name, strlen(name)), copy_of(buffer, size), size, is_lazy};
    if (!module.name || !module.data) {
        free(module.name);
        free(module.data);
        return NVVM_ERROR_OUT_OF_MEMORY;
    }
    modules[program->module_count++] = module;
    return NVVM_SUCCESS;
}

EXPORT nvvmResult nvvmAddModuleToProgram(nvvmProgram program, const char *buffer, size_t size, const char *name) {
    return add(program, buffer, size, name, 0);
}

EXPORT nvvmResult nvvmLazyAddModuleToProgram(nvvmProgram program, const char *buffer, size_t size, const char *name) {
    return add(program, buffer, size, name, 1);
}

static int has_user_module(nvvmProgram program) {
    for (size_t i = 0; i < program->module_count; i++)
        if (!program->modules[i].is_lazy)
            return 1;
    return 0;
}

static void write_request(Bytes *request, nvvmProgram program, int count, const char **options, int is_verify) {
    bytes_add_u32(request, (uint32_t)is_verify);
    bytes_add_u32(request, (uint32_t)program->module_count);
    bytes_add_u32(request, (uint32_t)count);
    for (size_t i = 0; i < program->module_count; i++) {
        Module *module = &program->modules[i];
        bytes_add_u32(request, (uint32_t)module->is_lazy);
        bytes_add_text(request, module->name, strlen(module->name));
        /* What is only verified needs no lazy module: libdevice stays here. */
        bytes_add_text(request, module->data, is_verify && module->is_lazy ? 0 : module->size);
    }
    for (int i = 0; i < count; i++)
        bytes_add_text(request, options[i], strlen(options[i]));
}

static const char *read_text(const Bytes *answer, size_t *place, size_t *size) {
    uint64_t length;
    if (answer->size - *place < sizeof length)
        return NULL;
    memcpy(&length, answer->data + *place, sizeof length);
    *place += sizeof length;
    if (answer->size - *place < length)
        return NULL;
    const char *text = answer->data + *place;
    *place += length;
    *size = length;
    return text;
}

/* Take an answer apart; a damaged one is a failure. */
static nvvmResult take_answer(nvvmProgram program, const Bytes *answer) {
    static const char damaged[] = "opencicc: the compiler's answer is damaged";
    uint32_t code;
    size_t place = sizeof code, result_size = 0, log_size = 0;
    if (answer->size >= sizeof code) {
        memcpy(&code, answer->data, sizeof code);
        const char *result = read_text(answer, &place, &result_size);
        const char *log = result ? read_text(answer, &place, &log_size) : NULL;
        if (log && place == answer->size && code <= NVVM_ERROR_CANCELLED) {
            if (!set_result(program, result, result_size) || !set_log(program, log, log_size))
                return NVVM_ERROR_OUT_OF_MEMORY;
            return (nvvmResult)code;
        }
    }
    set_log(program, damaged, sizeof damaged - 1);
    return NVVM_ERROR_COMPILATION;
}

static nvvmResult work(nvvmProgram program, int count, const char **options, int is_verify) {
    if (!is_program(program))
        return NVVM_ERROR_INVALID_PROGRAM;
    if (!set_result(program, "", 0) || !set_log(program, "", 0))
        return NVVM_ERROR_OUT_OF_MEMORY;
    if (!has_user_module(program))
        return NVVM_ERROR_NO_MODULE_IN_PROGRAM;
    if (count < 0 || (count && !options))
        return NVVM_ERROR_INVALID_OPTION;
    for (int i = 0; i < count; i++)
        if (!options[i])
            return NVVM_ERROR_INVALID_OPTION;
    Bytes request = {0}, answer = {0};
    nvvmResult result = NVVM_ERROR_COMPILATION;
    const char *why = "nobody answered";
    write_request(&request, program, count, options, is_verify);
    if (request.failed) {
        result = NVVM_ERROR_OUT_OF_MEMORY;
    } else {
        int asked = ask_python(&request, &answer, &why);
        if (!asked)
            asked = ask_worker(&request, &answer, &why);
        if (asked > 0) {
            result = take_answer(program, &answer);
        } else {
            char text[512];
            int length = snprintf(text, sizeof text, "opencicc: %s", why);
            set_log(program, text, length < (int)sizeof text ? (size_t)length : sizeof text - 1);
        }
    }
    bytes_free(&request);
    bytes_free(&answer);
    return result;
}

EXPORT nvvmResult nvvmVerifyProgram(nvvmProgram program, int count, const char **options) {
    return work(program, count, options, 1);
}

EXPORT nvvmResult nvvmCompileProgram(nvvmProgram program, int count, const char **options) {
    return work(program, count, options, 0);
}

static nvvmResult give_size(size_t size, size_t *where) {
    if (!where)
        return NVVM_ERROR_INVALID_INPUT;
    *where = size + 1;
    return NVVM_SUCCESS;
}

EXPORT nvvmResult nvvmGetCompiledResultSize(nvvmProgram program, size_t *size) {
    return is_program(program) ? give_size(program->result_size, size) : NVVM_ERROR_INVALID_PROGRAM;
}

EXPORT nvvmResult nvvmGetProgramLogSize(nvvmProgram program, size_t *size) {
    return is_program(program) ? give_size(program->log_size, size) : NVVM_ERROR_INVALID_PROGRAM;
}

static nvvmResult give_text(const char *text, size_t size, char *buffer) {
    if (!buffer)
        return NVVM_ERROR_INVALID_INPUT;
    memcpy(buffer, text, size + 1);
    return NVVM_SUCCESS;
}

EXPORT nvvmResult nvvmGetCompiledResult(nvvmProgram program, char *buffer) {
    return is_program(program) ? give_text(program->result, program->result_size, buffer) : NVVM_ERROR_INVALID_PROGRAM;
}

EXPORT nvvmResult nvvmGetProgramLog(nvvmProgram program, char *buffer) {
    return is_program(program) ? give_text(program->log, program->log_size, buffer) : NVVM_ERROR_INVALID_PROGRAM;
}
