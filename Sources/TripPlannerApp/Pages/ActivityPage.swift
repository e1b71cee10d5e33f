// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

/// The log of a trip: each changed value with its user, device and time.
enum ActivityPage {
  /// An entry of the log.
  struct Entry: Sendable {
    var when: String
    var machineWhen: String
    var who: String
    var what: String
    var objectPath: String?
    var objectTitle: String
    var oldValue: String?
    var newValue: String?
    /// The trip of the object on the page of all trips.
    var entryTrip: String?
  }

  /// The page's values.
  struct Model: Sendable {
    var header: TripHeader
    var livePath: String
    var entries: [Entry]
    var older: String?
  }

  static let name = "trip-activity"

  static let template = #"""
    {{>trip-notices}}
    <div id="trip-activity" data-live="{{livePath}}">
    {{>trip-header}}
    <section class="card glass" aria-labelledby="activity"><h2 id="activity">Activity</h2>
    {{#empty(entries)}}<p class="soft">No change is recorded yet.</p>{{/empty(entries)}}
    <ol class="log">{{#entries}}{{>trip-log-entry}}{{/entries}}</ol>
    {{#older}}<nav class="pager" aria-label="Pages of the log"><a class="button" rel="next" href="{{older}}">Older</a></nav>{{/older}}</section>
    </div>
    """#

  static let entryName = "trip-log-entry"

  static let entryTemplate = #"""
    <li><time datetime="{{machineWhen}}">{{when}}</time><p>{{who}} {{what}} {{#objectPath}}<a href="{{objectPath}}">{{/objectPath}}<strong>{{objectTitle}}</strong>{{#objectPath}}</a>{{/objectPath}}{{#oldValue}} <del>{{oldValue}}</del>{{/oldValue}}{{#newValue}} <ins>{{newValue}}</ins>{{/newValue}}{{#entryTrip}} <span class="where">in {{entryTrip}}</span>{{/entryTrip}}</p></li>
    """#
}

/// The log of all trips, of the templates and of the user's profile.
enum AllActivityPage {
  /// The page's values.
  struct Model: Sendable {
    var token: String
    var livePath: String
    var entries: [ActivityPage.Entry]
    var older: String?
    var steps: [TripHeader.Step]
    var notice: String?
    var problem: String?
    /// The path of the form that undoes a change before the refused one.
    var olderAction: String?
  }

  static let name = "trip-all-activity"

  static let template = #"""
    {{>trip-head}}
    <div class="narrow trip-notices">
    {{#notice}}<p class="note good" role="status">{{notice}}</p>{{/notice}}
    {{#problem}}<p class="note bad" role="alert">{{problem}}</p>{{/problem}}
    {{#olderAction}}<form method="post" action="{{olderAction}}"><input type="hidden" name="token" value="{{token}}"><input type="hidden" name="skip" value="1"><p><button class="button">Undo an older change</button></p></form>{{/olderAction}}
    </div>
    <div class="narrow stack" id="trip-all-activity" data-live="{{livePath}}">
    <div class="trip-title"><h1>Activity</h1>
    <div class="actions">{{#steps}}<form method="post" action="{{stepAction}}" class="inline-form"><input type="hidden" name="token" value="{{token}}"><button class="icon-button" title="{{stepTitle}}" aria-label="{{stepTitle}}"><svg class="icon" aria-hidden="true"><use href="#i-{{stepIcon}}"/></svg></button></form>{{/steps}}</div></div>
    <section class="card glass" aria-labelledby="activity"><h2 id="activity" class="hidden">Changes</h2>
    {{#empty(entries)}}<p class="soft">No change is recorded yet.</p>{{/empty(entries)}}
    <ol class="log">{{#entries}}{{>trip-log-entry}}{{/entries}}</ol>
    {{#older}}<nav class="pager" aria-label="Pages of the log"><a class="button" rel="next" href="{{older}}">Older</a></nav>{{/older}}</section>
    </div>
    """#
}

/// The findings of the checks, which can be dismissed.
enum FindingsPage {
  /// A finding.
  struct Item: Sendable {
    var findingID: String
    var findingTitle: String
    var findingMessage: String
    var findingPath: String?
    var severity: String
    var severityStyle: String
    var dismissAction: String
    var dismissTitle: String
    var key: String
  }

  /// The page's values.
  struct Model: Sendable {
    var header: TripHeader
    var livePath: String
    var token: String
    var items: [Item]
    var dismissed: [Item]
  }

  static let name = "trip-findings"

  static let template = #"""
    {{>trip-notices}}
    <div id="trip-findings" data-live="{{livePath}}" class="stack">
    {{>trip-header}}
    <section class="card glass" aria-labelledby="findings"><h2 id="findings">To check</h2>
    {{#empty(items)}}<p class="soft">No overlap, no tight connection, no night without a bed: nothing to check.</p>{{/empty(items)}}
    <ul class="lines">{{#items}}{{>trip-finding}}{{/items}}</ul></section>
    {{^empty(dismissed)}}<section class="card glass" aria-labelledby="dismissed"><h2 id="dismissed">Dismissed</h2><ul class="lines">{{#dismissed}}{{>trip-finding}}{{/dismissed}}</ul></section>{{/empty(dismissed)}}
    </div>
    """#

  static let itemName = "trip-finding"

  static let itemTemplate = #"""
    <li id="{{findingID}}"><span class="chip {{severityStyle}}">{{severity}}</span><span class="main">{{#findingPath}}<a href="{{findingPath}}">{{/findingPath}}{{findingTitle}}{{#findingPath}}</a>{{/findingPath}}<br><span class="where">{{findingMessage}}</span></span><form method="post" action="{{dismissAction}}" class="side"><input type="hidden" name="token" value="{{token}}"><input type="hidden" name="key" value="{{key}}"><button class="button quiet" aria-label="{{dismissTitle}}: {{findingTitle}}, {{findingMessage}}">{{dismissTitle}}</button></form></li>
    """#
}

/// The deleted trips and parts, which can be restored.
enum DeletedPage {
  /// A deleted object.
  struct Item: Sendable {
    var deletedTitle: String
    var deletedDetail: String
    var restoreAction: String
    var purgeAction: String
  }

  /// The page's values.
  struct Model: Sendable {
    var token: String
    var items: [Item]
    var pageNotice: String?
    var pageProblem: String?
  }

  static let name = "trip-deleted"

  static let template = #"""
    {{>trip-head}}
    <div class="narrow trip-notices">
    {{#pageNotice}}<p class="note good" role="status">{{pageNotice}}</p>{{/pageNotice}}
    {{#pageProblem}}<p class="note bad" role="alert">{{pageProblem}}</p>{{/pageProblem}}
    </div>
    <div class="narrow stack" id="trip-deleted" data-live="/trips/deleted">
    <h1>Deleted</h1>
    <section class="card glass" aria-labelledby="deleted"><h2 id="deleted" class="hidden">Deleted trips and parts</h2>
    {{#empty(items)}}<p class="soft">Nothing is deleted.</p>{{/empty(items)}}
    <ul class="lines">{{#items}}<li><span class="main"><strong>{{deletedTitle}}</strong><br><span class="where">{{deletedDetail}}</span></span><span class="side"><form method="post" action="{{restoreAction}}"><input type="hidden" name="token" value="{{token}}"><button class="button" aria-label="Restore {{deletedTitle}}">Restore</button></form><a class="button danger quiet" href="{{purgeAction}}" aria-label="Delete {{deletedTitle}} for good">Delete for good…</a></span></li>{{/items}}</ul></section>
    </div>
    """#
}

/// The map of a trip, with its places as a list.
enum MapPage {
  /// The page's values.
  struct Model: Sendable {
    var header: TripHeader
    var livePath: String
    var token: String
    /// The output of ``TripMapPicture``, or the map with tiles.
    var picture: String?
    var places: [DayPage.PlaceLine]
    var unplaced: [DayPage.PlaceLine]
    var routes: [DayPage.PlaceLine]
    var addPath: String
    var scripts: String
  }

  static let name = "trip-map"

  static let template = #"""
    {{>trip-notices}}
    <div id="trip-map" data-live="{{livePath}}">
    {{>trip-header}}
    <div class="stack">
    {{#picture}}<section class="card glass flush" aria-label="Map">{{{picture}}}</section>{{/picture}}
    {{^picture}}<section class="card glass message empty"><h2>{{#empty(unplaced)}}No places yet{{/empty(unplaced)}}{{^empty(unplaced)}}No positions yet{{/empty(unplaced)}}</h2><p>{{#empty(unplaced)}}The map shows the places of bookings, and places that you add or import from GPX, KML, GeoJSON or Google.{{/empty(unplaced)}}{{^empty(unplaced)}}The map shows places with a position. Open a place below, and enter its position.{{/empty(unplaced)}}</p></section>{{/picture}}
    <section class="card glass" aria-labelledby="places"><div class="heading"><h2 id="places">Places</h2><a class="button no-print" href="{{addPath}}">Add a place</a></div>
    <ol class="place-list">{{#places}}<li><a href="{{placePath}}">{{placeName}}</a>{{#placeDetail}} <span class="where">{{placeDetail}}</span>{{/placeDetail}}</li>{{/places}}</ol>
    {{^empty(unplaced)}}<h2 class="edit">Without a position</h2><ul class="place-list">{{#unplaced}}<li><a href="{{placePath}}">{{placeName}}</a>{{#placeDetail}} <span class="where">{{placeDetail}}</span>{{/placeDetail}}</li>{{/unplaced}}</ul>{{/empty(unplaced)}}
    {{^empty(routes)}}<h2 class="edit">Routes</h2><ul class="place-list">{{#routes}}<li><a href="{{placePath}}">{{placeName}}</a>{{#placeDetail}} <span class="where">{{placeDetail}}</span>{{/placeDetail}}</li>{{/routes}}</ul>{{/empty(routes)}}</section>
    </div>
    </div>
    {{{scripts}}}
    """#
}

/// A place: its position, address, and the entries of the plan that are there.
enum PlacePage {
  /// The page's values.
  struct Model: Sendable {
    var header: TripHeader
    var livePath: String
    var token: String
    var placeTitle: String
    var placeKind: String
    var facts: [SegmentPage.Fact]
    var placeNotes: String?
    var placeMap: String?
    var visits: [PageLink]
    var nearby: [DayPage.PlaceLine]
    var editPath: String
    var deleteAction: String
  }

  static let name = "trip-place"

  static let template = #"""
    {{>trip-notices}}
    <div id="trip-place" data-live="{{livePath}}">
    {{>trip-header}}
    <div class="split">
    <div class="stack">
    <section class="card glass" aria-labelledby="place"><div class="heading"><h2 id="place">{{placeTitle}}</h2><span class="chip plain">{{placeKind}}</span></div>
    <dl class="facts">{{#facts}}<div><dt>{{factLabel}}</dt><dd>{{#factPath}}<a href="{{factPath}}" rel="noreferrer">{{/factPath}}{{factValue}}{{#factPath}}</a>{{/factPath}}</dd></div>{{/facts}}</dl>
    {{#placeNotes}}<p class="prose">{{placeNotes}}</p>{{/placeNotes}}
    <div class="actions no-print edit"><a class="button primary" href="{{editPath}}">Edit</a><form method="post" action="{{deleteAction}}" class="inline-form"><input type="hidden" name="token" value="{{token}}"><button class="button danger quiet">Delete this place</button></form></div></section>
    {{^empty(visits)}}<section class="card glass" aria-labelledby="visits"><h2 id="visits">In the plan</h2><ul class="lines">{{#visits}}<li><a class="main" href="{{path}}">{{title}}</a></li>{{/visits}}</ul></section>{{/empty(visits)}}
    </div>
    <div class="stack">
    {{#placeMap}}<section class="card glass flush" aria-label="Map">{{{placeMap}}}</section>{{/placeMap}}
    {{^empty(nearby)}}<section class="card glass" aria-labelledby="nearby"><h2 id="nearby">Nearby</h2><ul class="lines">{{#nearby}}<li><a class="main" href="{{placePath}}">{{placeName}}</a>{{#placeDetail}}<span class="where">{{placeDetail}}</span>{{/placeDetail}}</li>{{/nearby}}</ul></section>{{/empty(nearby)}}
    </div>
    </div>
    </div>
    """#
}
