// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Measures
package import PageKit
package import RuckMap

/// The page of one ruck: its figures, track and profiles, and the form to edit it.
package enum RuckPage {
  /// An energy estimate with its source.
  package struct Energy: Sendable {
    package var value: String
    package var band: String
    package var equation: String
    package var citation: String?
    package var bodyWeight: String
    package var isAssumed: Bool
  }

  /// A profile of one figure over distance.
  package struct Profile: Sendable {
    package var title: String
    /// The lowest and the highest value.
    package var summary: String
    /// The output of ``ProfilePicture``, made from numbers only.
    package var svg: String
  }

  /// The field of one of several loads.
  package struct LoadField: Sendable {
    package var name: String
    package var label: String
    package var value: String
    package var hint: String
  }

  /// The edit form's values, as stored or as typed.
  package struct Edit: Sendable {
    package var action: String
    package var delete: String
    package var token: String
    package var name: String
    package var notes: String
    package var pack: String
    package var packExample: String
    /// The fields of several loads, which replace that of the pack weight.
    package var loads: [LoadField] = []
    /// The field of the body weight; nil for a ruck without energy.
    package var body: BodyField?
    /// The exertion from 1 to 10; empty if unknown.
    package var rpe = ""
    /// The raw value of the surface; empty for a paved road.
    package var surface = "" { didSet { surfaceChoices = Self.surfaces(surface) } }
    package var message: String?
    private(set) var surfaceChoices = Self.surfaces("")

    private static func surfaces(_ chosen: String) -> [SectionCard.Search.Choice] {
      RuckWords.choices(WalkingSurface.self).map { value, title in
        let isPaved = value == WalkingSurface.pavedRoad.rawValue
        return SectionCard.Search.Choice(
          choiceValue: value, choiceTitle: title,
          isChosen: value == chosen || (isPaved && chosen.isEmpty))
      }
    }

    /// Creates the form's values from a stored ruck.
    package init(_ ruck: RuckSummary, unitSystem: UnitSystem, token: FormToken) {
      action = RuckPaths.ruck(ruck.id)
      delete = RuckPaths.delete(ruck.id)
      self.token = token.text
      name = ruck.name ?? ""
      notes = ruck.notes
      let format = MeasureFormat(unitSystem: unitSystem)
      pack = format.weight(ruck.packWeight)
      body = ruck.calories.map { BodyField($0, format) }
      packExample = unitSystem == .imperial ? "35 lb" : "16 kg"
    }
  }

  /// The page's values.
  package struct Model: Sendable {
    package var title: String
    package var date: String
    /// The date for programs; nil if the file has no times.
    package var machineDate: String?
    package var isTooFast: Bool
    /// Whether the track enters a privacy zone, so that its pictures are not printed.
    package var isPrivate = false
    package var file: String?
    /// The number of points, such as "1,024 points".
    package var points: String
    package var isSaved: Bool
    package var figures: [FigureTile]
    package var energy: Energy?
    package var alternative: Energy?
    /// The output of ``TrackMap``, made from numbers only.
    package var track: String?
    /// The scripts of the map.
    package var scripts: String
    package var profiles: [Profile]
    package var notes: String?
    package var warnings: [String]
    /// The path of the GPX file, and the files in other formats.
    package var download: String?
    package var formats: [PageLink]
    package var fragment: String
    package var edit: Edit
    let tabs = RuckTab.links(current: .rucks)
    let stylesheetPath = RuckStylesheet.path
    var themeClasses = ThemeManager(persona: .general).classes
    /// The cards with gear, segments and equations.
    var cards: [SectionCard] = []
    /// The form of the segments' surfaces; nil without segments.
    var surfaceCard: SectionCard?
    /// The result of another page's form.
    var pageNotice: String?
    let gearPath: String
    /// The page that edits the track; nil without one.
    let trackPath: String?
    /// The form that makes a route from the track; nil without one.
    let routeFormPath: String?
    /// The page that corrects a ruck without a recording; nil for a ruck with one.
    var entryPath: String?

    /// Creates the values for a ruck.
    package init(
      _ detail: RuckDetail, edit: Edit, isSaved: Bool = false, unitSystem: UnitSystem,
      calendar: PageCalendar, maps: PageMaps = .none, display: DisplaySettings = DisplaySettings()
    ) {
      let ruck = detail.summary
      title = RuckTitle.text(ruck)
      date = RuckTitle.date(ruck, calendar: calendar)
      machineDate = ruck.date.map { calendar.machine($0) }
      isTooFast = ruck.isTooFastToWalk
      file = ruck.file
      points = RuckTitle.points(ruck.points)
      self.isSaved = isSaved
      let format = MeasureFormat(unitSystem: unitSystem)
      figures = Self.figures(detail, format: format, display: display)
      energy = ruck.calories.map { Energy($0, format: format) }
      alternative = detail.alternativeCalories.map { Energy($0, format: format) }
      track =
        maps.map(
          of: detail.track, dataPath: RuckPaths.trackData(ruck.id), unitSystem: unitSystem)?.html
      scripts = track == nil ? "" : maps.trackScripts
      profiles = ProfilePicture.Kind.allCases.compactMap { kind in
        ProfilePicture(kind, track: detail.track, unitSystem: unitSystem).map {
          Profile(title: kind.title, summary: $0.summary, svg: $0.svg)
        }
      }
      notes = ruck.notes.isEmpty ? nil : ruck.notes
      warnings = detail.warnings
      download = ruck.points > 0 ? RuckPaths.track(ruck.id, .gpx) : nil
      formats = RuckFileFormat.allCases
        .filter { $0 != .gpx && (ruck.isTimed || !$0.needsTimes) }
        .filter { ruck.points > 0 || $0 == .json || ($0.needsTimes && ruck.duration > 0) }
        .map { PageLink($0.title, RuckPaths.track(ruck.id, $0)) }
      if ruck.points > 0 { formats.append(PageLink("SVG picture", RuckPaths.picture(ruck.id))) }
      fragment = RuckPaths.ruckFragment(ruck.id)
      gearPath = RuckPaths.gear(ruck.id)
      trackPath = ruck.points > 0 ? RuckPaths.trackEdits(ruck.id) : nil
      routeFormPath = ruck.points > 1 ? RuckPaths.routeForm(ruck.id) : nil
      self.edit = edit
    }

    /// The figures; those that the user prefers are first, and simple pages have only a few.
    private static func figures(
      _ detail: RuckDetail, format: MeasureFormat, display: DisplaySettings
    ) -> [FigureTile] {
      let ruck = detail.summary
      let duration = ruck.isTimed ? format.duration(ruck.duration) : MeasureFormat.unknown
      let moving = ruck.isTimed ? format.duration(ruck.movingTime) : MeasureFormat.unknown
      let bodyWeight =
        ruck.calories?.isBodyWeightAssumed == false ? ruck.calories?.bodyWeight : nil
      var tiles = [
        FigureTile("Distance", format.distance(ruck.distance)),
        FigureTile("Duration", duration),
        FigureTile("Moving", moving),
        FigureTile("Pace", format.pace(distance: ruck.distance, time: ruck.duration)),
        FigureTile(
          "Moving pace", format.pace(distance: ruck.distance, time: ruck.movingTime)),
        FigureTile(
          "Pack", format.weight(ruck.packWeight),
          note: PackAdvice.warning(ruck.packWeight, bodyWeight: bodyWeight)),
        FigureTile(
          "Climb", format.elevation(ruck.elevationGain),
          note: "\(format.elevation(ruck.elevationGainRecorded)) as recorded"
            + (detail.deviceElevationGain.map { ", \(format.elevation($0)) by the device" } ?? "")),
        FigureTile("Descent", format.elevation(ruck.elevationLoss)),
      ]
      if let mean = ruck.averageHeartRate {
        tiles.append(
          FigureTile("Heart rate", "\(mean) bpm", note: ruck.maxHeartRate.map { "up to \($0)" }))
      }
      if display.showCalories, let energy = ruck.calories {
        tiles.append(FigureTile("Energy", format.calories(energy.kilocalories)))
      }
      let preferred = [
        display.emphasizeDistance ? "Distance" : nil, display.showElevation ? "Climb" : nil,
        display.showHeartRate ? "Heart rate" : nil, display.showCalories ? "Energy" : nil,
      ].compactMap(\.self)
      let first = preferred.compactMap { label in tiles.first { $0.label == label } }
      tiles = first + tiles.filter { tile in !first.contains(tile) }
      let simple = ["Distance", "Duration", "Pace", "Pack"] + preferred
      return display.simplifiedUI ? tiles.filter { simple.contains($0.label) } : tiles
    }
  }
}

