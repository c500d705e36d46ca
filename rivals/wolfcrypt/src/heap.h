/* An allocator that counts: what the library is given. */
#ifndef RIVAL_HEAP_H
#define RIVAL_HEAP_H

#include <stddef.h>

void *counted_malloc(size_t bytes);
void *counted_realloc(void *old, size_t bytes);
void counted_free(void *block);

#endif
