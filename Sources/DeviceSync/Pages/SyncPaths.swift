// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import PageKit

/// The paths of the sync pages, for links, forms and routes.
package enum SyncPaths {
  /// The status of all apps.
  package static let status = Paths.sync
  /// The form that syncs once.
  package static let now = "/sync/now"
  /// The sign-in, on this machine only.
  package static let signIn = "/sync/sign-in"
  /// The form that signs out, on this machine only.
  package static let signOut = "/sync/sign-out"
  /// The list of overwritten values, and its form.
  package static let conflicts = "/sync/conflicts"
  /// The passphrase of encrypted fields, on this machine only.
  package static let passphrase = "/sync/passphrase"
  static let set = "/sync/passphrase/set"
  static let unlock = "/sync/passphrase/unlock"
  static let change = "/sync/passphrase/change"
  static let recover = "/sync/passphrase/recover"
  static let renewCode = "/sync/passphrase/code"
  static let codeStored = "/sync/passphrase/stored"

  /// The list of one app's conflicts.
  static func conflicts(of app: any CairnApp) -> String { "\(conflicts)?app=\(app.name)" }
}
