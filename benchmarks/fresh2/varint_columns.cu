// Decodes columns of variable-length integers, zigzag and delta coded: a page a thread, sums kept as it goes.

__device__ unsigned long long read_varint(const unsigned char*& p) {
    unsigned long long value = 0;
    int shift = 0;
    while (true) {
        unsigned char byte = *p++;
        value |= (unsigned long long)(byte & 0x7f) << shift;
        if (byte < 0x80) return value;
        shift += 7;
    }
}

extern "C" __global__ void varint_columns(const unsigned char* bytes, const unsigned* page_offsets, int pages,
                                          int values_per_page, long long* values) {
    int page = blockIdx.x * blockDim.x + threadIdx.x;
    if (page >= pages) return;
    const unsigned char* p = bytes + page_offsets[page];
    long long last = 0;
    for (int i = 0; i < values_per_page; i++) {
        unsigned long long raw = read_varint(p);
        long long delta = (long long)(raw >> 1) ^ -(long long)(raw & 1);
        last += delta;
        values[(long long)i * pages + page] = last;
    }
}
