// Counts bases, deletions and insertions at every place of a genome: each thread walks one read by its list of edits.

enum Edit { kMatch = 0, kInsertion = 1, kDeletion = 2, kSkip = 3, kSoftClip = 4 };

struct Read {
    int place;
    int first_edit;
    short edits;
    unsigned char mapping_quality;
    unsigned char flags;
};

extern "C" __global__ void pileup_counts(const Read* reads, int count, const unsigned* edits,
                                         const unsigned char* bases, const unsigned char* qualities, int read_length,
                                         int genome_length, int least_quality, unsigned* counts) {
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= count) return;
    Read read = reads[index];
    if (read.mapping_quality < 10 || (read.flags & 0x4)) return;
    const unsigned char* my_bases = bases + (long long)index * read_length;
    const unsigned char* my_qualities = qualities + (long long)index * read_length;
    int place = read.place, at = 0;
    for (int e = 0; e < read.edits; e++) {
        unsigned edit = edits[read.first_edit + e];
        int length = edit >> 4;
        switch (edit & 15) {
            case kMatch:
                for (int i = 0; i < length; i++) {
                    if (my_qualities[at + i] < least_quality) continue;
                    if (place + i >= genome_length) break;
                    atomicAdd(&counts[(place + i) * 6 + my_bases[at + i]], 1u);
                }
                place += length;
                at += length;
                break;
            case kInsertion:
                if (place > 0 && place <= genome_length) atomicAdd(&counts[(place - 1) * 6 + 5], 1u);
                at += length;
                break;
            case kDeletion:
                for (int i = 0; i < length && place + i < genome_length; i++)
                    atomicAdd(&counts[(place + i) * 6 + 4], 1u);
                place += length;
                break;
            case kSkip:
                place += length;
                break;
            case kSoftClip:
                at += length;
                break;
        }
    }
}
