// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import TripPlanner

/// The logs, /trips/activity of all trips and /trips/:trip/activity of one, and undo and redo on this device.
struct LogRoutes: Sendable {
  /// The number of entries on a page.
  private static let pageLength = 100
  private static let largestOffset = 100_000_000

  let site: TripSite

  func add(to router: PageRouter) {
    router.get(RouterPath(TripPaths.activity)) { request, _ in
      site.page(title: "Activity", AllActivityPage.name, try await model(request))
    }
    router.get("/trips/:trip/activity") { request, context in
      let view = try await site.view(context)
      return site.page(
        title: "Activity", of: view, ActivityPage.name, try await model(view, request))
    }
    for isRedo in [false, true] {
      let step = isRedo ? "redo" : "undo"
      router.post(RouterPath("\(TripPaths.activity)/\(step)")) { request, _ in
        let form = try await FormFields(request, token: site.token)
        return try await revert(nil, form, isRedo: isRedo, from: TripPaths.activity)
      }
      router.post(RouterPath("/trips/:trip/\(step)")) { request, context in
        let form = try await FormFields(request, token: site.token)
        let view = try await site.view(context)
        // Only paths of this trip: the form could have been sent from anywhere on these pages.
        let own = TripPaths.trip(view.tripID)
        let page = form["next"].flatMap { $0.hasPrefix(own) && !$0.contains("?") ? $0 : nil } ?? own
        return try await revert(view.tripID, form, isRedo: isRedo, from: page)
      }
    }
  }

  // MARK: Undo and redo

  private func revert(
    _ trip: UUID?, _ form: FormFields, isRedo: Bool, from page: String
  ) async throws -> Response {
    do {
      let result =
        isRedo
        ? try await site.library.redo(trip)
        : try await site.library.undo(trip, isSkipping: form[TripHeader.skipField] == "1")
      let notice: TripNotice =
        isRedo ? .redone : result.skipped.isEmpty ? .undone : .undoneOlder
      return site.redirect(to: try await presentPage(page, of: trip), notice)
    } catch let error as TripLibraryError {
      var address = PageProblem.address(page, Self.problem(error), token: site.token)
      if !isRedo, Self.hasOlder(error) { address += "&\(TripHeader.olderField)=1" }
      return site.redirect(to: address)
    }
  }

  /// The page to return to: that of an object which the step has deleted is replaced.
  private func presentPage(_ page: String, of trip: UUID?) async throws -> String {
    guard let trip else { return page }
    guard let detail = try await site.library.trip(trip), !detail.trip.isDeleted else {
      return TripPaths.list
    }
    let own = TripPaths.trip(trip)
    let parts = detail.segments.map(\.id) + detail.items.map(\.id) + detail.places.map(\.id)
    let named = page.dropFirst(own.count).split(separator: "/")
      .compactMap { UUID(uuidString: String($0)) }
    return named.allSatisfy(parts.contains) ? page : own
  }

  /// Whether undo can pass over the refused change.
  private static func hasOlder(_ error: TripLibraryError) -> Bool {
    switch error {
    case .changedSince, .notLogged: true
    default: false
    }
  }

  /// The reason of a refusal, with the remedy on the pages.
  private static func problem(_ error: TripLibraryError) -> String {
    switch error {
    case .changedSince(let property, let object):
      "The \(TripWords.property(property)) of \(object) changed since, so the change can't be undone. "
        + "Edit the value instead, or undo an older change."
    case .notLogged(let change):
      "The last change can't be undone: \(change). An older one can be undone."
    default: error.errorDescription ?? "It can't be undone."
    }
  }

  // MARK: The pages

  private func model(_ view: TripView, _ request: Request) async throws -> ActivityPage.Model {
    let path = TripPaths.page(view.tripID, "activity")
    let list = try await entries(of: view.tripID, path, request)
    return ActivityPage.Model(
      header: try await site.header(view, .activity, here: path, request: request),
      livePath: list.address, entries: list.entries, older: list.older)
  }

  private func model(_ request: Request) async throws -> AllActivityPage.Model {
    let path = TripPaths.activity
    let query = FormFields(query: request)
    let list = try await entries(of: nil, path, request)
    let steps = try await site.library.undoState(nil)
    let problem = PageProblem.message(query, token: site.token)
    return AllActivityPage.Model(
      token: site.token.text, livePath: list.address, entries: list.entries, older: list.older,
      steps: TripHeader.steps(steps, of: path),
      notice: query["done"].flatMap(TripNotice.init(rawValue:))?.text, problem: problem,
      olderAction: problem != nil && query[TripHeader.olderField] == "1" ? path + "/undo" : nil)
  }

  /// A page of the log.
  private struct EntryList {
    var entries: [ActivityPage.Entry]
    var address: String
    var older: String?
  }

