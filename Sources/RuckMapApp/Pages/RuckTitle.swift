// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import PageKit
package import RuckMap

/// The title of a ruck on the pages.
package enum RuckTitle {
  /// The name, else the file's name without its extension, else "Ruck".
  package static func text(_ ruck: RuckSummary) -> String {
    if let name = ruck.name, !name.allSatisfy(\.isWhitespace) { return name }
    guard let file = ruck.file, !file.isEmpty else { return "Ruck" }
    let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    return stem.isEmpty ? file : stem
  }

  /// A number of points in words, such as "1 point" or "1,024 points".
  package static func points(_ count: Int) -> String {
    count == 1
      ? "1 point" : "\(count.formatted(.number.locale(Locale(identifier: "en_US")))) points"
  }

  /// The start date; files without times have none.
  package static func date(_ ruck: RuckSummary, calendar: PageCalendar) -> String {
    ruck.date.map { calendar.dateAndTime($0) } ?? "No times recorded"
  }
}
