// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import Measures
package import PageKit
package import RuckMap

/// The question which of several running rucks of a user goes on.
///
/// Devices that were offline can start one each. No ruck is deleted: the others are ended, or all are
/// joined.
package struct RunningQuestion: Sendable {
  /// A running ruck as an answer.
  package struct Choice: Sendable {
    package var title: String
    package var detail: String
    package var label: String
    package var action: String
    package var token: String
  }

  package let heading = "Which ruck goes on?"
  package var text: String
  package var choices: [Choice]
  package var join: String
  package var token: String
  /// The identifiers of the rucks; nil if they can't be joined.
  package var joined: String?

  /// Creates the question; nil for less than two rucks.
  package init?(
    _ rucks: [RecordingSnapshot], unitSystem: UnitSystem, calendar: PageCalendar, now: Date,
    token: FormToken
  ) {
    guard rucks.count > 1 else { return nil }
    let format = MeasureFormat(unitSystem: unitSystem)
    text =
      "\(rucks.count) rucks are running, as devices that were offline have started one each. The "
      + "others end at their last positions, and stay in your list."
    choices = rucks.map { ruck in
      let title = ruck.name.flatMap { $0.isEmpty ? nil : $0 } ?? "Ruck"
      let start = calendar.dateAndTime(ruck.startedAt)
      return Choice(
        title: title,
        detail: "since \(start) · \(format.distance(ruck.distance)) · "
          + format.duration(ruck.elapsed(at: now)),
        label: "Go on with \(title), started \(start)",
        action: RecordPaths.path(ruck.id, .proceed), token: token.text)
    }
    join = RecordPaths.join
    self.token = token.text
    joined =
      RecordingSnapshot.canJoin(rucks)
      ? rucks.map { $0.id.uuidString.lowercased() }.joined(separator: ",") : nil
  }
}

extension RunningQuestion {
  package static let name = "ruck-question"

  package static let template = #"""
    <section class="card glass question" aria-labelledby="question">
    <h2 id="question">{{heading}}</h2>
    <p>{{text}}</p>
    <ul class="ruck-lines">
    {{#choices}}
    <li><div class="main"><strong>{{title}}</strong><span class="detail">{{detail}}</span></div>
    <form method="post" action="{{action}}" data-online><input type="hidden" name="token" value="{{token}}"><button class="button primary" aria-label="{{label}}">Go on</button></form></li>
    {{/choices}}
    </ul>
    {{#joined}}
    <form class="below" method="post" action="{{join}}" data-online><input type="hidden" name="token" value="{{token}}"><input type="hidden" name="rucks" value="{{joined}}"><p>Or end all of them, and join them into one ruck. The time between them is a pause.</p><p class="actions"><button class="button">End and join them</button></p></form>
    {{/joined}}
    </section>
    """#
}
