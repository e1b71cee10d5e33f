// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import RuckMap

/// The confirmation before a ruck is deleted.
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

    /// Creates the values for a ruck.
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

extension DeleteRuckPage {
  static let name = "delete"

  /// The page's content.
  package static func render(_ model: Model, templates: Templates) -> String {
    templates.render(name, model)
  }

  static let template = #"""
    <section class="card glass narrow message">
    <h1>Delete {{title}}?</h1>
    <p>{{date}}, {{distance}}. This permanently deletes the ruck and its {{points}} recorded points. Download the GPX file first if you may need it.</p>
    <form method="post" action="{{action}}">
    <input type="hidden" name="token" value="{{token}}">
    <p class="actions"><button class="button danger">Delete it</button>
    <a class="button" href="{{back}}">Keep it</a></p>
    </form>
    </section>
    """#
}
