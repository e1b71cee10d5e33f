// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An event about possible changes of a database.
package enum DatabaseChangeEvent: Sendable {
  /// The stream is open: changes are reported from now on; earlier ones may not have been.
  case connected
  /// The database has changed.
  case changed
  /// The stream is lost, and no changes are reported until ``connected``; it is reopened
  /// automatically.
  case lost(CKError)
}

extension CKDatabase {
  /// Returns the change events of the database.
  ///
  /// ``DatabaseChangeEvent/connected`` and ``DatabaseChangeEvent/changed`` both mean: fetch
  /// changes. Only the newest event is buffered. Changes are reported for the user's subscriptions;
  /// without one, the stream has only connection events. Changes that this program made with the
  /// same configuration are not reported.
  package func changeEvents() -> AsyncStream<DatabaseChangeEvent> {
    let (connections, container) = (connections, container)
    return connections.notificationStreams.stream(for: container).changeEvents(of: databaseScope) {
      try connections.connection(to: container)
    }
  }
}
