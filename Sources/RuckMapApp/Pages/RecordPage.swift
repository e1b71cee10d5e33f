// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Measures
package import PageKit
package import RuckMap

/// The page that records a ruck by the browser's positions, and shows and changes the running rucks.
package enum RecordPage {
  /// A surface of the selection.
  package struct Surface: Sendable {
    package var value: String
    package var title: String
    package var isSelected: Bool
  }

  /// A running ruck.
  package struct Running: Sendable {
    package var anchor: String
    package var heading: String
    package var state: String
    package var isPaused: Bool
    package var figures: [FigureTile]
    package var note: String?
    package var isOverdue = false
    let safety = RuckTab.safety.path
    package var pause: String
    package var resume: String
    package var load: String
    package var end: String
    package var expect: String
    package var expectedEnd: String
    package var discard: String
    package var pack: String
    package var surfaces: [Surface]
    package var token: String

    init(
      _ ruck: RecordingSnapshot, profile: UserProfile, calendar: PageCalendar, now: Date,
      token: String
    ) {
      let format = MeasureFormat(unitSystem: profile.unitSystem)
      anchor = "ruck-\(ruck.id.uuidString.lowercased())"
      heading = ruck.name.flatMap { $0.isEmpty ? nil : $0 } ?? "Ruck"
      isPaused = ruck.phase == .paused
      state = "\(isPaused ? "paused" : "running"), since \(calendar.time(ruck.startedAt))"
      figures = [
        FigureTile("Distance", format.distance(ruck.distance)),
        FigureTile("Time", format.duration(ruck.elapsed(at: now)), note: "without pauses"),
        FigureTile("Moving pace", format.pace(secondsPerKilometre: ruck.movingPace)),
        FigureTile("Energy", format.calories(ruck.calories?.kilocalories)),
        FigureTile("Climb", format.elevation(ruck.elevationGain)),
        FigureTile(
          "Pack", format.weight(ruck.packWeight),
          note: PackAdvice.warning(ruck.packWeight, bodyWeight: profile.bodyWeight)),
      ]
      if let end = ruck.expectedEnd {
        figures.append(FigureTile("Expected return", calendar.time(end), note: calendar.date(end)))
        isOverdue = end < now
      }
      if !isPaused, !ruck.isRecent(at: now, within: RecordingRules.longestStep) {
        note =
          ruck.points == 0
          ? "No position has arrived yet."
          : "The last position is from \(calendar.time(ruck.lastActivity)). The phone may be offline, or the "
            + "recording has stopped: resume it there, or end the ruck."
      }
      pause = RecordPaths.path(ruck.id, .pause)
      resume = RecordPaths.path(ruck.id, .resume)
      load = RecordPaths.path(ruck.id, .load)
      end = RecordPaths.path(ruck.id, .end)
      expect = RecordPaths.path(ruck.id, .expect)
      expectedEnd = ReturnTime.field(ruck.expectedEnd, calendar)
      discard = RecordPaths.path(ruck.id, .discard)
      pack = format.weight(ruck.packWeight)
      surfaces = RecordPage.surfaces(ruck.surface)
      self.token = token
    }
  }

  /// The page's values.
  package struct Model: Sendable {
    package let fragment = RecordPaths.fragment
    package let upload = RecordPaths.upload
    let tabs = RuckTab.links(current: .record)
    let stylesheetPath = RuckStylesheet.path
    package var script: String
    package var running: [Running]
    package var isIdle: Bool
    package var question: RunningQuestion?
    package var count: String
    package var packExample: String
    package var unitSystem: String
    package var surfaces: [Surface]
    package var message: String?
    /// The pack weight of the last ruck; empty without one.
    var lastPack = ""
    let themeClasses: String

    /// Creates the values of a page.
    ///
    /// - Parameters:
    ///   - running: The running rucks.
    ///   - competing: The running rucks of a user who has several.
    ///   - profile: The user's profile, with the units and the theme.
    ///   - calendar: The calendar of the times.
    ///   - now: The present time.
    ///   - token: The token of forms.
    ///   - message: The reason why a form was rejected.
    package init(
      _ running: [RecordingSnapshot], competing: [RecordingSnapshot] = [], profile: UserProfile,
      calendar: PageCalendar, now: Date, token: FormToken, message: String? = nil
    ) {
      let unitSystem = profile.unitSystem
      themeClasses = ThemeManager(profile: profile).classes
      script = Paths.asset(RecordScript.asset)
      self.running = running.map {
        Running($0, profile: profile, calendar: calendar, now: now, token: token.text)
      }
      isIdle = running.isEmpty
      question = RunningQuestion(
        competing, unitSystem: unitSystem, calendar: calendar, now: now, token: token)
      count = running.count == 1 ? "1 running ruck" : "\(running.count) running rucks"
      packExample = unitSystem == .imperial ? "35 lb" : "16 kg"
      self.unitSystem = unitSystem.rawValue
      surfaces = RecordPage.surfaces(nil)
      self.message = message
    }
  }

  private static func surfaces(_ selected: WalkingSurface?) -> [Surface] {
    WalkingSurface.allCases.map {
      Surface(
        value: $0.rawValue, title: title($0), isSelected: $0 == (selected ?? .pavedRoad))
    }
  }

  private static func title(_ surface: WalkingSurface) -> String {
    switch surface {
    case .pavedRoad: "Paved road"
    case .dirtRoad: "Dirt road"
    case .lightBrush: "Light brush"
    case .heavyBrush: "Heavy brush"
    case .swamp: "Swamp"
    case .looseSand: "Loose sand"
    }
  }
}

