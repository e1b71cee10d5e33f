// Cairn
// SPDX-License-Identifier: Apache-2.0

import RuckMap

/// The report of an import as JSON.
struct ImportRecord: Encodable {
  /// A file that was refused.
  struct Failed: Encodable {
    private enum CodingKeys: String, CodingKey {
      case file, line, error
    }

    let file: String
    let line: Int?
    let error: String

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(file, forKey: .file)
      try container.encode(line, forKey: .line)
      try container.encode(error, forKey: .error)
    }
  }

  let imported: [RuckRecord]
  let unchanged: [RuckRecord]
  let failed: [Failed]

  init(_ report: ImportReport) {
    imported = report.imported.map { RuckRecord($0.ruck) }
    unchanged = report.unchanged.map { RuckRecord($0.ruck) }
    failed = report.failed.map { Failed(file: $0.file, line: $0.line, error: $0.error) }
  }
}
