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

/// The size of a heap object's allocation, in bytes.
size_t cairn_size_of_object(const void *_Nonnull object);

/// The remaining stack space of this thread, in bytes; `SIZE_MAX` if it is unknown.
size_t cairn_stack_left(void);

/// Whether this thread is creating a fault, a model for a row of a store.
bool cairn_is_making_fault(void);
void cairn_set_making_fault(bool value);

/// The nesting depth of the values that this thread is encoding.
int cairn_encoding_depth(void);
void cairn_set_encoding_depth(int value);

#endif
