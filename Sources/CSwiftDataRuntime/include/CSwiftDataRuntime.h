// Cairn
// SPDX-License-Identifier: Apache-2.0

#ifndef CAIRN_SWIFTDATA_RUNTIME_H
#define CAIRN_SWIFTDATA_RUNTIME_H

/// Retains `object` unless it is being destroyed; NULL if it is.
///
/// Exported by the Swift runtime (libswiftCore, `swift_tryRetain`).
void *_Nullable swift_tryRetain(void *_Nonnull object);

#endif
