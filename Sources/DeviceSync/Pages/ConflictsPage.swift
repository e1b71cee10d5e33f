// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKitMirroring
import Foundation
import PageKit

/// The list of overwritten values, each beside the current one.
enum ConflictsPage {
  static let name = "sync-conflicts"
  /// The number of conflicts on the page.
  static let limit = 100

  /// The page's values.
  struct Model: Sendable {
    var notice: PageNotices.Notice?
    var conflicts: [Entry]
    /// The conflicts that the page leaves out.
    var more: String?
    var filters: [Filter]
    /// The address of the list with derived values, or without them.
    var other: PageLink?
    var count: String
    /// The page's address, which live updates fetch.
    var path: String
    /// The identifiers of all conflicts on the page.
    var keys: String
    var app: String
    var derived: String
    var token: String
    /// Whether there are several conflicts.
    var hasSeveral: Bool
    let action = SyncPaths.conflicts
    let back = SyncPaths.status
  }

  /// A link to the conflicts of one app, or of all.
  struct Filter: Sendable {
    var title: String
    var path: String
    var isCurrent: Bool
  }

  /// A conflict.
  struct Entry: Sendable {
    /// The app and the number in its log, such as `ruckmap:3`.
    var key: String
    /// An identifier for elements.
    var id: String
    var object: String
    /// The path of the object's page.
    var path: String?
    var detail: String
    var versions: [Version]
    var restore: String
  }

  /// The value of one device.
  struct Version: Sendable {
    var device: String
    var value: String
    var note: String
    var isOverwritten: Bool
  }

  static let template = #"""
    <div class="narrow stack">
    <h1>Conflicts</h1>
    {{#notice}}<p class="note{{^isProblem}} good{{/isProblem}}{{#isProblem}} bad{{/isProblem}}" role="status">{{text}}</p>{{/notice}}
    <p>If two devices change the same value before they sync, the later change wins. The overwritten values are listed here. A restored value is a new change, which is sent to the other devices.</p>
    <div id="conflicts" class="stack" data-live="{{path}}" data-count="{{count}}">
    {{^empty(filters)}}<nav class="actions" aria-label="Apps">{{#filters}}<a class="button" href="{{path}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}>{{title}}</a>{{/filters}}</nav>{{/empty(filters)}}
    {{#empty(conflicts)}}<section class="card glass empty"><h2>No conflicts</h2><p>No value of yours was overwritten. Conflicts appear here after a sync, and on the start page.</p><p><a class="button" href="{{back}}">Status of sync</a></p></section>{{/empty(conflicts)}}
    {{#hasSeveral}}
    <form method="post" action="{{action}}" class="card glass" data-online>
    <input type="hidden" name="token" value="{{token}}"><input type="hidden" name="keys" value="{{keys}}"><input type="hidden" name="app" value="{{app}}"><input type="hidden" name="derived" value="{{derived}}">
    <p class="actions"><strong>{{count}}</strong> <button class="button" id="restore-all" name="action" value="restore">Restore all</button>
    <button class="button" id="dismiss-all" name="action" value="dismiss">Dismiss all</button></p>
    </form>
    {{/hasSeveral}}
    {{#conflicts}}
    <section class="card glass conflict" id="{{id}}" aria-labelledby="title-{{id}}">
    <h2 id="title-{{id}}">{{object}}</h2>
    <p class="where">{{detail}}</p>
    <dl class="versions">
    {{#versions}}<div class="version{{#isOverwritten}} overwritten{{/isOverwritten}}"><dt>{{device}}</dt><dd>{{value}}<small>{{note}}</small></dd></div>
    {{/versions}}
    </dl>
    <form method="post" action="{{action}}" data-online>
    <input type="hidden" name="token" value="{{token}}"><input type="hidden" name="keys" value="{{key}}"><input type="hidden" name="app" value="{{app}}"><input type="hidden" name="derived" value="{{derived}}">
    <p class="actions"><button class="button" id="restore-{{id}}" name="action" value="restore" aria-label="Restore {{restore}}">Restore</button>
    <button class="button" id="dismiss-{{id}}" name="action" value="dismiss" aria-label="Dismiss {{restore}}">Dismiss</button>
    {{#path}}<a class="button quiet" id="open-{{id}}" href="{{path}}" aria-label="Open {{object}}">Open</a>{{/path}}</p>
    </form>
    </section>
    {{/conflicts}}
    {{#more}}<p class="source">{{more}}</p>{{/more}}
    {{#other}}<p><a href="{{path}}">{{title}}</a></p>{{/other}}
    </div>
    </div>
    """#
}

extension ConflictsPage.Entry {
  /// The longest value that the page shows, in columns of a terminal.
  private static let longest = 600

  /// The values of a conflict.
  ///
  /// - Parameters:
  ///   - record: The conflict as the command prints it.
  ///   - app: The app of the store.
  ///   - current: The current value; nil for deletions, rows and deleted objects.
  ///   - currentText: The current value in the user's units.
  ///   - calendar: The calendar of the pages.
  init(
    _ record: ConflictRecord, _ app: OpenApp, _ current: CurrentValue?, _ currentText: String?,
    calendar: PageCalendar
  ) {
    let conflict = record.conflict
    func written(_ verb: String, _ date: Date?) -> String {
      date.map { "\(verb), written \(calendar.dateAndTime($0))" } ?? verb
    }
    func shown(_ text: String?) -> String {
      let text = text?.printable ?? ""
      return text.isEmpty ? "empty" : text.truncated(to: Self.longest)
    }
    key = "\(app.app.name):\(conflict.id)"
    id = "conflict-\(app.app.name)-\(conflict.id)"
    object = record.description.title?.printable.truncated(to: 80) ?? record.description.object
    path = record.description.path
    restore = record.shortText
    let property =
      switch conflict.kind {
      case .value: conflict.propertyName ?? conflict.entityName
      case .deletion: "Deletion"
      case .rows: conflict.entityName
      }
    detail = "\(property) · \(app.title) · noticed \(calendar.dateAndTime(conflict.date))"
    let (lost, kept): (String, String) =
      switch conflict.kind {
      case .value:
        (
          shown(record.description.value),
          current == nil ? "The object was deleted" : shown(currentText)
        )
      case .deletion: ("Deleted", "Changed")
      case .rows: (shown(record.description.value), "Other rows")
      }
    let isHere = conflict.side == .here
    let overwritten = ConflictsPage.Version(
      device: isHere ? "This device" : "Another device", value: lost,
      note: written("Overwritten", conflict.written), isOverwritten: true)
    let other = ConflictsPage.Version(
      device: isHere ? "Another device" : "This device", value: kept,
      note: written("Current", current?.written), isOverwritten: false)
    versions = isHere ? [overwritten, other] : [other, overwritten]
  }
}
