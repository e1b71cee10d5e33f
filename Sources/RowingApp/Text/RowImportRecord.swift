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

  private enum CodingKeys: String, CodingKey { case imported, merged, unchanged, failed }

  let report: RowingImportReport

  init(_ report: RowingImportReport) { self.report = report }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(report.imported.map { SessionRecord($0.session) }, forKey: .imported)
    try container.encode(report.merged.map { SessionRecord($0.session) }, forKey: .merged)
    try container.encode(report.unchanged.map { SessionRecord($0.session) }, forKey: .unchanged)
    try container.encode(report.failed.map { Failed(failure: $0) }, forKey: .failed)
  }

  /// The report as JSON, as of `JSONOutput`.
  func text() throws -> String {
    func list(_ entries: [RowingImportReport.Entry], _ text: inout PrettyJSON) throws {
      try text.list(entries) { entry, text in
        try text.object(SessionRecord.CodingKeys.self) {
          try SessionRecord(entry.session).encode(to: &$0)
        }
      }
    }
    let count = report.imported.count + report.merged.count + report.unchanged.count
    var text = PrettyJSON(capacity: count * SessionRecord.size)
    try text.object([
      (
        "failed",
        { text in
          try text.list(report.failed) { failed, text in
            try text.object(Failed.CodingKeys.self) {
              try Failed(failure: failed).encode(to: &$0)
            }
          }
        }
      ),
      ("imported", { try list(report.imported, &$0) }),
      ("merged", { try list(report.merged, &$0) }),
      ("unchanged", { try list(report.unchanged, &$0) }),
    ])
    return text.finish()
  }
}
