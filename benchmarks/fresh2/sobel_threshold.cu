// Edges of a grey picture: Sobel's gradients, magnitude by the sum of absolute values, direction in four classes, and
// nothing where it is below the threshold.

extern "C" __global__ void sobel_threshold(const unsigned char* grey, int width, int height, int threshold,
                                           unsigned char* strength, unsigned char* direction) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const int at = y * width + x;
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
        strength[at] = 0;
        direction[at] = 0;
        return;
    }
    const unsigned char* above = grey + at - width;
    const unsigned char* here = grey + at;
    const unsigned char* below = grey + at + width;
    int gx = above[1] + 2 * here[1] + below[1] - above[-1] - 2 * here[-1] - below[-1];
    int gy = below[-1] + 2 * below[0] + below[1] - above[-1] - 2 * above[0] - above[1];
    int ax = abs(gx), ay = abs(gy);
    int magnitude = min((ax + ay) / 4, 255);
    unsigned char which = 0;
    if (magnitude >= threshold) {
        if (ay * 5 < ax * 2)
            which = 1;
        else if (ax * 5 < ay * 2)
            which = 3;
        else
            which = (gx ^ gy) < 0 ? 4 : 2;
    }
    strength[at] = magnitude >= threshold ? magnitude : 0;
    direction[at] = which;
}
