// Reads rows of sales as text (number, "name", price, quantity) and multiplies price and quantity in cents. Names may
// be quoted, with commas and doubled quotes inside. Rows that do not parse are marked.

class Reader {
  public:
    __device__ Reader(const char* at, const char* end) : at_(at), end_(end) {}

    __device__ bool integer(long long* value) {
        bool is_negative = peek() == '-';
        if (is_negative) at_++;
        if (!is_digit(peek())) return false;
        long long result = 0;
        while (is_digit(peek())) result = result * 10 + (*at_++ - '0');
        *value = is_negative ? -result : result;
        return true;
    }

    // Two digits behind the point are kept, missing ones are zero, more are cut.
    __device__ bool cents(long long* value) {
        bool is_negative = peek() == '-';
        if (is_negative) at_++;
        if (!is_digit(peek())) return false;
        long long result = 0;
        while (is_digit(peek())) result = result * 10 + (*at_++ - '0');
        int kept = 0;
        if (peek() == '.') {
            at_++;
            for (; is_digit(peek()); at_++) {
                if (kept == 2) continue;
                result = result * 10 + (*at_ - '0');
                kept++;
            }
        }
        for (; kept < 2; kept++) result *= 10;
        *value = is_negative ? -result : result;
        return true;
    }

    __device__ bool text(unsigned* hash, int* length) {
        unsigned h = 2166136261u;
        int n = 0;
        bool is_quoted = peek() == '"';
        if (is_quoted) at_++;
        while (at_ < end_) {
            char c = *at_;
            if (is_quoted && c == '"') {
                at_++;
                if (peek() != '"') {
                    is_quoted = false;
                    break;
                }
            } else if (!is_quoted && c == ',') {
                break;
            }
            h = (h ^ (unsigned char)c) * 16777619u;
            n++;
            at_++;
        }
        *hash = h;
        *length = n;
        return !is_quoted;
    }

    __device__ bool comma() {
        if (peek() != ',') return false;
        at_++;
        return true;
    }

    __device__ bool is_done() const { return at_ >= end_; }

  private:
    __device__ char peek() const { return at_ < end_ ? *at_ : '\0'; }
    __device__ static bool is_digit(char c) { return c >= '0' && c <= '9'; }
    const char* at_;
    const char* end_;
};

extern "C" __global__ void csv_fields(const char* text, const unsigned* ends, int rows, long long* ids,
                                      unsigned* name_hashes, long long* totals, unsigned char* is_good) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    Reader reader(text + (row ? ends[row - 1] : 0), text + ends[row]);
    long long id = -1, price = 0, quantity = 0;
    unsigned hash = 0;
    int length = 0;
    bool ok = reader.integer(&id) && reader.comma() && reader.text(&hash, &length) && reader.comma() &&
              reader.cents(&price) && reader.comma() && reader.integer(&quantity) && reader.is_done();
    ids[row] = ok ? id : -1;
    name_hashes[row] = ok ? hash + length : 0u;
    totals[row] = ok ? price * quantity : 0;
    is_good[row] = ok;
}
