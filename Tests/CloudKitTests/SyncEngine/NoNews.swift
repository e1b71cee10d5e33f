// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit

/// Tells nothing, as a server without a stream.
struct NoNews: NewsSource {
  func listen(to database: CKDatabase, _ body: @escaping @Sendable (News) -> Void) async {}
}
