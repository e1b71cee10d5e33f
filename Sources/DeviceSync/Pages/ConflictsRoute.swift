// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKitMirroring
import Foundation
import HTTPTypes
import Hummingbird
import PageKit

/// GET /sync/conflicts lists overwritten values; POST restores or dismisses them.
struct ConflictsRoute: Sendable {
  /// The selection of a list.
  private struct Query {
    /// The name of an app; nil for all.
    var app: String?
    var includesDerived: Bool

    init(_ form: FormFields, _ site: SyncSite) {
      app = form["app"].flatMap { name in
        site.apps.contains { $0.app.name == name } ? name : nil
      }
      includesDerived = form["derived"] == "1"
    }

    var path: String {
      var fields: [String] = []
      if let app { fields.append("app=\(app)") }
      if includesDerived { fields.append("derived=1") }
      return SyncPaths.conflicts + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
    }
  }

  let site: SyncSite

  func add(to router: PageRouter) {
    let path = RouterPath(SyncPaths.conflicts)
    router.get(path) { request, _ in
      let query = Query(FormFields(query: request), site)
      return site.page(
        title: "Conflicts", ConflictsPage.name, try await model(query, site.notice(request)))
    }
    router.post(path) { request, _ in
      let form = try await FormFields(request, token: site.site.token)
      guard let action = form["action"].flatMap(Action.init), let keys = form["keys"] else {
        throw PageError.badForm("It names no conflict, or no action.")
      }
      let result = try await perform(action, keys.split(separator: ",").map(String.init))
      return site.redirect(
        to: Query(form, site).path, result.text, isProblem: result.isProblem)
    }
  }

  // MARK: The list

  private func model(
    _ query: Query, _ notice: PageNotices.Notice?
  ) async throws -> ConflictsPage.Model {
    var entries: [ConflictsPage.Entry] = []
    var total = 0
    var derived = 0
    var counts: [String: Int] = [:]
    for (app, log) in try site.conflictLogs() {
      let records = try await log.records()
      let shown = records.filter { query.includesDerived || !$0.isDerived }
      counts[app.app.name] = shown.count
      guard query.app == nil || query.app == app.app.name else { continue }
      derived += records.count { $0.isDerived }
      total += shown.count
      let listed = Array(shown.prefix(max(0, ConflictsPage.limit - entries.count)))
      entries += try await self.entries(listed, app, log)
    }
    var other = query
    other.includesDerived.toggle()
    let title =
      query.includesDerived
      ? "Leave out derived values" : "Show derived values, too (\(derived))"
    return ConflictsPage.Model(
      notice: notice, conflicts: entries,
      more: total > entries.count
        ? "\(total - entries.count) more follow after these are restored or dismissed." : nil,
      filters: site.apps.count > 1 ? filters(query, counts) : [],
      other: derived > 0 ? PageLink(title, other.path) : nil,
      count: total == 1 ? "1 conflict" : "\(total) conflicts", path: query.path,
      keys: entries.map(\.key).joined(separator: ","), app: query.app ?? "",
      derived: query.includesDerived ? "1" : "", token: site.site.token.text,
      hasSeveral: entries.count > 1)
  }

  private func entries(
    _ records: [ConflictRecord], _ app: OpenApp, _ log: ConflictLog
  ) async throws -> [ConflictsPage.Entry] {
    let current = try log.currentValues(of: records.map(\.conflict))
    let known = records.map(\.conflict).filter { current[$0.id] != nil }
    let texts = try await app.app.conflictFormatter.currentValues(
      known.map { current[$0.id]?.valueDescription }, of: known, in: app.container)
    let textByID = Dictionary(zip(known.map(\.id), texts)) { first, _ in first }
    return records.map { record in
      ConflictsPage.Entry(
        record, app, current[record.conflict.id], textByID[record.conflict.id] ?? nil,
        calendar: site.site.calendar)
    }
  }

  private func filters(_ query: Query, _ counts: [String: Int]) -> [ConflictsPage.Filter] {
    func filter(_ title: String, _ name: String?, _ count: Int) -> ConflictsPage.Filter {
      var own = query
      own.app = name
      return .init(title: "\(title) (\(count))", path: own.path, isCurrent: query.app == name)
    }
    return [filter("All", nil, counts.values.reduce(0, +))]
      + site.apps.map { filter($0.title, $0.app.name, counts[$0.app.name] ?? 0) }
  }

  // MARK: Actions

  private enum Action: String {
    case restore, dismiss
  }

  /// Restores or dismisses conflicts one by one; a failure leaves the others unaffected.
  private func perform(
    _ action: Action, _ keys: [String]
  ) async throws -> PageNotices.Notice {
    var done: [String] = []
    var failures: [String] = []
    for (app, log) in try site.conflictLogs() {
      let prefix = "\(app.app.name):"
      let ids = Set(
        keys.filter { $0.hasPrefix(prefix) }.compactMap { Int64($0.dropFirst(prefix.count)) })
      guard !ids.isEmpty else { continue }
      for record in try await log.records() where ids.contains(record.conflict.id) {
        do {
          switch action {
          case .restore: try log.restore(record.conflict)
          case .dismiss: try log.dismiss(record.conflict)
          }
          done.append(record.shortText)
        } catch {
          failures.append(CommandError.describe(error).printable.sentence)
        }
      }
    }
    let verb = action == .restore ? "Restored" : "Dismissed"
    var text =
      switch done.count {
      case 0: ""
      case 1: "\(verb): \(done[0])"
      default: "\(verb): \(done.count) conflicts."
      }
    if done.isEmpty, failures.isEmpty {
      return .init(text: "These conflicts are no longer in the list.", isProblem: true)
    }
    if !failures.isEmpty {
      text += (text.isEmpty ? "" : " ") + failures.prefix(3).joined(separator: " ")
      if failures.count > 3 { text += " And \(failures.count - 3) more." }
    }
    return .init(text: text, isProblem: !failures.isEmpty)
  }
}
