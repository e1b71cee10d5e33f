// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// What a vacuum has gained, as JSON.
struct VacuumRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case bytesBefore = "bytes_before"
    case bytesAfter = "bytes_after"
    case isLogEmptied = "log_emptied"
  }

  let report: VacuumReport

  init(_ report: VacuumReport) {
    self.report = report
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(report.bytesBefore, forKey: .bytesBefore)
    try container.encode(report.bytesAfter, forKey: .bytesAfter)
    try container.encode(report.isLogEmptied, forKey: .isLogEmptied)
  }
}
