// Cairn
// SPDX-License-Identifier: Apache-2.0

#ifndef CAIRN_SWIFTDATA_RUNTIME_H
#define CAIRN_SWIFTDATA_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>

/// Retains `object` unless it is being destroyed; NULL if it is.
///
/// Exported by the Swift runtime (libswiftCore, `swift_tryRetain`).
void *_Nullable swift_tryRetain(void *_Nonnull object);

/// The bytes that belong to an object on the heap.
size_t cairn_size_of_object(const void *_Nonnull object);

/// The bytes that are left on this thread's stack; `SIZE_MAX` if that can't be found out.
size_t cairn_stack_left(void);

/// Whether this thread is making a model for a row of a store.
bool cairn_is_making_fault(void);
void cairn_set_making_fault(bool value);

/// How many values, one inside the other, this thread is encoding.
int cairn_encoding_depth(void);
void cairn_set_encoding_depth(int value);

#endif
