/* Records how long each kernel of a CUDA program takes.
 *
 * The driver loads this library where CUDA_INJECTION64_PATH names it. CUPTI hands over one record for every launch; they
 * are summed by kernel name, and the sums are written as JSON to the file that KERNEL_TIMES names when the program ends.
 */
#include <cupti.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_BYTES = 4 << 20, BUFFER_ALIGNMENT = 64 };

struct kernel {
  struct kernel *next;
  char *name;
  unsigned long long launches, sum_ns, shortest_ns;
  unsigned registers, shared_bytes, local_bytes;
};

static struct kernel *kernels;
static pthread_mutex_t kernels_lock = PTHREAD_MUTEX_INITIALIZER;

static struct kernel *find_or_add(const char *name) {
  struct kernel **place = &kernels;
  while (*place && strcmp((*place)->name, name)) place = &(*place)->next;
  if (!*place && (*place = calloc(1, sizeof **place))) {
    (*place)->name = strdup(name);
    (*place)->shortest_ns = ~0ull;
  }
  struct kernel *found = *place;
  if (found && found != kernels) { /* to the front: programs launch the same kernel again and again */
    *place = found->next;
    found->next = kernels;
    kernels = found;
  }
  return found;
}

/* Later versions of the record keep these fields where they are. */
static void add_launch(const CUpti_ActivityKernel9 *launch) {
  struct kernel *kernel = find_or_add(launch->name ? launch->name : "?");
  unsigned long long ns = launch->end - launch->start;
  if (!kernel) return;
  kernel->launches += 1;
  kernel->sum_ns += ns;
  if (ns < kernel->shortest_ns) kernel->shortest_ns = ns;
  kernel->registers = launch->registersPerThread;
  kernel->shared_bytes = launch->staticSharedMemory;
  kernel->local_bytes = launch->localMemoryPerThread;
}

static void CUPTIAPI on_buffer_requested(uint8_t **buffer, size_t *bytes, size_t *most_records) {
  void *memory = NULL;
  *bytes = posix_memalign(&memory, BUFFER_ALIGNMENT, BUFFER_BYTES) ? 0 : BUFFER_BYTES;
  *buffer = memory;
  *most_records = 0; /* as many as fit */
}

static void CUPTIAPI on_buffer_completed(CUcontext context, uint32_t stream, uint8_t *buffer, size_t bytes,
                                         size_t valid_bytes) {
  CUpti_Activity *record = NULL;
  (void)context, (void)stream, (void)bytes;
  pthread_mutex_lock(&kernels_lock);
  while (valid_bytes && cuptiActivityGetNextRecord(buffer, valid_bytes, &record) == CUPTI_SUCCESS)
    if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) add_launch((const CUpti_ActivityKernel9 *)record);
  pthread_mutex_unlock(&kernels_lock);
  free(buffer);
}

static void write_kernels(void) {
  const char *path = getenv("KERNEL_TIMES");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
  fputs("{\"kernels\": {", file);
  for (struct kernel *k = kernels; k; k = k->next) {
    fprintf(file, "\n\"%s\": {\"launches\": %llu, \"sum_ns\": %llu, \"shortest_ns\": %llu, ", k->name, k->launches,
            k->sum_ns, k->shortest_ns);
    fprintf(file, "\"registers\": %u, \"shared\": %u, \"local\": %u}%s", k->registers, k->shared_bytes, k->local_bytes,
            k->next ? "," : "");
  }
  fputs("}}\n", file);
  fclose(file);
}

int InitializeInjection(void) {
  if (cuptiActivityRegisterCallbacks(on_buffer_requested, on_buffer_completed) != CUPTI_SUCCESS) return 0;
  if (cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) != CUPTI_SUCCESS) return 0;
  atexit(write_kernels);
  return 1;
}
