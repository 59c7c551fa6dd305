// Rotary position embedding of queries and keys in place: pairs at half the head's width apart, angles computed here.

extern "C" __global__ void rotary_embed(float* queries, float* keys, const int* positions, int tokens, int heads,
                                        int key_heads, int width, float log_base) {
    int token = blockIdx.x;
    if (token >= tokens) return;
    int half_width = width / 2;
    int position = positions[token];
    for (int i = threadIdx.x; i < (heads + key_heads) * half_width; i += blockDim.x) {
        int head = i / half_width;
        int d = i % half_width;
        float angle = position * expf(-log_base * (2 * d) / width);
        float s, c;
        sincosf(angle, &s, &c);
        float* vector = head < heads ? queries + ((size_t)token * heads + head) * width
                                     : keys + ((size_t)token * key_heads + (head - heads)) * width;
        float a = vector[d], b = vector[d + half_width];
        vector[d] = a * c - b * s;
        vector[d + half_width] = a * s + b * c;
    }
}
