// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The command's JSON output: indented, with sorted keys, so that equal data gives equal text.
package enum JSONOutput {
  package static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(value)
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// Encodes a value on one line, for streams of events.
  package static func line(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}

/// The identifier of a deleted object, as JSON.
package struct DeletedRecord: Encodable {
  package let deleted: String

  package init(deleted: String) {
    self.deleted = deleted
  }
}

extension Double {
  /// The value rounded to three decimals; nil for NaN and infinity, which JSON lacks.
  package var toThousandths: Double? {
    guard isFinite else { return nil }
    let thousandths = (self * 1000).rounded()
    // A value this large has no decimals.
    return thousandths.isFinite ? thousandths / 1000 : self
  }
}
