// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How long requests may take, in seconds.
struct RequestTimeouts: Sendable {
  /// Until the answer to one request begins.
  var request: TimeInterval = 60
  /// Until a file is sent or fetched; and how long a request that fails is tried again.
  var resource: TimeInterval = 604_800
}
