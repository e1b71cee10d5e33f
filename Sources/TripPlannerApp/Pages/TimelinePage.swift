// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

/// A trip as a timeline: its days with departures, stays and items, each at the local time of its place.
enum TimelinePage {
  /// A day, or a range of days without entries.
  struct Day: Sendable {
    var dayID: String
    var dayPath: String
    var weekday: String
    var dayNumber: String
    var month: String
    var dayTitle: String
    var daySubtitle: String
    /// The forecast, with the time at which it was fetched.
    var weather: String?
    var isToday: Bool
    var stops: [TripStop]
    /// The days after this one without entries, in words.
    var gap: String?
    /// The page of the first of these days.
    var gapPath: String?
    var addPath: String
  }

  /// A finding of the checks.
  struct FindingLine: Sendable {
    var findingText: String
    var findingPath: String
  }

  /// The page's values.
  struct Model: Sendable {
    var header: TripHeader
    var livePath: String
    var token: String
    var days: [Day]
    /// The fragment of the present day; nil if the trip has none.
    var todayPath: String?
    /// Entries without a day.
    var undated: [TripStop]
    var findings: [FindingLine]
    var moreFindings: String?
    var findingsPath: String
    var isEmpty: Bool
    var segmentPath: String
    var itemPath: String
    var importPath: String
    var printPath: String
    var tripNotes: String?
    let script = TripScript.path
  }

  static let name = "trip-timeline"

  static let template = #"""
    {{>trip-notices}}
    <div id="trip" data-live="{{livePath}}">
    {{>trip-header}}
    <div class="stack">
    {{^empty(findings)}}
    <section class="card glass no-print" aria-labelledby="findings"><h2 id="findings"><a href="{{findingsPath}}">To check</a></h2>
    <ul class="remarks">{{#findings}}<li><a href="{{findingPath}}">{{findingText}}</a></li>{{/findings}}</ul>{{#moreFindings}}<p><a href="{{findingsPath}}">{{moreFindings}}</a></p>{{/moreFindings}}</section>
    {{/empty(findings)}}
    {{#tripNotes}}<section class="card glass" aria-labelledby="trip-notes"><h2 id="trip-notes">Notes</h2><p class="prose">{{tripNotes}}</p></section>{{/tripNotes}}
    {{#isEmpty}}
    <section class="card glass message empty"><h2>Nothing planned yet</h2>
    <p>Import a booking mail, a Wallet pass or a calendar file, or add a flight, a train or a plan for a day.</p>
    <p class="actions"><a class="button primary" href="{{importPath}}">Import bookings</a><a class="button" href="{{segmentPath}}">Add transport</a><a class="button" href="{{itemPath}}">Add a plan</a></p></section>
    {{/isEmpty}}
    {{^isEmpty}}<p class="actions no-print">{{#todayPath}}<a class="button primary" href="{{todayPath}}">Today</a>{{/todayPath}}<a class="button" href="{{segmentPath}}">Add transport</a><a class="button" href="{{itemPath}}">Add a plan</a><a class="button" href="{{importPath}}">Import</a><a class="button quiet" href="{{printPath}}">Print</a></p>{{/isEmpty}}
    {{#days}}
    <section class="card glass day-card{{#isToday}} is-today{{/isToday}}" aria-labelledby="{{dayID}}">
    <div class="day-head"><div class="tile" aria-hidden="true"><span>{{month}}</span><strong>{{dayNumber}}</strong><small>{{weekday}}</small></div>
    <h2 id="{{dayID}}"><a href="{{dayPath}}">{{dayTitle}}</a><small>{{daySubtitle}}</small>{{#weather}}<small>{{weather}}</small>{{/weather}}</h2><a class="icon-button no-print" href="{{addPath}}" aria-label="Add to {{dayTitle}}">+</a></div>
    {{^empty(stops)}}<ol class="plan">
    {{#stops}}
    {{>trip-stop}}
    {{/stops}}
    </ol>{{/empty(stops)}}
    </section>
    {{#gap}}<p class="gap"><a href="{{gapPath}}">{{gap}}</a></p>{{/gap}}
    {{/days}}
    {{^empty(undated)}}
    <section class="card glass day-card" aria-labelledby="undated"><div class="day-head"><h2 id="undated">Without a day</h2></div>
    <ol class="plan">
    {{#undated}}
    {{>trip-stop}}
    {{/undated}}
    </ol></section>
    {{/empty(undated)}}
    </div>
    </div>
    <script src="{{script}}" defer></script>
    """#
}

/// A day of a trip: its plan, its map, and the form to add to it.
enum DayPage {
  /// The page's values.
  struct Model: Sendable {
    var header: TripHeader
    var livePath: String
    var token: String
    var dayTitle: String
    var daySubtitle: String
    /// The forecast, with the time at which it was fetched.
    var weather: String?
    var stops: [TripStop]
    var previous: PageLink?
    var following: PageLink?
    var dayMap: String?
    var places: [PlaceLine]
    var addAction: String
    var segmentPath: String
    var itemPath: String
    var kinds: [FieldForm.Choice]
    /// The form that moves the day to another trip.
    var transfer: TransferForm?
    let script = TripScript.path
  }

  /// A numbered place of the map.
  struct PlaceLine: Sendable {
    var placeName: String
    var placePath: String
    var placeDetail: String?
  }

  static let name = "trip-day"

  static let template = #"""
    {{>trip-notices}}
    <div id="trip-day" data-live="{{livePath}}">
    {{>trip-header}}
    <div class="split">
    <section class="card glass day-card" aria-labelledby="day"><div class="day-head"><h2 id="day">{{dayTitle}}<small>{{daySubtitle}}</small>{{#weather}}<small>{{weather}}</small>{{/weather}}</h2>
    {{#previous}}<a class="icon-button no-print" rel="prev" href="{{path}}" aria-label="{{title}}">‹</a>{{/previous}}{{#following}}<a class="icon-button no-print" rel="next" href="{{path}}" aria-label="{{title}}">›</a>{{/following}}</div>
    {{^empty(stops)}}<ol class="plan">
    {{#stops}}
    {{>trip-stop}}
    {{/stops}}
    </ol>{{/empty(stops)}}
    {{#empty(stops)}}<p class="soft">Nothing is planned for this day.</p>{{/empty(stops)}}
    <form method="post" action="{{addAction}}" class="row-form edit no-print"><input type="hidden" name="token" value="{{token}}"><label>Add to the plan<input name="title" id="add-title" type="text" maxlength="200" required autocomplete="off"></label><label class="narrow-input">Kind<select name="kind">{{#kinds}}<option value="{{optionValue}}">{{optionTitle}}</option>{{/kinds}}</select></label><label class="narrow-input">From<input name="start" type="time"></label><button class="button primary">Add</button></form>
    <p class="actions no-print edit"><a class="button quiet" href="{{itemPath}}">Add with more details</a><a class="button quiet" href="{{segmentPath}}">Add transport</a></p>
    {{#transfer}}{{>trip-transfer}}{{/transfer}}
    </section>
    <div class="stack">
    {{#dayMap}}<section class="card glass flush" aria-label="Map of the day">{{{dayMap}}}</section>{{/dayMap}}
    {{^empty(places)}}<section class="card glass" aria-labelledby="day-places"><h2 id="day-places">Places</h2><ol class="place-list">{{#places}}<li><a href="{{placePath}}">{{placeName}}</a>{{#placeDetail}} <span class="where">{{placeDetail}}</span>{{/placeDetail}}</li>{{/places}}</ol></section>{{/empty(places)}}
    </div>
    </div>
    </div>
    <script src="{{script}}" defer></script>
    """#
}
