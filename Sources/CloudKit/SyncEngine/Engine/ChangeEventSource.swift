// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A source of events about possible changes of a database on the server.
package protocol ChangeEventSource: Sendable {
  /// Reports events until the task is cancelled.
  ///
  /// A lost connection is opened again; events missed meanwhile are covered by
  /// ``ChangeEvent/connected``.
  func listen(to database: CKDatabase, _ body: @escaping @Sendable (ChangeEvent) -> Void) async
}

/// An event of a ``ChangeEventSource``.
package enum ChangeEvent: Sendable, Hashable {
  /// The connection is open: changes are reported from now on.
  case connected
  /// The connection is lost: changes are not reported.
  case disconnected
  /// The database may have changed.
  case changed
}

/// The change events of the server's notification stream.
struct ServerEventSource: ChangeEventSource {
  func listen(to database: CKDatabase, _ body: @escaping @Sendable (ChangeEvent) -> Void) async {
    for await event in database.changeEvents() {
      switch event {
      case .connected: body(.connected)
      case .changed: body(.changed)
      case .lost: body(.disconnected)
      }
    }
  }
}
