// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer

/// What a backup has, as JSON and in words.
struct CloudBackupRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case path, records, users, assets
    case bytes = "asset_bytes"
    case missing = "missing_assets"
  }

  let path: String
  let records: Int
  let users: Int
  let assets: Int
  let bytes: Int64
  let missing: [String]

  init(_ report: BackupReport) {
    path = report.path
    records = report.records
    users = report.users
    assets = report.assets
    bytes = report.bytes
    missing = report.missing
  }

  /// A line of text.
  var text: String {
    "\(path.printable): \(records) records, \(users) users, \(assets) assets of \(bytes) bytes\n"
  }
}
