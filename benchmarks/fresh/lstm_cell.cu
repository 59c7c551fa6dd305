// The pointwise half of an LSTM cell: four gate sums become the new cell and hidden state.

__device__ float sigmoid(float x) { return 1.0f / (1.0f + expf(-x)); }

extern "C" __global__ void lstm_cell(const float* __restrict__ from_input, const float* __restrict__ from_hidden,
                                     const float* __restrict__ bias, const float* __restrict__ cell,
                                     float* __restrict__ next_cell, float* __restrict__ hidden, int batch, int width) {
    int total = batch * width;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x) {
        int b = i / width, h = i % width;
        float gates[4];
        for (int g = 0; g < 4; g++) {
            int at = b * 4 * width + g * width + h;
            gates[g] = from_input[at] + from_hidden[at] + bias[g * width + h];
        }
        float c = sigmoid(gates[1]) * cell[i] + sigmoid(gates[0]) * tanhf(gates[2]);
        next_cell[i] = c;
        hidden[i] = sigmoid(gates[3]) * tanhf(c);
    }
}
