// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

/// The trips: the next one with its countdown, then those that come, the past ones and the archived ones.
enum TripListPage {
  /// A trip as a card.
  struct Card: Sendable {
    var cardTitle: String
    var cardPath: String
    var weekday: String
    var dayNumber: String
    var month: String
    var dates: String
    var cardDestination: String?
    var chips: [TripStop.Chip]
  }

  /// The next trip, or the present one.
  struct Next: Sendable {
    var nextTitle: String
    var nextPath: String
    var when: String
    var nextDates: String
    /// The next departure or item.
    var step: Step?
    /// The output of ``TripMapPicture``.
    var nextMap: String?
  }

  /// The next departure.
  struct Step: Sendable {
    var stepKind: String
    var stepIcon: String
    var stepTitle: String
    var stepPath: String
    var stepDetail: String
  }

  /// A link that sorts the list.
  struct Sort: Sendable {
    var sortTitle: String
    var sortPath: String
    var isCurrent: Bool
    /// The direction of the current order; nil if it has none.
    var sortDirection: String?
    var sortArrow: String
  }

  /// The calendar of a year.
  struct Calendar: Sendable {
    var yearTitle: String
    /// The output of `CalendarPicture`.
    var yearPicture: String
    /// Links to the nearest years with trips.
    var years: [PageLink]
  }

  /// Trips with a heading.
  struct Group: Sendable {
    var groupID: String
    var groupTitle: String
    var cards: [Card]
  }

  /// The page's values.
  struct Model: Sendable {
    var livePath: String
    var query: String
    var isEmpty: Bool
    var isWithoutMatch: Bool
    var isFiltered: Bool
    /// The number of trips, which live updates announce.
    var count: String
    var sorts: [Sort]
    var next: Next?
    var groups: [Group]
    var pager: Pager?
    var calendar: Calendar?
    var links: [PageLink]
    var pageNotice: String?
  }

  static let name = "trip-list"

  static let template = #"""
    {{>trip-head}}
    {{#pageNotice}}<p class="note good" role="status">{{pageNotice}}</p>{{/pageNotice}}
    <div class="trip-title"><h1>Trips</h1><p class="actions"><a class="button primary" href="/trips/new">New trip</a><a class="button" href="/trips/import">Import bookings</a></p></div>
    <div id="trips" class="stack" data-live="{{livePath}}" data-count="{{count}}">
    {{#isEmpty}}
    <section class="card glass message empty">
    <h2>Where to next?</h2>
    <p>Import the booking mails, passes or calendar files that airlines and hotels send, and the trip is there: flights with the local times of both ends, hotels, tickets and their barcodes. Or start with a name and two dates.</p>
    <p class="actions"><a class="button primary" href="/trips/import">Import bookings</a><a class="button" href="/trips/new">New trip</a></p>
    <p>Or use the command: <code>cairn trip import booking.eml</code></p>
    </section>
    {{/isEmpty}}
    {{#next}}
    <section class="card glass next" aria-labelledby="next-trip">
    <div><span class="chip">{{when}}</span>
    <h2 id="next-trip"><a href="{{nextPath}}">{{nextTitle}}</a></h2>
    <p class="soft">{{nextDates}}</p>
    {{#step}}<div class="step kind-{{stepKind}}"><span class="dot"><svg class="icon" aria-hidden="true"><use href="#i-{{stepIcon}}"/></svg></span><p><a href="{{stepPath}}">{{stepTitle}}</a><br><span class="soft">{{stepDetail}}</span></p></div>{{/step}}
    </div>
    {{#nextMap}}<div>{{{nextMap}}}</div>{{/nextMap}}
    </section>
    {{/next}}
    {{^isEmpty}}
    <form class="row-form" action="/trips" role="search" aria-label="Trips"><label>Find a trip, a booking or a place<input name="q" type="search" value="{{query}}" autocomplete="off"></label><button class="button">Find</button>{{#isFiltered}}<a class="button quiet" href="/trips">Show all</a>{{/isFiltered}}</form>
    {{/isEmpty}}
    {{^empty(sorts)}}<nav class="sorts no-print" aria-label="Order of the trips"><span class="soft">Sort by</span>{{#sorts}}<a class="button quiet" href="{{sortPath}}"{{#isCurrent}} aria-current="true"{{/isCurrent}}{{#sortDirection}} aria-label="{{sortTitle}}, {{sortDirection}}"{{/sortDirection}}>{{sortTitle}}{{#sortDirection}}<span aria-hidden="true"> {{sortArrow}}</span>{{/sortDirection}}</a>{{/sorts}}</nav>{{/empty(sorts)}}
    {{#isWithoutMatch}}<p class="nothing">No trip matches.</p>{{/isWithoutMatch}}
    {{#groups}}
    <section class="stack" aria-labelledby="{{groupID}}">
    <h2 class="group-title" id="{{groupID}}">{{groupTitle}}</h2>
    <ul class="trips">
    {{#cards}}
    <li><article class="card glass trip-card"><div class="tile" aria-hidden="true"><span>{{month}}</span><strong>{{dayNumber}}</strong><small>{{weekday}}</small></div>
    <div><h3><a href="{{cardPath}}">{{cardTitle}}</a></h3><p class="where">{{dates}}</p>{{#cardDestination}}<p class="where">{{cardDestination}}</p>{{/cardDestination}}
    {{^empty(chips)}}<p class="chips">{{#chips}}<span class="chip {{chipStyle}}">{{chipText}}</span>{{/chips}}</p>{{/empty(chips)}}</div></article></li>
    {{/cards}}
    </ul>
    </section>
    {{/groups}}
    {{#pager}}
    <div class="heading"><span class="where">{{text}}</span></div>
    {{>pager}}
    {{/pager}}
    {{#calendar}}
    <section class="card glass" aria-labelledby="trip-year"><div class="heading"><h2 id="trip-year">Calendar {{yearTitle}}</h2>{{^empty(years)}}<nav class="actions" aria-label="Years with trips">{{#years}}<a class="button quiet" href="{{path}}">{{title}}</a>{{/years}}</nav>{{/empty(years)}}</div>
    {{{yearPicture}}}
    </section>
    {{/calendar}}
    </div>
    <p class="actions no-print">{{#links}}<a class="button quiet" href="{{path}}">{{title}}</a>{{/links}}</p>
    """#
}
