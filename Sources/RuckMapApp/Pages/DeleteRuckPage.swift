// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Measures
package import PageKit
package import RuckMap

/// The confirmation before a ruck is deleted.
package enum DeleteRuckPage {
  /// The page's values.
  package struct Model: Sendable {
    package var title: String
    package var date: String
    package var distance: String
    /// The number of points, such as "1,024 points".
    package var points: String
    package var action: String
    package var back: String
    package var token: String

    /// Creates the values for a ruck.
    package init(
      _ ruck: RuckSummary, unitSystem: UnitSystem, calendar: PageCalendar, token: FormToken
    ) {
      title = RuckTitle.text(ruck)
      date = RuckTitle.date(ruck, calendar: calendar)
      distance = MeasureFormat(unitSystem: unitSystem).distance(ruck.distance)
      points = RuckTitle.points(ruck.points)
      action = RuckPaths.delete(ruck.id)
      back = RuckPaths.ruck(ruck.id)
      self.token = token.text
    }
  }
}

extension DeleteRuckPage {
  package static let name = "ruck-delete"

  /// The page's content.
  package static func render(_ model: Model, templates: Templates) -> String {
    templates.render(name, model)
  }

  package static let template = #"""
    <section class="card glass narrow message">
    <h1>Delete {{title}}?</h1>
    <p>{{date}}, {{distance}}. This permanently deletes the ruck and its recording of {{points}}. Download the GPX file first if you may need it.</p>
    <form method="post" action="{{action}}">
    <input type="hidden" name="token" value="{{token}}">
    <p class="actions"><button class="button danger">Delete it</button>
    <a class="button" href="{{back}}">Keep it</a></p>
    </form>
    </section>
    """#
}
