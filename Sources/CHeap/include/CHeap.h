// Cairn
// SPDX-License-Identifier: Apache-2.0

#ifndef CAIRN_HEAP_H
#define CAIRN_HEAP_H

/// Returns the free pages of the heap to the operating system.
///
/// Walks all arenas of glibc, 5 to 50 ms. Other C libraries return pages by themselves; there it does
/// nothing.
void cairn_heap_trim(void);

#endif
