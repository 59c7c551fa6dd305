// Looks over JSON documents, one a thread: counts strings, numbers and literals, finds the greatest depth, and checks
// that brackets close what was opened. Depth is limited to 64: a bit a level says array or object.

struct Summary {
    unsigned short strings, numbers, literals, depth;
};

enum class Mode : unsigned char { kBetween, kString, kEscape, kNumber, kWord };

__device__ bool ends_a_value(char c) {
    return c == ',' || c == ']' || c == '}' || c == ':' || c == ' ' || c == '\n' || c == '\t';
}

extern "C" __global__ void json_tokens(const char* text, const long long* starts, int documents, Summary* summaries) {
    int document = blockIdx.x * blockDim.x + threadIdx.x;
    if (document >= documents) return;
    Summary s = {0, 0, 0, 0};
    unsigned long long is_array = 0;
    int depth = 0;
    bool is_broken = false;
    Mode mode = Mode::kBetween;
    for (long long at = starts[document]; at < starts[document + 1]; at++) {
        char c = text[at];
        if (mode == Mode::kString) {
            if (c == '\\')
                mode = Mode::kEscape;
            else if (c == '"')
                mode = Mode::kBetween;
            continue;
        }
        if (mode == Mode::kEscape) {
            mode = Mode::kString;
            continue;
        }
        if (mode != Mode::kBetween && !ends_a_value(c)) continue;
        mode = Mode::kBetween;
        switch (c) {
            case '"':
                s.strings++;
                mode = Mode::kString;
                break;
            case '[':
            case '{':
                if (depth == 64) {
                    is_broken = true;
                    break;
                }
                is_array = is_array << 1 | (c == '[');
                depth++;
                if (depth > s.depth) s.depth = depth;
                break;
            case ']':
            case '}':
                if (depth == 0 || (is_array & 1) != (c == ']')) {
                    is_broken = true;
                    break;
                }
                is_array >>= 1;
                depth--;
                break;
            case ',':
            case ':':
            case ' ':
            case '\n':
            case '\t':
                break;
            default:
                if (c == '-' || (c >= '0' && c <= '9')) {
                    s.numbers++;
                    mode = Mode::kNumber;
                } else if (c == 't' || c == 'f' || c == 'n') {
                    s.literals++;
                    mode = Mode::kWord;
                } else {
                    is_broken = true;
                }
        }
        if (is_broken) break;
    }
    if (is_broken || depth != 0 || mode == Mode::kString) s = Summary{0xffff, 0xffff, 0xffff, 0xffff};
    summaries[document] = s;
}
