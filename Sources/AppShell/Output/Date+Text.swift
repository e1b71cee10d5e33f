// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Date {
  /// Date and time to the minute in the zone of this machine: `2026-05-02 07:45`.
  package var localText: String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: self)
    func digits(_ value: Int?, _ count: Int) -> String {
      let text = String(value ?? 0)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(parts.year, 4))-\(digits(parts.month, 2))-\(digits(parts.day, 2))"
      + " \(digits(parts.hour, 2)):\(digits(parts.minute, 2))"
  }

  /// ISO 8601 in UTC, to the second: `2026-05-02T05:45:00Z`.
  package var jsonText: String { formatted(.iso8601) }
}

extension UUID {
  /// The ID in lower case, as printed.
  package var idText: String { uuidString.lowercased() }

  /// The first eight characters of the ID, for lists.
  package var shortText: String { String(idText.prefix(8)) }
}
