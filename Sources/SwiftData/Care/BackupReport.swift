// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a backup or a restore has copied.
package struct BackupReport: Sendable, Equatable {
  /// The store that was written.
  package let url: URL
  /// The size of its database in bytes.
  package let databaseBytes: Int
  package let externalFiles: Int
  package let externalBytes: Int
  /// The external files that rows name, and that were not there to be copied.
  package let missingFiles: [String]
  /// Where a damaged store that was replaced lies now.
  package var damaged: URL?
}
