// Cairn
// SPDX-License-Identifier: Apache-2.0

// Apple's SwiftData re-exports both, and code written for it relies on that.
@_exported public import Foundation
@_exported public import Observation
