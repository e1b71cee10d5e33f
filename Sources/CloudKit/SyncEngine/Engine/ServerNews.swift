// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What the server's stream of notifications says of a database.
struct ServerNews: NewsSource {
  func listen(to database: CKDatabase, _ body: @escaping @Sendable (News) -> Void) async {
    for await news in database.news() {
      switch news {
      case .connected: body(.isListening)
      case .changed: body(.mayHaveChanged)
      case .lost: body(.isLost)
      }
    }
  }
}