extension RuckPage.LoadField {
  /// The fields of a ruck with several loads; empty for one load.
  static func fields(
    of detail: RuckDetail, _ format: MeasureFormat, _ calendar: PageCalendar
  ) -> [Self] {
    detail.loads.enumerated().map { index, load in
      Self(
        name: "load-\(index + 1)", label: "Load \(index + 1)",
        value: format.weight(load.packWeight),
        hint: "From \(calendar.time(load.start)), in lb or kg. The energy is recalculated.")
    }
  }
}

extension RuckPage.Energy {
  package init(_ estimate: CalorieEstimate, format: MeasureFormat) {
    let low = format.calories(estimate.low).replacing(" kcal", with: "")
    let equation = EnergyEquation(rawValue: estimate.equation)
    self.init(
      value: format.calories(estimate.kilocalories),
      band: "\(low)–\(format.calories(estimate.high))",
      equation: equation?.title ?? estimate.equation, citation: equation?.citation,
      bodyWeight: format.weight(estimate.bodyWeight), isAssumed: estimate.isBodyWeightAssumed)
  }
}

extension EnergyEquation {
  /// The name on pages.
  var title: String {
    switch self {
    case .pandolfSantee: "Pandolf–Santee"
    case .lcdaBackpacking: "LCDA backpacking"
    case .lcdaWalking: "LCDA walking"
    }
  }
}