extension RecordPage {
  package static let name = "ruck-record"
  package static let fragmentName = "ruck-record-fragment"

  /// The page's content.
  package static func render(_ model: Model, templates: Templates) -> String {
    templates.render(name, model)
  }

  /// The running rucks, to update open pages.
  package static func renderFragment(_ model: Model, templates: Templates) -> String {
    templates.render(fragmentName, model)
  }

  package static let template = #"""
    {{>ruck-tabs}}
    <div class="{{themeClasses}}">
    <div class="title"><h1>Record</h1></div>
    {{#message}}<p class="note bad" role="alert">{{message}}</p>{{/message}}
    <section class="card glass below" id="recorder" data-upload="{{upload}}" data-units="{{unitSystem}}" aria-labelledby="recorder-title">
    <h2 id="recorder-title">On this device</h2>
    <p id="recorder-status" role="status">To record with this device, switch on JavaScript. A computer with a GPS receiver records without it: <code>cairn ruck record</code></p>
    <form id="recorder-start" class="below" hidden>
    <div class="fields">
    <p class="field"><label for="record-pack">Pack weight</label><input id="record-pack" name="pack" type="text" value="{{lastPack}}" placeholder="{{packExample}}" autocomplete="off"></p>
    <p class="field"><label for="record-surface">Surface</label><select id="record-surface" name="surface">{{#surfaces}}<option value="{{value}}"{{#isSelected}} selected{{/isSelected}}>{{title}}</option>{{/surfaces}}</select></p>
    <p class="field"><label for="record-name">Name</label><input id="record-name" name="name" type="text" maxlength="200" autocomplete="off"></p>
    <p class="field"><label for="record-return">Expected return</label><input id="record-return" name="return" type="datetime-local" aria-describedby="record-return-hint"><small id="record-return-hint">Optional. If it passes, the page Safety names the contacts to inform.</small></p>
    </div>
    <p class="actions below"><button class="button primary">Start</button></p>
    </form>
    <div id="recorder-live" hidden>
    <dl class="figures monitor">
    <div class="figure"><dt>Distance</dt><dd data-figure="distance">–</dd></div>
    <div class="figure"><dt>Time</dt><dd data-figure="time">–</dd></div>
    <div class="figure"><dt>Pace</dt><dd data-figure="pace">–</dd></div>
    <div class="figure"><dt>Pack</dt><dd data-figure="pack">–</dd></div>
    <div class="figure"><dt>Accuracy</dt><dd data-figure="accuracy">–</dd></div>
    </dl>
    <p class="where" id="recorder-queue"></p>
    <p class="actions below"><button class="button primary" type="button" id="recorder-pause">Pause</button>
    <button class="button" type="button" id="recorder-resume" hidden>Resume</button></p>
    <form id="recorder-load" class="below">
    <div class="fields">
    <p class="field"><label for="load-pack">New pack weight</label><input id="load-pack" name="pack" type="text" placeholder="{{packExample}}" autocomplete="off"></p>
    <p class="field"><label for="load-surface">New surface</label><select id="load-surface" name="surface"><option value="">Unchanged</option>{{#surfaces}}<option value="{{value}}">{{title}}</option>{{/surfaces}}</select></p>
    </div>
    <p class="actions below"><button class="button">Change the load</button></p>
    </form>
    <form id="recorder-end" class="below">
    <div class="fields">
    <p class="field"><label for="end-rpe">Exertion, 1 to 10</label><input id="end-rpe" name="rpe" type="number" min="1" max="10" inputmode="numeric"></p>
    <p class="field"><label for="end-notes">Notes</label><textarea id="end-notes" name="notes" rows="2" maxlength="10000"></textarea></p>
    </div>
    <p class="actions below"><button class="button danger">End the ruck</button></p>
    </form>
    </div>
    <ul class="results" id="recorder-stored"></ul>
    </section>
    {{>ruck-record-fragment}}
    </div>
    <script src="{{script}}" defer></script>
    """#

  package static let fragmentTemplate = #"""
    <div id="running-rucks" class="stack below" data-live="{{fragment}}" data-count="{{count}}">
    {{#isIdle}}
    <section class="card glass message empty">
    <h2>No ruck is running</h2>
    <p>A ruck that a device or <code>cairn ruck record</code> records appears here with its first position.</p>
    </section>
    {{/isIdle}}
    {{#question}}
    {{>ruck-question}}
    {{/question}}
    {{#running}}
    <section class="card glass" aria-labelledby="{{anchor}}">
    <div class="heading"><h2 id="{{anchor}}">{{heading}} <span class="where">{{state}}</span></h2></div>
    {{#note}}<p class="note">{{note}}</p>{{/note}}
    {{#isOverdue}}
    <p class="note bad">The expected return has passed. <a href="{{safety}}">Contacts to inform</a></p>
    {{/isOverdue}}
    <dl class="figures">
    {{#figures}}
    {{>figure}}
    {{/figures}}
    </dl>
    <div class="actions below">
    {{^isPaused}}<form method="post" action="{{pause}}" data-online><input type="hidden" name="token" value="{{token}}"><button class="button">Pause</button></form>{{/isPaused}}
    {{#isPaused}}<form method="post" action="{{resume}}" data-online><input type="hidden" name="token" value="{{token}}"><button class="button primary">Resume</button></form>{{/isPaused}}
    </div>
    <form class="below" method="post" action="{{load}}" data-online>
    <input type="hidden" name="token" value="{{token}}">
    <div class="fields">
    <p class="field"><label for="{{anchor}}-pack">Pack weight</label><input id="{{anchor}}-pack" name="pack" type="text" value="{{pack}}" autocomplete="off"></p>
    <p class="field"><label for="{{anchor}}-surface">Surface</label><select id="{{anchor}}-surface" name="surface">{{#surfaces}}<option value="{{value}}"{{#isSelected}} selected{{/isSelected}}>{{title}}</option>{{/surfaces}}</select></p>
    </div>
    <p class="actions below"><button class="button">Change from now on</button></p>
    </form>
    <form class="below" method="post" action="{{expect}}" data-online>
    <input type="hidden" name="token" value="{{token}}">
    <div class="fields">
    <p class="field"><label for="{{anchor}}-return">Expected return</label><input id="{{anchor}}-return" name="return" type="datetime-local" value="{{expectedEnd}}" aria-describedby="{{anchor}}-return-hint"><small id="{{anchor}}-return-hint">Empty for none.</small></p>
    </div>
    <p class="actions below"><button class="button">Change the return</button></p>
    </form>
    <form class="below" method="post" action="{{end}}" data-online>
    <input type="hidden" name="token" value="{{token}}">
    <div class="fields">
    <p class="field"><label for="{{anchor}}-rpe">Exertion, 1 to 10</label><input id="{{anchor}}-rpe" name="rpe" type="number" min="1" max="10" inputmode="numeric"></p>
    <p class="field"><label for="{{anchor}}-notes">Notes</label><textarea id="{{anchor}}-notes" name="notes" rows="2" maxlength="10000"></textarea></p>
    </div>
    <p class="actions below"><button class="button danger">End the ruck</button></p>
    </form>
    <details class="below"><summary>Delete the ruck</summary>
    <form method="post" action="{{discard}}" data-online><input type="hidden" name="token" value="{{token}}"><p>This permanently deletes the ruck and its positions.</p><p class="actions"><button class="button danger">Delete it</button></p></form>
    </details>
    </section>
    {{/running}}
    </div>
    """#
}
