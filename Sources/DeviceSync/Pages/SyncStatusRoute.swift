// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import HTTPTypes
import Hummingbird
import PageKit
import SwiftData

/// GET /sync: the status of all apps, without contacting the server.
struct SyncStatusRoute: Sendable {
  let site: SyncSite

  func add(to router: PageRouter) {
    router.get(RouterPath(SyncPaths.status)) { request, _ in
      site.page(
        title: "Sync", crumbs: [], SyncStatusPage.name, try model(site.notice(request)))
    }
  }

  private func model(_ notice: PageNotices.Notice?) throws -> SyncStatusPage.Model {
    var model = SyncStatusPage.Model(
      notice: notice, apps: [], summary: "no sign-in", managesAccount: site.isThisMachine,
      token: site.site.token.text)
    do {
      guard let login = try site.login() else { return model }
      model.account = SyncStatusPage.Account(
        user: login.user.printable, server: login.server.printable, isSignedIn: login.isLoggedIn)
      var conflicts = 0
      for app in site.apps {
        guard let status = try site.status(of: app) else { continue }
        conflicts += status.conflicts
        if status.isSessionEnded { model.account?.needsSignIn = true }
        model.apps.append(
          SyncStatusPage.App(
            app, status, site.state(status, of: app, login), login,
            progress: site.activity.progress(of: app.app.name), calendar: site.site.calendar))
      }
      model.apps += site.failures.map { SyncStatusPage.App($0) }
      model.conflictCount = conflicts > 0 ? "\(conflicts)" : nil
      model.summary = model.apps.map { "\($0.title), \($0.label.lowercased())" }
        .joined(separator: "; ")
    } catch let error as CommandError {
      // The file of credentials can't be read: a sign-in or a sign-out replaces it.
      model.notice = PageNotices.Notice(text: error.message.sentence, isProblem: true)
    }
    return model
  }
}

/// POST /sync/now: sends and fetches the changes of all apps.
struct SyncNowRoute: Sendable {
  let site: SyncSite

  func add(to router: PageRouter) {
    router.post(RouterPath(SyncPaths.now)) { request, _ in
      _ = try await FormFields(request, token: site.site.token)
      do {
        let account = site.account
        let apps = try account.storesToSync(in: .pages)
        let result = try await PageDeadline.value(within: site.patience.sync, cancelling: false) {
          var (records, failures): ([SyncRecord], [String]) = ([], [])
          for app in apps {
            do {
              let record = try await SyncRound.run(app, account, in: .pages)
              records.append(record)
              // An ended session fails for each app with one message.
              if let error = record.error, !failures.contains(error) { failures.append(error) }
            } catch let error as SwiftDataError {
              // A damaged store must not prevent the sync of the others.
              failures.append(CommandError.describe(error).printable)
            }
          }
          return (records, failures)
        }
        guard let (records, failures) = result else {
          return site.redirect(to: SyncPaths.status, "Sync takes longer, and continues.")
        }
        return site.redirect(
          to: SyncPaths.status,
          failures.isEmpty ? text(records) : failures.map(\.sentence).joined(separator: " "),
          isProblem: !failures.isEmpty)
      } catch {
        return site.redirect(
          to: SyncPaths.status, CommandError.describe(error).printable.sentence, isProblem: true)
      }
    }
  }

  private func text(_ records: [SyncRecord]) -> String {
    let titles = Dictionary(site.apps.map { ($0.app.name, $0.title) }) { first, _ in first }
    return "Synced. "
      + records.map { record in
        "\(titles[record.app] ?? record.app): fetched \(record.fetched), sent \(record.sent)."
      }.joined(separator: " ")
  }
}
