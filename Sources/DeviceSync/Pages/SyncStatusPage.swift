// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKitMirroring
import Foundation
import PageKit

/// The page of the account and of each app's sync.
enum SyncStatusPage {
  static let name = "sync-status"

  /// The page's values.
  struct Model: Sendable {
    var notice: PageNotices.Notice?
    /// Nil before the first sign-in.
    var account: Account?
    var apps: [App]
    /// The state in words, for the announcement of an update.
    var summary: String
    /// Whether this browser may sign in and out, and manage the passphrase.
    var managesAccount: Bool
    var conflictCount: String?
    var token: String
    let path = SyncPaths.status
    let now = SyncPaths.now
    let signIn = SyncPaths.signIn
    let signOut = SyncPaths.signOut
    let conflicts = SyncPaths.conflicts
    let passphrase = SyncPaths.passphrase
  }

  /// The present or last login.
  struct Account: Sendable {
    var user: String
    var server: String
    var isSignedIn: Bool
    /// Whether the server has ended the session.
    var needsSignIn = false
  }

  /// The status of an app.
  struct App: Sendable {
    var id: String
    var title: String
    var label: String
    var isWarning: Bool
    /// The state as a sentence.
    var text: String
    /// The progress of a fetch or a send; nil while neither runs.
    var progress: Progress?
    /// The failure and its remedy.
    var error: String?
    /// The times of the last fetch and send; nil if they are unknown.
    var exchange: String?
    var conflicts: PageLink?
    var withheld: String?
    var rejected: String?
    var refusals: [Refusal]
  }

  /// The progress of a fetch or a send.
  struct Progress: Sendable {
    /// The activity and its share in words.
    var words: String
    /// The complete share, 0...100.
    var percent: Int
  }

  /// A rejected record.
  struct Refusal: Sendable {
    var record: String
    var type: String
    var reason: String
  }

