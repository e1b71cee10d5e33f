// Cairn
// SPDX-License-Identifier: Apache-2.0

// Apple's SwiftData re-exports both modules, and code that is written for it relies on that.
@_exported public import Foundation
@_exported public import Observation
