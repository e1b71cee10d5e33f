// Cairn
// SPDX-License-Identifier: Apache-2.0

import RuckMap
import Synchronization

/// The reported import progress, in order.
final class Seen: Sendable {
  private let storage = Mutex<[ImportProgress]>([])

  var values: [ImportProgress] { storage.withLock { $0 } }

  func note(_ progress: ImportProgress) { storage.withLock { $0.append(progress) } }
}
