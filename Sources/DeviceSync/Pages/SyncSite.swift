// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKit
import CloudKitMirroring
import Foundation
import HTTPTypes
import Hummingbird
import PageKit

/// The dependencies of the routes of the sync pages.
struct SyncSite: Sendable {
  let site: Site
  let apps: [OpenApp]
  /// The apps whose stores can't be opened.
  let failures: [OpenApps.Failure]
  let account: DeviceAccount
  let activity: SyncActivity
  let notices: PageNotices
  let access: SyncPages.Access
  let patience: SyncPages.Patience

  var isThisMachine: Bool { access == .thisMachine }

  /// The links above a page of sync.
  static let crumbs = [PageLink("Sync", SyncPaths.status)]

  /// A page of sync.
  func page(
    status: HTTPResponse.Status = .ok, title: String, crumbs: [PageLink] = crumbs, _ name: String,
    _ model: Any
  ) -> Response {
    site.page(
      status: status, title: title, at: SyncPaths.status, crumbs: crumbs,
      site.templates.render(name, model))
  }

  /// A redirect to a page that shows the result of a form; other open pages are updated.
  func redirect(to path: String, _ text: String, isProblem: Bool = false) -> Response {
    activity.notify()
    return site.redirect(
      to: notices.address(path, PageNotices.Notice(text: text, isProblem: isProblem)))
  }

  /// The notice that a request's query names.
  func notice(_ request: Request) -> PageNotices.Notice? {
    notices[FormFields(query: request)[PageNotices.field]]
  }

  /// The present or last login; nil before the first.
  func login() throws -> LoginRecord? { try account.login() }

  /// The status of an app's store.
  ///
  /// - Returns: Nil if no user has ever signed in.
  func status(of app: OpenApp) throws -> StoreStatusRecord? {
    guard let login = try login() else { return nil }
    return try StoreStatusRecord(
      account.inspect(app.app, app.container), login, account, in: .pages)
  }

  /// The state that a status stands for.
  func state(_ status: StoreStatusRecord, of app: OpenApp, _ login: LoginRecord) -> SyncState {
    var facts = SyncState.Facts()
    facts.isSignedIn = login.isLoggedIn
    facts.includesApp = login.apps.contains(app.app.name)
    facts.isExchanging = activity.isExchanging(app.app.name)
    facts.pause = status.status.pause
    facts.error = status.status.lastError?.code
    facts.rejected = status.status.rejectedCount
    facts.pending = status.status.pendingCount
    facts.hasFetched = status.status.lastFetch != nil
    return SyncState(facts)
  }

  /// The conflict logs of all apps; none if no user has ever signed in.
  ///
  /// - Throws: `SwiftDataError` if a store can't be read.
  func conflictLogs() throws -> [(app: OpenApp, log: ConflictLog)] {
    guard try login() != nil else { return [] }
    return try apps.map { app in
      (app, ConflictLog(opened: try account.inspect(app.app, app.container)))
    }
  }

  /// The open problems of an app, for its card on the start page.
  ///
  /// The card is shown even if the state of sync can't be read.
  func problems(of app: OpenApp) -> [PageLink] {
    do {
      guard let login = try login(), let status = try status(of: app) else { return [] }
      var problems: [PageLink] = []
      if status.conflicts > 0 {
        let count = status.conflicts == 1 ? "1 conflict" : "\(status.conflicts) conflicts"
        problems.append(
          PageLink("\(count) of changes on two devices", SyncPaths.conflicts(of: app.app)))
      }
      if status.isSessionEnded {
        problems.append(
          PageLink(
            "Sync needs a new sign-in.", isThisMachine ? SyncPaths.signIn : SyncPaths.status))
      } else if state(status, of: app, login) == .failed {
        problems.append(
          PageLink("Sync failed: \(status.error ?? "see the status")".sentence, SyncPaths.status))
      }
      if login.isLoggedIn, status.lacksKey {
        problems.append(
          PageLink(
            "Encrypted fields don't sync, for lack of the passphrase.",
            isThisMachine ? SyncPaths.passphrase : SyncPaths.status))
      }
      return problems
    } catch {
      return [PageLink("The state of sync can't be read.", SyncPaths.status)]
    }
  }
}

/// Bounds the time that a page waits for the server.
enum PageDeadline {
  /// The value of an operation; nil if it takes longer.
  ///
  /// - Parameters:
  ///   - limit: The longest wait.
  ///   - cancels: Whether the operation is cancelled then; otherwise it continues.
  ///   - body: The operation.
  /// - Returns: The value, or nil.
  /// - Throws: The error of the operation.
  static func value<Value: Sendable>(
    within limit: Duration, cancelling cancels: Bool,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    let work = Task { try await body() }
    let (ends, continuation) = AsyncStream.makeStream(of: Bool.self)
    let end = Task {
      _ = await work.result
      continuation.yield(true)
    }
    let timer = Task {
      try? await Task.sleep(for: limit)
      continuation.yield(false)
    }
    defer {
      end.cancel()
      timer.cancel()
    }
    for await hasEnded in ends {
      if hasEnded { return try await work.value }
      break
    }
    if cancels || Task.isCancelled { work.cancel() }
    return nil
  }
}
