// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import PageKit

/// The sessions that are being recorded now, with large figures.
package enum LivePage {
  /// A running session.
  package struct Session: Sendable {
    package var title: String
    package var page: String
    package var athlete: String
    package var started: String
    /// The largest figures: pace, distance, time, rate.
    package var main: [FigureTile]
    package var figures: [FigureTile]
    package var plots: [Plot]
    package var intervals: DataTable?
    /// A remark on the recording, such as a gap.
    package var remark: String?
  }

  /// The page's values.
  package struct Model: Sendable {
    package var sessions: [Session]
    package let fragment = RowPaths.liveFragment
    /// The latest finished session; nil if there is none.
    package var latest: PageLink?

    package init(sessions: [Session], latest: PageLink?) {
      (self.sessions, self.latest) = (sessions, latest)
      nobody = sessions.isEmpty
    }

    /// Whether no session is running.
    package var nobody: Bool
  }

  package static let name = "row-live"
  package static let fragmentName = "row-live-fragment"

  package static let template = #"""
    <h1>Live</h1>
    {{>row-live-fragment}}
    """#

  package static let fragmentTemplate = #"""
    <div id="live" class="stack below" data-live="{{fragment}}">
    {{#nobody}}
    <section class="card glass message empty">
    <h2>Nobody rows now</h2>
    <p>A recording appears here with its first stroke: pace, power, rate and heart rate of a monitor, in each browser that is open.</p>
    <p>Record from a capture or a pipe: <code>cairn row record capture.txt</code>, or try it without a machine: <code>cairn row simulate 5x500m/1:00r --real-time | cairn row record -</code></p>
    {{#latest}}<p class="actions"><a class="button" href="{{path}}">{{title}}</a></p>{{/latest}}
    </section>
    {{/nobody}}
    {{#sessions}}
    <section class="card glass live-session" aria-labelledby="{{page}}">
    <div class="heading"><h2 id="{{page}}"><a href="{{page}}">{{athlete}}</a> <span class="where">{{title}}, since {{started}}</span></h2><span class="chip">rowing</span></div>
    {{#remark}}<p class="note">{{remark}}</p>{{/remark}}
    <dl class="figures monitor">
    {{#main}}
    {{>figure}}
    {{/main}}
    </dl>
    <dl class="figures tight below">
    {{#figures}}
    {{>figure}}
    {{/figures}}
    </dl>
    <div class="profiles below">
    {{#plots}}
    {{>row-plot}}
    {{/plots}}
    </div>
    {{#intervals}}{{>row-table}}{{/intervals}}
    </section>
    {{/sessions}}
    </div>
    """#
}
