// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer

/// What a backup has, as JSON and in words.
struct CloudBackupRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case path, records, users, assets, problems
    case bytes = "asset_bytes"
    case missing = "missing_assets"
  }

  let path: String
  let records: Int
  let users: Int
  let assets: Int
  let bytes: Int64
  let missing: [String]
  let problems: [String]

  init(_ report: BackupReport) {
    path = report.path
    records = report.records
    users = report.users
    assets = report.assets
    bytes = report.bytes
    missing = report.missing
    problems = report.problems
  }

  /// Throws if something is to be told though the rest was done.
  func check() throws {
    if let first = missing.first {
      throw CommandError(
        "\(missing.count) assets are missing or damaged, \(first) first; everything else was copied"
      )
    }
    if let first = problems.first {
      throw CommandError("everything was copied as it is, but it is not sound: \(first)")
    }
  }

  /// A line of text.
  var text: String {
    func count(_ number: Int, _ noun: String) -> String {
      "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
    return "\(path.printable): \(count(records, "record")), \(count(users, "user")), "
      + "\(count(assets, "asset")) of \(bytes) bytes\n"
  }
}
