/* An allocator that counts. Sizes are those that are asked for: the header before each block is in no figure. */
#include "heap.h"

#include <stdint.h>
#include <stdlib.h>

/* Before each block, which is aligned as one of malloc. */
typedef union {
    size_t bytes;
    max_align_t aligned;
} header;

/* Of one thread: bytes and allocations since they were read last, what is alive, what was when they were read, and the
   most since. */
static struct {
    unsigned long long bytes, allocations;
    size_t live, before, most;
} heap;

/* A block with its header, or NULL; grown from as many bytes as are counted already. */
static void *counted(header *whole, size_t before, size_t bytes) {
    if (whole == NULL) {
        return NULL;
    }
    whole->bytes = bytes;
    heap.allocations += 1;
    /* A reallocation counts as its difference. */
    heap.bytes += bytes > before ? bytes - before : 0;
    heap.live = heap.live - before + bytes;
    if (heap.live > heap.most) {
        heap.most = heap.live;
    }
    return whole + 1;
}

void *counted_malloc(size_t bytes) {
    header *whole = bytes > SIZE_MAX - sizeof *whole ? NULL : malloc(sizeof *whole + bytes);
    return counted(whole, 0, bytes);
}

void *counted_realloc(void *old, size_t bytes) {
    header *whole = old == NULL ? NULL : (header *) old - 1;
    size_t before = old == NULL ? 0 : whole->bytes;
    if (bytes > SIZE_MAX - sizeof *whole) {
        return NULL;
    }
    return counted(realloc(whole, sizeof *whole + bytes), before, bytes);
}

void counted_free(void *block) {
    if (block != NULL) {
        header *whole = (header *) block - 1;
        heap.live -= whole->bytes;
        free(whole);
    }
}

/* What was allocated since the last call: bytes, how often, and the most that was alive above what was alive then. */
void rival_heap(unsigned long long *bytes, unsigned long long *allocations, unsigned long long *peak) {
    *bytes = heap.bytes;
    *allocations = heap.allocations;
    *peak = heap.most - heap.before;
    heap.bytes = heap.allocations = 0;
    heap.before = heap.most = heap.live;
}
