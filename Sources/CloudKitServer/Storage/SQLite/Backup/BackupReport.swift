// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What a backup has, or what was restored from it.
package struct BackupReport: Sendable, Hashable {
  package var path: String
  package var records = 0
  package var users = 0
  package var assets = 0
  /// Of the assets.
  package var bytes: Int64 = 0
  /// The files of assets that were not there, or had other bytes than were sent.
  package var missing: [String] = []
  /// What is wrong with the rows, as the check says it: they were copied as they are.
  package var problems: [String] = []

  package init(path: String) { self.path = path }
}
