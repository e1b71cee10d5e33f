// Cairn
// SPDX-License-Identifier: Apache-2.0

#if THREAD_SANITIZER
  // Exported, so that files without this import see the members.
  @_exported public import SystemSupport

  /// The lock of this module in Thread Sanitizer builds.
  package typealias Mutex<Value: ~Copyable> = SystemSupport.Mutex<Value>
#endif
