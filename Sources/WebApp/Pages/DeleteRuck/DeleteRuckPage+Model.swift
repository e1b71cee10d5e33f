// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import RuckMap

/// The question before a ruck is deleted.
package enum DeleteRuckPage {
  /// The page's values.
  package struct Model: Sendable {
    var title: String
    var date: String
    var distance: String
    var points: Int
    var action: String
    var back: String
    var token: String

    /// The values for a ruck.
    package init(
      _ ruck: RuckSummary, unitSystem: UnitSystem, calendar: PageCalendar, token: FormToken
    ) {
      title = RuckTitle.text(ruck)
      date = RuckTitle.date(ruck, calendar: calendar)
      distance = RuckFormat(unitSystem: unitSystem).distance(ruck.distance)
      points = ruck.points
      action = Paths.delete(ruck.id)
      back = Paths.ruck(ruck.id)
      self.token = token.text
    }
  }
}
