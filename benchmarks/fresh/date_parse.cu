// Timestamps as text ("2021-03-14T15:09:26.535Z", some with an offset) to milliseconds since 1970; wrong ones give -1.

__device__ int digits(const char* p, int n) {
    int value = 0;
    for (int i = 0; i < n; i++) {
        int d = p[i] - '0';
        if (d < 0 || d > 9) return -1;
        value = value * 10 + d;
    }
    return value;
}

__device__ int days_in_month(int year, int month) {
    switch (month) {
        case 2: return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28;
        case 4: case 6: case 9: case 11: return 30;
        default: return 31;
    }
}

__device__ int days_from_civil(int y, int m, int d) {
    y -= m <= 2;
    int era = (y >= 0 ? y : y - 399) / 400;
    int yoe = y - era * 400;
    int doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    int doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
    return era * 146097 + doe - 719468;
}

__device__ long long parse(const char* p) {
    int year = digits(p, 4), month = digits(p + 5, 2), day = digits(p + 8, 2);
    int hour = digits(p + 11, 2), minute = digits(p + 14, 2), second = digits(p + 17, 2);
    int milli = digits(p + 20, 3);
    if (p[4] != '-' || p[7] != '-' || (p[10] != 'T' && p[10] != ' ') || p[13] != ':' || p[16] != ':' || p[19] != '.')
        return -1;
    if (year < 0 || month < 1 || month > 12 || day < 1 || day > days_in_month(year, month)) return -1;
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60 || milli < 0) return -1;
    int shift = 0;
    if (p[23] == '+' || p[23] == '-') {
        int h = digits(p + 24, 2), m = digits(p + 27, 2);
        if (h < 0 || m < 0) return -1;
        shift = (p[23] == '+' ? 1 : -1) * (h * 60 + m);
    } else if (p[23] != 'Z') {
        return -1;
    }
    long long minutes = (long long)days_from_civil(year, month, day) * 1440 + hour * 60 + minute - shift;
    return (minutes * 60 + second) * 1000 + milli;
}

extern "C" __global__ void date_parse(const char* text, long long* times, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) times[i] = parse(text + (size_t)i * 32);
}
