// For every address the range that holds it, as in a table of IP networks: a binary search by halves, then a check.

struct Range {
    unsigned first, last;
    unsigned country;
};

extern "C" __global__ void range_lookup(const Range* ranges, int range_count, const unsigned* addresses, int count,
                                        unsigned short* countries, unsigned* hits_by_country) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        unsigned address = addresses[i];
        int low = 0, length = range_count;
        while (length > 0) {
            int half = length / 2;
            if (ranges[low + half].first <= address) {
                low += half + 1;
                length -= half + 1;
            } else {
                length = half;
            }
        }
        unsigned short country = 0;
        if (low > 0 && address <= ranges[low - 1].last) {
            country = (unsigned short)ranges[low - 1].country;
            atomicAdd(&hits_by_country[country], 1u);
        }
        countries[i] = country;
    }
}
