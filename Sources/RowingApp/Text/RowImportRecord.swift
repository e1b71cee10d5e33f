// Cairn
// SPDX-License-Identifier: Apache-2.0

import Rowing

/// The report of an import as JSON.
struct RowImportRecord: Encodable {
  /// A file or a row that could not be imported.
  struct Failed: Encodable {
    enum CodingKeys: String, CodingKey { case file, line, error }

    let failure: RowingImportReport.Failed

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try encode(to: &container)
    }

    /// Encodes the values in the order of their keys.
    func encode<Fields: RecordFields<CodingKeys>>(to fields: inout Fields) throws {
      try fields.encode(failure.error, forKey: .error)
      try fields.encode(failure.file, forKey: .file)
      try fields.encode(failure.line, forKey: .line)
    }
  }

  let imported: [SessionRecord]
  let merged: [SessionRecord]
  let unchanged: [SessionRecord]
  let failed: [Failed]

  init(_ report: RowingImportReport) {
    imported = report.imported.map { SessionRecord($0.session) }
    merged = report.merged.map { SessionRecord($0.session) }
    unchanged = report.unchanged.map { SessionRecord($0.session) }
    failed = report.failed.map { Failed(failure: $0) }
  }

  /// The report as JSON, as of `JSONOutput`.
  func text() throws -> String {
    var text = PrettyJSON()
    try text.object([
      (
        "failed",
        { text in
          try text.list(failed) { failed, text in
            try text.object(Failed.CodingKeys.self) { try failed.encode(to: &$0) }
          }
        }
      ),
      ("imported", { try SessionRecord.write(imported, to: &$0) }),
      ("merged", { try SessionRecord.write(merged, to: &$0) }),
      ("unchanged", { try SessionRecord.write(unchanged, to: &$0) }),
    ])
    return text.line
  }
}
