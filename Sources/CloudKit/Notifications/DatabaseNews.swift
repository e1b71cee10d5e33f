// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What can be said of whether a database has something new.
package enum DatabaseNews: Sendable {
  /// From now on it is told when something changes; what changed before may not have been told.
  case connected
  /// Something has changed.
  case changed
  /// Until ``connected`` comes, nothing is told: the stream is opened again and again.
  case lost(CKError)
}

extension CKDatabase {
  /// Tells when there may be something new in the database, as long as somebody listens.
  ///
  /// ``DatabaseNews/connected`` and ``DatabaseNews/changed`` both mean: fetch what has changed. Only the
  /// newest is kept for who is busy. What is told are the user's subscriptions: without one, only connections
  /// are. Changes that this program has made with the same configuration are not told.
  package func news() -> AsyncStream<DatabaseNews> {
    let (connections, container) = (connections, container)
    return connections.couriers.courier(for: container).news(of: databaseScope) {
      try connections.connection(to: container)
    }
  }
}
