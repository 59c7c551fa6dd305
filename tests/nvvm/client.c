/* A program that knows nothing of Python: compiles a file in several threads and checks every call.
 *
 * client FILE OPTION: prints the PTX. client FILE OPTION THREADS COUNT: that many programs in that many threads; prints
 * how many gave the same PTX. client FILE OPTION fork: compiles, forks, and both compile again.
 */
#include <nvvm.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *source;
static size_t source_size;
static const char *option;
static int count;
static char *expected;

static void check(nvvmResult result, const char *call) {
    if (result != NVVM_SUCCESS) {
        fprintf(stderr, "%s: %s\n", call, nvvmGetErrorString(result));
        exit(1);
    }
}

static char *compile(void) {
    nvvmProgram program;
    check(nvvmCreateProgram(&program), "create");
    check(nvvmAddModuleToProgram(program, source, source_size, "source"), "add");
    nvvmResult result = nvvmVerifyProgram(program, 1, &option);
    if (result == NVVM_SUCCESS)
        result = nvvmCompileProgram(program, 1, &option);
    size_t size;
    if (result != NVVM_SUCCESS) {
        check(nvvmGetProgramLogSize(program, &size), "log size");
        char *log = malloc(size);
        check(nvvmGetProgramLog(program, log), "log");
        printf("%d %s\n", (int)result, log);
        exit(2);
    }
    check(nvvmGetCompiledResultSize(program, &size), "size");
    char *ptx = malloc(size);
    check(nvvmGetCompiledResult(program, ptx), "result");
    if (strlen(ptx) + 1 != size)
        exit(3);
    check(nvvmDestroyProgram(&program), "destroy");
    return ptx;
}

static void *work(void *right) {
    for (int i = 0; i < count; i++) {
        char *ptx = compile();
        *(int *)right += !strcmp(ptx, expected);
        free(ptx);
    }
    return NULL;
}

int main(int argc, char **argv) {
    FILE *file = fopen(argv[1], "rb");
    source = malloc(1 << 20);
    source_size = fread(source, 1, 1 << 20, file);
    fclose(file);
    option = argv[2];
    expected = compile();
    if (argc == 3) {
        fputs(expected, stdout);
        return 0;
    }
    if (!strcmp(argv[3], "fork")) {
        pid_t child = fork();
        char *ptx = compile();
        int same = !strcmp(ptx, expected), status = 0;
        if (!child)
            _exit(!same);
        waitpid(child, &status, 0);
        printf("%d %d\n", same, status);
        return 0;
    }
    int threads = atoi(argv[3]), right[64] = {0}, total = 0;
    count = atoi(argv[4]);
    pthread_t ids[64];
    for (int i = 0; i < threads; i++)
        pthread_create(&ids[i], NULL, work, &right[i]);
    for (int i = 0; i < threads; i++) {
        pthread_join(ids[i], NULL);
        total += right[i];
    }
    printf("%d\n", total);
    return 0;
}
