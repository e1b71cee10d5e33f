// Cairn
// SPDX-License-Identifier: Apache-2.0

// Apple's SwiftData re-exports Foundation and Observation, and code that is written for it relies on that.
// FoundationExports.swift exports Foundation; these are the modules that Foundation itself exports.
@_exported public import Dispatch
@_exported public import Observation

#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#endif
