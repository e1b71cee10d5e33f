// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// That something in a database has changed: what a ``CKDatabaseSubscription`` tells.
public final class CKDatabaseNotification: CKNotification, @unchecked Sendable {
  // Unchecked as its superclass.

  /// Which database.
  public let databaseScope: CKDatabase.Scope

  init(_ payload: PushNotification, _ database: DatabaseScope, badge: Int?) {
    databaseScope = CKDatabase.Scope(database)
    super.init(payload, .database, badge: badge)
  }
}

extension CKDatabase.Scope {
  init(_ wire: DatabaseScope) {
    self =
      switch wire {
      case .public: .public
      case .private: .private
      case .shared: .shared
      }
  }
}
