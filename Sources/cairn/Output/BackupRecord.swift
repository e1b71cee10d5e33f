// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// What a backup or a restore has copied, as JSON.
struct BackupRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case file
    case databaseBytes = "database_bytes"
    case externalFiles = "external_files"
    case externalBytes = "external_bytes"
    case missingFiles = "missing_files"
    case damaged = "damaged_store_kept_as"
  }

  let report: BackupReport

  init(_ report: BackupReport) {
    self.report = report
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(report.url.path(percentEncoded: false), forKey: .file)
    try container.encode(report.databaseBytes, forKey: .databaseBytes)
    try container.encode(report.externalFiles, forKey: .externalFiles)
    try container.encode(report.externalBytes, forKey: .externalBytes)
    try container.encode(report.missingFiles, forKey: .missingFiles)
    try container.encode(report.damaged?.path(percentEncoded: false), forKey: .damaged)
  }
}
