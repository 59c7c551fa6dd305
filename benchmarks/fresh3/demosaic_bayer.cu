// Colours of a Bayer sensor (red first): green along the weaker gradient, red and blue by the mean of their
// neighbours' difference to green, then white balance and a table for the screen.

struct Sensor {
    int width, height;
    int black;
    int gain_red, gain_blue;  // in 1/256
};

__device__ int mirrored(int x, int size) {
    if (x < 0) return -x;
    if (x >= size) return 2 * size - 2 - x;
    return x;
}

class Mosaic {
  public:
    __device__ Mosaic(const unsigned short* data, const Sensor& sensor) : data_(data), sensor_(sensor) {}
    __device__ int at(int x, int y) const {
        return data_[mirrored(y, sensor_.height) * sensor_.width + mirrored(x, sensor_.width)];
    }
    __device__ int green(int x, int y) const {
        if ((x + y) & 1) return at(x, y);
        int here = 2 * at(x, y);
        int left = at(x - 1, y), right = at(x + 1, y), up = at(x, y - 1), down = at(x, y + 1);
        int bend_x = here - at(x - 2, y) - at(x + 2, y);
        int bend_y = here - at(x, y - 2) - at(x, y + 2);
        int change_x = abs(left - right) + abs(bend_x);
        int change_y = abs(up - down) + abs(bend_y);
        int along_x = (2 * (left + right) + bend_x) >> 2;
        int along_y = (2 * (up + down) + bend_y) >> 2;
        if (change_x < change_y) return along_x;
        if (change_y < change_x) return along_y;
        return (along_x + along_y) >> 1;
    }
    // Colour minus green at the place of that colour.
    __device__ int difference(int x, int y) const { return at(x, y) - green(x, y); }

  private:
    const unsigned short* data_;
    const Sensor& sensor_;
};

__device__ unsigned char finish(int value, int gain, const Sensor& sensor, const unsigned char* curve) {
    value = ((value - sensor.black) * gain) >> 8;
    return curve[min(max(value, 0), 4095)];
}

extern "C" __global__ void demosaic_bayer(const unsigned short* raw, Sensor sensor, const unsigned char* curve,
                                          uchar4* out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= sensor.width || y >= sensor.height) return;
    Mosaic mosaic(raw, sensor);
    int g = mosaic.green(x, y), r, b;
    bool is_even_row = (y & 1) == 0, is_even_column = (x & 1) == 0;
    if (is_even_row == is_even_column) {
        int own = mosaic.at(x, y);
        int sum = mosaic.difference(x - 1, y - 1) + mosaic.difference(x + 1, y - 1) + mosaic.difference(x - 1, y + 1) +
                  mosaic.difference(x + 1, y + 1);
        int other = g + (sum >> 2);
        r = is_even_row ? own : other;
        b = is_even_row ? other : own;
    } else {
        int beside = g + ((mosaic.difference(x - 1, y) + mosaic.difference(x + 1, y)) >> 1);
        int above = g + ((mosaic.difference(x, y - 1) + mosaic.difference(x, y + 1)) >> 1);
        r = is_even_row ? beside : above;
        b = is_even_row ? above : beside;
    }
    out[y * sensor.width + x] = make_uchar4(finish(r, sensor.gain_red, sensor, curve), finish(g, 256, sensor, curve),
                                            finish(b, sensor.gain_blue, sensor, curve), 255);
}
