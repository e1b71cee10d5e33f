// Cairn
// SPDX-License-Identifier: Apache-2.0

#ifndef CAIRN_HEAP_H
#define CAIRN_HEAP_H

/// Returns the free pages of the heap to the operating system.
///
/// Walks all arenas of glibc, 5 to 50 ms. Other C libraries return pages by themselves; there it does
/// nothing.
void cairn_heap_trim(void);

/// Makes the heap return each block of `bytes` or more to the operating system when it is freed.
///
/// By default, glibc raises this threshold to the size of freed blocks, up to 32 MB, and then keeps such
/// blocks in the arenas of its threads.
void cairn_heap_return_blocks(int bytes);

#endif
