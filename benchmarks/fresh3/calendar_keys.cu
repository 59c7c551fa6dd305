// Rows of a ledger by calendar: days since 1970 to year, month, quarter and ISO week; sums by month of the year in
// shared memory first.

struct Date {
    int year;
    int month;
    int day;
};

__device__ Date date_of(int days) {
    days += 719468;
    int era = (days >= 0 ? days : days - 146096) / 146097;
    int day_of_era = days - era * 146097;
    int year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int shifted = (5 * day_of_year + 2) / 153;
    Date date;
    date.day = day_of_year - (153 * shifted + 2) / 5 + 1;
    date.month = shifted < 10 ? shifted + 3 : shifted - 9;
    date.year = year_of_era + era * 400 + (date.month <= 2);
    return date;
}

__device__ bool is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

__device__ int day_of_year(Date date) {
    const short before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    return before[date.month - 1] + date.day + (date.month > 2 && is_leap(date.year));
}

__device__ int weeks_in(int year) {
    int last = (year + year / 4 - year / 100 + year / 400) % 7;
    int before = (year - 1 + (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400) % 7;
    return last == 4 || before == 3 ? 53 : 52;
}

__device__ int iso_week(int days, Date date) {
    int weekday = (days + 3) % 7;
    if (weekday < 0) weekday += 7;
    int week = (day_of_year(date) - (weekday + 1) + 10) / 7;
    if (week < 1) return weeks_in(date.year - 1);
    if (week > weeks_in(date.year)) return 1;
    return week;
}

extern "C" __global__ void calendar_keys(const int* days, const int* amounts, int rows, unsigned* keys,
                                         unsigned long long* month_sums) {
    __shared__ unsigned long long sums[12];
    if (threadIdx.x < 12) sums[threadIdx.x] = 0;
    __syncthreads();
    int stride = gridDim.x * blockDim.x;
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += stride) {
        Date date = date_of(days[row]);
        unsigned quarter = (date.month - 1) / 3;
        keys[row] = (unsigned)date.year << 16 | date.month << 10 | quarter << 8 | iso_week(days[row], date);
        atomicAdd(&sums[date.month - 1], (unsigned long long)(long long)amounts[row]);
    }
    __syncthreads();
    if (threadIdx.x < 12) atomicAdd(&month_sums[threadIdx.x], sums[threadIdx.x]);
}
