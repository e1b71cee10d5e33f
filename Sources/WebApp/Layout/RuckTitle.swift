// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap

/// What the pages call a ruck.
enum RuckTitle {
  /// The name, else the file's name without its ending, else "Ruck".
  static func text(_ ruck: RuckSummary) -> String {
    if let name = ruck.name, !name.allSatisfy(\.isWhitespace) { return name }
    guard let file = ruck.file, !file.isEmpty else { return "Ruck" }
    let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    return stem.isEmpty ? file : stem
  }

  /// The start, or when it was imported if the file has no times.
  static func date(_ ruck: RuckSummary, calendar: PageCalendar) -> String {
    let date = calendar.dateAndTime(ruck.startedAt)
    return ruck.isTimed ? date : "No times recorded; imported \(date)"
  }
}