extension EquationResult {
  /// The name on pages.
  var title: String {
    equation == EquationComparison.acsmWalking
      ? "ACSM walking" : EnergyEquation(rawValue: equation)?.title ?? equation
  }
}

extension ProfilePicture.Kind {
  fileprivate var title: String {
    switch self {
    case .elevation: "Elevation"
    case .pace: "Pace"
    case .heartRate: "Heart rate"
    }
  }
}

extension RuckPage {
  package static let name = "ruck"
  package static let fragmentName = "ruck-fragment"
  package static let editName = "ruck-edit"

  /// The page's content.
  package static func render(_ model: Model, templates: Templates) -> String {
    templates.render(name, model)
  }

  /// The part of the page that is updated when the store changes.
  package static func renderFragment(_ model: Model, templates: Templates) -> String {
    templates.render(fragmentName, model)
  }

  package static let template = #"""
    {{>ruck-tabs}}
    <div class="{{themeClasses}}">
    {{#isSaved}}<p class="note good" role="status">Your changes are saved.</p>{{/isSaved}}
    {{#pageNotice}}<p class="note good" role="status">{{pageNotice}}</p>{{/pageNotice}}
    {{>ruck-fragment}}
    {{>ruck-edit}}
    {{#surfaceCard}}
    <div class="board edit">
    {{>ruck-card}}
    </div>
    {{/surfaceCard}}
    </div>
    {{{scripts}}}
    """#

  package static let fragmentTemplate = #"""
    <div id="ruck" class="stack" data-live="{{fragment}}">
    <div class="title"><div><h1>{{title}}</h1>
    <p class="where">{{#machineDate}}<time datetime="{{machineDate}}">{{date}}</time>{{/machineDate}}{{^machineDate}}{{date}}{{/machineDate}}{{#file}} · {{file}}{{/file}} · {{points}}{{#isTooFast}} <span class="chip warn">too fast to walk: not in records and means</span>{{/isTooFast}}</p></div>
    <div><p class="actions"><a class="button" href="#edit">Edit</a><a class="button" href="{{gearPath}}">Gear and route</a>{{#trackPath}}<a class="button" href="{{.}}">Trim, split or join</a>{{/trackPath}}{{#routeFormPath}}<a class="button" href="{{.}}">Make a route</a>{{/routeFormPath}}{{#entryPath}}<a class="button" href="{{.}}">Correct the values</a>{{/entryPath}}</p>
    <p class="downloads">Download{{#download}} <a href="{{.}}" download>GPX</a>{{/download}}{{#formats}} <a href="{{path}}" download>{{title}}</a>{{/formats}}</p></div></div>
    {{#isPrivate}}
    <p class="note">The track enters a privacy zone. The zone is cut from files and pictures for other people. The track and the profiles of this page are not printed.</p>
    {{/isPrivate}}
    <div class="pair">
    <section class="card glass flush map{{#isPrivate}} unprinted{{/isPrivate}}" aria-label="Track">
    {{#track}}{{{track}}}{{/track}}
    {{^track}}<p class="nothing">No positions were recorded, so there is no track to show.</p>{{/track}}
    </section>
    <div class="stack">
    <section class="card glass" aria-labelledby="figures">
    <h2 id="figures" class="hidden">Figures</h2>
    <dl class="figures tight">
    {{#figures}}
    {{>figure}}
    {{/figures}}
    </dl>
    </section>
    <section class="card glass energy" aria-labelledby="energy">
    <h2 id="energy">Energy</h2>
    {{#energy}}
    <p class="big">{{value}} <span class="where">{{band}}</span></p>
    <p>Calculated with {{equation}} for a body weight of {{bodyWeight}}. The band is the equation's published error.{{#isAssumed}} <span class="chip warn">assumed body weight</span>{{/isAssumed}}</p>
    {{#isAssumed}}<p class="note">Enter your body weight in the form below for a better estimate, or in the form Edit several of the list.</p>{{/isAssumed}}
    {{#citation}}<p class="source">{{citation}}</p>{{/citation}}
    {{/energy}}
    {{^energy}}<p>The file has no times, so pace and energy can't be calculated.</p>{{/energy}}
    {{#alternative}}
    <p class="other"><strong>{{value}}</strong> <span class="where">{{band}}</span> by {{equation}}, within its range.</p>
    {{/alternative}}
    </section>
    </div>
    </div>
    {{^empty(profiles)}}
    <section class="card glass profiles{{#isPrivate}} unprinted{{/isPrivate}}" aria-label="Profiles">
    {{#profiles}}
    <div class="plot"><h2>{{title}} <span class="where">{{summary}}</span></h2>
    {{{svg}}}
    </div>
    {{/profiles}}
    </section>
    {{/empty(profiles)}}
    {{^empty(cards)}}<div class="board">
    {{#cards}}
    {{>ruck-card}}
    {{/cards}}
    </div>{{/empty(cards)}}
    {{#notes}}<section class="card glass" aria-labelledby="notes-heading"><h2 id="notes-heading">Notes</h2><p class="prose">{{notes}}</p></section>{{/notes}}
    {{^empty(warnings)}}
    <section class="card glass" aria-labelledby="remarks"><h2 id="remarks">Remarks on the recording</h2>
    <ul class="remarks">
    {{#warnings}}
    <li>{{.}}</li>
    {{/warnings}}
    </ul></section>
    {{/empty(warnings)}}
    </div>
    """#

  package static let editTemplate = #"""
    {{#edit}}
    <section class="card glass edit" aria-labelledby="edit">
    <h2 id="edit">Edit</h2>
    {{#message}}<p class="note bad" role="alert">{{message}}</p>{{/message}}
    <form method="post" action="{{action}}" class="grid">
    <input type="hidden" name="token" value="{{token}}">
    <p class="field"><label for="name">Name</label>
    <input id="name" name="name" type="text" maxlength="200" value="{{name}}"></p>
    {{#empty(loads)}}
    <p class="field"><label for="pack">Pack weight</label>
    <input id="pack" name="pack" type="text" value="{{pack}}" placeholder="{{packExample}}" aria-describedby="pack-hint" required>
    <small id="pack-hint">In lb or kg. The energy is recalculated.</small></p>
    {{/empty(loads)}}
    {{#loads}}
    <p class="field"><label for="{{name}}">{{label}}</label>
    <input id="{{name}}" name="{{name}}" type="text" value="{{value}}" aria-describedby="{{name}}-hint" required>
    <small id="{{name}}-hint">{{hint}}</small></p>
    {{/loads}}
    {{#body}}
    <p class="field"><label for="body">Body weight</label>
    <input id="body" name="body" type="text" value="{{bodyValue}}" placeholder="{{bodyExample}}" aria-describedby="body-hint">
    <small id="body-hint">{{bodyHint}}</small></p>
    {{/body}}
    <p class="field"><label for="surface">Surface</label>
    <select id="surface" name="surface" aria-describedby="surface-hint">{{#surfaceChoices}}<option value="{{choiceValue}}"{{#isChosen}} selected{{/isChosen}}>{{choiceTitle}}</option>{{/surfaceChoices}}</select>
    <small id="surface-hint">Loose ground needs more energy.</small></p>
    <p class="field"><label for="rpe">Exertion</label>
    <input id="rpe" name="rpe" type="text" inputmode="numeric" value="{{rpe}}" placeholder="1 to 10" aria-describedby="rpe-hint">
    <small id="rpe-hint">From 1, very light, to 10, maximal. For the training load.</small></p>
    <p class="field whole"><label for="notes">Notes</label>
    <textarea id="notes" name="notes" rows="3" maxlength="10000">
    {{notes}}</textarea></p>
    <p class="actions whole"><button class="button primary">Save</button>
    <a class="button danger quiet" href="{{delete}}">Delete this ruck…</a></p>
    </form>
    </section>
    {{/edit}}
    """#
}
