// Cairn
// SPDX-License-Identifier: Apache-2.0

#include "CHeap.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void cairn_heap_trim(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

void cairn_heap_return_blocks(int bytes) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, bytes);
#else
  (void)bytes;
#endif
}