  private func entries(
    of trip: UUID?, _ path: String, _ request: Request
  ) async throws -> EntryList {
    let offset =
      FormFields(query: request)["offset"].flatMap { Int($0) }
      .map { min(max($0, 0), Self.largestOffset) } ?? 0
    let logs = try await site.library.log(trip, limit: Self.pageLength + 1, offset: offset)
    let deleted =
      trip == nil
      ? Set(try await site.library.trips(.deleted, countsItems: false).map(\.id)) : []
    return EntryList(
      entries: logs.prefix(Self.pageLength).map { log in
        var entry = entry(log, hasPage: log.entry.tripID.map { !deleted.contains($0) } ?? true)
        if trip == nil, log.entry.objectType != "Trip" { entry.entryTrip = log.tripTitle }
        return entry
      },
      address: offset == 0 ? path : "\(path)?offset=\(offset)",
      older: logs.count > Self.pageLength ? "\(path)?offset=\(offset + Self.pageLength)" : nil)
  }

  private func entry(_ log: LogEntry, hasPage: Bool) -> ActivityPage.Entry {
    let text = LogText(log, format: site.format)
    let (type, id) = (log.entry.objectType, log.entry.objectID)
    return ActivityPage.Entry(
      when: site.calendar.dateAndTime(log.entry.timestamp),
      machineWhen: site.calendar.machine(log.entry.timestamp), who: text.who, what: text.what,
      objectPath: hasPage ? TripPaths.object(type, id, in: log.entry.tripID) : nil,
      objectTitle: text.object, oldValue: text.old, newValue: text.new)
  }
}

/// An entry of the log in words.
struct LogText {
  /// The longest shown value in characters.
  private static let longest = 120

  var who: String
  var what: String
  var object: String
  var old: String?
  var new: String?

  init(_ log: LogEntry, format: TripFormat) {
    let entry = log.entry
    let name = entry.actor.isEmpty ? "" : "\(entry.actor), "
    who = log.isOwn ? "\(name)this device" : "\(name)device \(entry.device.uuidString.prefix(4))"
    let noun = TripWords.noun(entry.objectType)
    object = log.objectName.flatMap { $0.isEmpty ? nil : $0 } ?? noun
    switch ActivityAction(rawValue: entry.action) {
    case .insert: what = "added the \(noun)"
    case .delete: what = "deleted the \(noun)"
    case .update, nil:
      let property = entry.property ?? ""
      if property == "isDeleted" {
        what = log.newValue == "true" ? "deleted the \(noun)" : "restored the \(noun)"
        return
      }
      if property == "position" {
        what = "moved the \(noun)"
        return
      }
      if let step = Self.step(property, of: noun, isSet: log.newValue == "true") {
        what = step
        return
      }
      what = "changed the \(TripWords.property(property)) of the \(noun)"
      old = TripInput.text(log.oldName) ?? Self.text(log.oldValue, property, format)
      new =
        TripInput.text(log.newName) ?? Self.text(log.newValue, property, format)
        ?? (old == nil ? nil : "nothing")
      if entry.isPrivate, old == nil, new == nil { new = "(on that device only)" }
    }
  }

  /// A change of a property that is set or not, before the object's name; nil for other properties.
  private static func step(_ property: String, of noun: String, isSet: Bool) -> String? {
    switch property {
    case "isPacked": "\(isSet ? "packed" : "unpacked") the \(noun)"
    case "isArchived": "\(isSet ? "archived" : "unarchived") the \(noun)"
    case "isPaid": "marked the \(noun) as \(isSet ? "paid" : "planned"):"
    case "isDone": "marked the \(noun) as \(isSet ? "done" : "not done"):"
    default: nil
    }
  }

  /// A value in words; nil for none.
  static func text(_ value: String?, _ property: String, _ format: TripFormat) -> String? {
    guard let value, !value.isEmpty else { return nil }
    switch property {
    case "departure", "arrival", "start", "end", "boarding":
      return StoredTime.time(value).map(format.full) ?? value
    case "day", "startDay", "endDay", "expiryDay":
      return StoredTime.day(value).map(format.day) ?? value
    case "origin", "destination", "place", "segment", "item", "payer", "person", "owner", "route",
      "trip", "template":
      return UUID(uuidString: value) == nil ? value : "another one"
    case "categoryBudgets":
      var trip = TripSnapshot()
      trip.categoryBudgets = value
      return Budget.categoryBudgets(trip).sorted { $0.key < $1.key }
        .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    case "shares":
      // A share refers to its person by an identifier, which has no meaning for a reader.
      return CostShare.decode(value)?.map { share in
        share.amount.map { "=\($0)" } ?? "\(share.weight)"
      }.joined(separator: " : ")
    default:
      if value == "true" { return "yes" }
      if value == "false" { return "no" }
      return value.count > longest ? value.prefix(longest - 1) + "…" : value
    }
  }
}
