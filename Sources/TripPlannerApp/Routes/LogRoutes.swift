// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import TripPlanner

/// The log of a trip: /trips/:trip/activity, and the undo and redo of this device's changes.
struct LogRoutes: Sendable {
  /// The number of entries on a page.
  private static let pageLength = 100
  private static let largestOffset = 100_000_000

  let site: TripSite

  func add(to router: PageRouter) {
    router.get("/trips/:trip/activity") { request, context in
      let view = try await site.view(context)
      return site.page(
        title: "Activity", of: view, ActivityPage.name, try await model(view, request))
    }
    for isRedo in [false, true] {
      router.post(RouterPath("/trips/:trip/\(isRedo ? "redo" : "undo")")) { request, context in
        let form = try await FormFields(request, token: site.token)
        let view = try await site.view(context)
        // Only paths of this trip: the form could have been sent from anywhere on these pages.
        let own = TripPaths.trip(view.tripID)
        let next = form["next"].flatMap { $0.hasPrefix(own) ? $0 : nil } ?? own
        do {
          _ =
            isRedo
            ? try await site.library.redo(view.tripID) : try await site.library.undo(view.tripID)
          return site.redirect(to: next, isRedo ? .redone : .undone)
        } catch let error as TripLibraryError {
          return site.redirect(to: own, problem: error.errorDescription ?? "It can't be undone.")
        }
      }
    }
  }

  private func model(_ view: TripView, _ request: Request) async throws -> ActivityPage.Model {
    let path = TripPaths.page(view.tripID, "activity")
    let offset =
      FormFields(query: request)["offset"].flatMap { Int($0) }
      .map { min(max($0, 0), Self.largestOffset) } ?? 0
    let entries = try await site.library.log(
      view.tripID, limit: Self.pageLength + 1, offset: offset)
    let older =
      entries.count > Self.pageLength ? "\(path)?offset=\(offset + Self.pageLength)" : nil
    return ActivityPage.Model(
      header: try await site.header(view, .activity, here: path, request: request),
      livePath: offset == 0 ? path : "\(path)?offset=\(offset)",
      entries: entries.prefix(Self.pageLength).map { entry($0, view) }, older: older)
  }

  private func entry(_ log: LogEntry, _ view: TripView) -> ActivityPage.Entry {
    let text = LogText(log, format: view.format)
    return ActivityPage.Entry(
      when: site.calendar.dateAndTime(log.entry.timestamp),
      machineWhen: site.calendar.machine(log.entry.timestamp), who: text.who, what: text.what,
      objectPath: TripPaths.object(log.entry.objectType, log.entry.objectID, in: view.tripID),
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
      what = "changed the \(TripWords.property(property)) of the \(noun)"
      old = TripInput.text(log.oldName) ?? Self.text(log.oldValue, property, format)
      new =
        TripInput.text(log.newName) ?? Self.text(log.newValue, property, format)
        ?? (old == nil ? nil : "nothing")
      if entry.isPrivate, old == nil, new == nil { new = "(on that device only)" }
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
    default:
      if value == "true" { return "yes" }
      if value == "false" { return "no" }
      return value.count > longest ? value.prefix(longest - 1) + "…" : value
    }
  }
}
