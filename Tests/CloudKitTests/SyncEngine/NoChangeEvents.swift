// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit

/// A source without events, like a server without a stream.
struct NoChangeEvents: ChangeEventSource {
  func listen(to database: CKDatabase, _ body: @escaping @Sendable (ChangeEvent) -> Void) async {}
}