  static let template = #"""
    <div class="narrow stack">
    <h1>Sync</h1>
    {{#notice}}<p class="note{{^isProblem}} good{{/isProblem}}{{#isProblem}} bad{{/isProblem}}" role="status">{{text}}</p>{{/notice}}
    <div id="sync" class="stack" data-live="{{path}}" data-count="{{summary}}">
    <section class="card glass" aria-labelledby="account-title">
    <h2 id="account-title">Account</h2>
    {{#account}}
    {{#isSignedIn}}<p>Signed in as <strong>{{user}}</strong> at <code>{{server}}</code>.</p>{{/isSignedIn}}
    {{^isSignedIn}}<p>Signed out. The last user was <strong>{{user}}</strong> at <code>{{server}}</code>; the data stays on this machine.</p>{{/isSignedIn}}
    {{/account}}
    {{^account}}<p>This machine does not sync. After a sign-in at your own server, its data appears on your other devices, and changes are merged.</p>{{/account}}
    {{^managesAccount}}<p class="source">The machine that runs Cairn signs in and out, and has the passphrase of encrypted fields.</p>{{/managesAccount}}
    {{#account}}{{#isSignedIn}}
    <form method="post" action="{{now}}" id="now-form" data-online><input type="hidden" name="token" value="{{token}}"></form>
    {{#managesAccount}}<form method="post" action="{{signOut}}" id="sign-out-form" data-online><input type="hidden" name="token" value="{{token}}"></form>{{/managesAccount}}
    {{/isSignedIn}}{{/account}}
    <p class="actions">
    {{#account}}{{#isSignedIn}}<button class="button primary" id="sync-now" form="now-form">Sync now</button>{{/isSignedIn}}{{/account}}
    {{#managesAccount}}{{#account}}{{#needsSignIn}}<a class="button primary" id="sign-in" href="{{signIn}}">Sign in again</a>{{/needsSignIn}}{{/account}}{{^account}}<a class="button primary" id="sign-in" href="{{signIn}}">Sign in</a>{{/account}}{{#account}}{{^isSignedIn}}<a class="button primary" id="sign-in" href="{{signIn}}">Sign in</a>{{/isSignedIn}}{{/account}}{{/managesAccount}}
    {{#account}}<a class="button" id="all-conflicts" href="{{conflicts}}">Conflicts{{#conflictCount}} ({{conflictCount}}){{/conflictCount}}</a>{{/account}}
    {{#managesAccount}}{{#account}}{{#isSignedIn}}<a class="button" id="passphrase" href="{{passphrase}}">Passphrase</a>
    <button class="button" id="sign-out" form="sign-out-form">Sign out</button>{{/isSignedIn}}{{/account}}{{/managesAccount}}
    </p>
    </section>
    {{#apps}}
    <section class="card glass" id="app-{{id}}" aria-labelledby="title-{{id}}">
    <div class="heading"><h2 id="title-{{id}}">{{title}}</h2><span class="chip{{#isWarning}} warn{{/isWarning}}">{{label}}</span></div>
    <p>{{text}}</p>{{#progress}}<progress max="100" value="{{percent}}" aria-label="{{words}}">{{words}}</progress>{{/progress}}
    {{#error}}<p class="note bad">{{error}}</p>{{/error}}
    {{#withheld}}<p class="note">{{withheld}}{{#managesAccount}} <a href="{{passphrase}}">Enter or set the passphrase</a>{{/managesAccount}}</p>{{/withheld}}
    {{#conflicts}}<p><a href="{{path}}">{{title}}</a></p>{{/conflicts}}
    {{#exchange}}<p class="source">{{exchange}}</p>{{/exchange}}
    {{#rejected}}<details{{#error}} open{{/error}}><summary>{{rejected}}</summary><ul class="results">
    {{#refusals}}<li><code>{{record}}</code> <span class="where">{{type}}</span><p>{{reason}}</p></li>{{/refusals}}
    </ul></details>{{/rejected}}
    </section>
    {{/apps}}
    </div>
    </div>
    """#
}

extension SyncStatusPage.App {
  /// The values of an app whose store can't be opened.
  init(_ failure: OpenApps.Failure) {
    id = failure.app.name
    title = failure.app.name
    label = "Failed"
    isWarning = true
    text = "The app's store can't be opened, so it is neither shown nor synced."
    error = failure.reason.printable.sentence
    refusals = []
  }

  /// The values of an app's status.
  init(
    _ app: OpenApp, _ status: StoreStatusRecord, _ state: SyncState, _ login: LoginRecord,
    progress: (activity: SyncStatus.Activity, percent: Int)? = nil, calendar: PageCalendar
  ) {
    func moment(_ date: Date?) -> String { date.map { calendar.dateAndTime($0) } ?? "never" }
    let sync = status.status
    let pending = sync.pendingCount == 1 ? "1 change" : "\(sync.pendingCount) changes"
    id = app.app.name
    title = app.title
    label = state == .pending ? "\(sync.pendingCount) pending" : state.label
    isWarning = state.isWarning
    text =
      switch state {
      case .signedOut:
        sync.pendingCount == 0
          ? "Everything was sent before the sign-out."
          : "\(pending) will be sent after the same user signs in again."
      case .excluded:
        "The server has no container for this app (\(app.app.container)). Create it there, and sign "
          + "in again."
      case .exchanging: "Changes are being exchanged; \(pending) pending."
      case .offline:
        "Offline since \(moment(sync.lastFetch)); \(pending) will be sent when the server answers."
      case .failed: "\(pending) pending."
      case .waiting: "The first exchange has not begun."
      case .pending: "\(pending) will be sent with the next exchange."
      case .current: "All changes are sent and fetched."
      }
    if state == .exchanging, let progress {
      let verb = progress.activity == .sending ? "Sending" : "Fetching"
      self.progress = .init(words: "\(verb), \(progress.percent) %", percent: progress.percent)
    }
    error = [.failed, .offline].contains(state) ? status.error?.sentence : nil
    var exchange =
      "Last fetched: \(moment(sync.lastFetch)). Last sent: \(moment(sync.lastSend))."
    if login.isLoggedIn, status.process == nil {
      exchange += " No process syncs this app now."
    }
    self.exchange = exchange
    if status.conflicts > 0 {
      conflicts = PageLink(
        status.conflicts == 1 ? "1 conflict" : "\(status.conflicts) conflicts",
        SyncPaths.conflicts(of: app.app))
    }
    if login.isLoggedIn, status.lacksKey, sync.withheldCount > 0 {
      let objects = sync.withheldCount == 1 ? "1 object" : "\(sync.withheldCount) objects"
      withheld =
        "Encrypted fields stay on this device, because it lacks the passphrase's key (\(objects))."
    } else if login.isLoggedIn, status.lacksKey {
      withheld =
        "Encrypted fields of other devices can't be read, because this device lacks the passphrase's key."
    }
    refusals = status.refusals.map {
      .init(
        record: $0.recordName.printable, type: $0.recordType.printable,
        reason: $0.reason.printable.sentence)
    }
    if sync.rejectedCount > 0 {
      let count = sync.rejectedCount
      rejected = count == 1 ? "1 rejected record" : "\(count) rejected records"
      if count > refusals.count, !refusals.isEmpty {
        rejected? += ", the oldest \(refusals.count)"
      }
    }
  }
}
