// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What tells that a database may have changed on the server.
package protocol NewsSource: Sendable {
  /// Listens until the task is cancelled.
  ///
  /// A connection that is lost is made again; what was missed meanwhile is news.
  func listen(to database: CKDatabase, _ body: @escaping @Sendable (News) -> Void) async
}

/// What a source of news tells.
package enum News: Sendable, Hashable {
  /// The connection is there: changes will be told from now on.
  case isListening
  /// The connection is gone: changes are not told.
  case isLost
  /// There may be changes.
  case mayHaveChanged
}
