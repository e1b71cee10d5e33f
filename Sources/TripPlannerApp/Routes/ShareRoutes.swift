// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PageKit
import TravelFiles
import TripPlanner

/// The page that exports, copies, moves, archives and deletes a trip, and the routes behind it.
struct ShareRoutes: Sendable {
  /// The farthest move of a trip in days.
  private static let farthest = 36_500

  let site: TripSite

  func add(to router: PageRouter) {
    router.get("/trips/:trip/share") { request, context in
      let view = try await site.view(context)
      return site.page(
        title: "Share and export", of: view, SharePage.name, try await model(view, request))
    }
    router.get("/trips/:trip/export/:format") { _, context in
      let view = try await site.view(context)
      guard let format = context.parameters.get("format").flatMap(TripExportFormat.init(rawValue:))
      else { throw PageError.notFound }
      return file(
        try await site.library.export(format, of: view.tripID, drawing: BarcodePicture.drawing))
    }
    addFeed(to: router)
    router.post("/trips/:trip/copy") { request, context in try await copy(request, context) }
    router.post("/trips/:trip/shift") { request, context in try await shift(request, context) }
    router.post("/trips/:trip/archive") { request, context in
      let form = try await FormFields(request, token: site.token)
      let view = try await site.view(context)
      let isArchived = form["archived"] != "0"
      try await site.library.setArchived(view.tripID, isArchived)
      return site.redirect(to: TripPaths.list, isArchived ? .archived : .unarchived)
    }
    addDeletion(to: router)
  }

  private func addFeed(to router: PageRouter) {
    router.post("/trips/:trip/feed") { request, context in
      _ = try await FormFields(request, token: site.token)
      let view = try await site.view(context)
      _ = try site.feeds.renew(view.tripID)
      return site.redirect(to: path(view), .feed)
    }
    router.post("/trips/:trip/feed/stop") { request, context in
      _ = try await FormFields(request, token: site.token)
      let view = try await site.view(context)
      try site.feeds.remove(view.tripID)
      return site.redirect(to: path(view), .feedStopped)
    }
  }

  private func addDeletion(to router: PageRouter) {
    router.get("/trips/:trip/delete") { _, context in
      let view = try await site.view(context)
      let detail = view.detail
      let summary = [
        TripFormat.count(detail.segments.count, "journey"),
        TripFormat.count(detail.items.count, "plan"),
        TripFormat.count(detail.documents.count, "document"),
      ]
      return site.page(
        title: "Delete the trip", of: view, DeleteTripPage.name,
        DeleteTripPage.Model(
          tripTitle: detail.trip.title, summary: summary.joined(separator: ", ") + ".",
          deleteAction: TripPaths.page(view.tripID, "delete"), token: site.token.text,
          back: TripPaths.trip(view.tripID)))
    }
    router.post("/trips/:trip/delete") { request, context in
      _ = try await FormFields(request, token: site.token)
      let view = try await site.view(context)
      try await site.library.delete(TripSnapshot.self, view.tripID)
      return site.redirect(to: TripPaths.list, .restorableDeletion)
    }
  }

  private func path(_ view: TripView) -> String { TripPaths.page(view.tripID, "share") }

  private func file(_ export: TripExport) -> Response {
    let name = export.fileName.filter {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0))
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: export.contentType,
        .contentDisposition: "attachment; filename=\"\(name)\"",
      ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: export.data)))
  }

  private func copy(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let form = try await FormFields(request, token: site.token)
    let view = try await site.view(context)
    do {
      let start = try parsed("start") { () throws(TripInputError) in
        try TripInput.day(form["start"])
      }
      let detail = view.detail
      // A trip without dates begins with its first entry.
      let first =
        detail.trip.firstDate
        ?? Itinerary.days(detail.trip, detail.segments, detail.items).first?.date
      let distance = start.flatMap { start in
        first.map { start.daysSince1970 - $0.daysSince1970 }
      }
      let days = distance ?? 0
      guard abs(days) <= Self.farthest else {
        throw FieldProblem(
          "The day is more than 100 years from the first day of the trip. Choose a nearer one.",
          field: "start")
      }
      let copy = try await site.library.copyTrip(
        view.tripID, title: TripInput.text(form["title"]), days: days)
      if first == nil, let start {
        try await site.library.edit(TripSnapshot.self, copy.id) { $0.firstDate = start }
      }
      return site.redirect(to: TripPaths.trip(copy.id), .copied)
    } catch {
      guard let problem = FieldProblem(error) else { throw error }
      return rejected(
        "Copy the trip", "copy", view, problem,
        [
          .init("title", "Name of the copy", form["title"], isRequired: true, isWhole: true),
          .init("start", "First day", form["start"], .date),
        ])
    }
  }

  private func shift(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let form = try await FormFields(request, token: site.token)
    let view = try await site.view(context)
    do {
      let days = try parsed("days") { () throws(TripInputError) in
        try TripInput.number(
          form["days"], in: -Self.farthest...Self.farthest, "number of days")
      }
      guard let days else { throw FieldProblem("Enter the number of days.", field: "days") }
      _ = try await site.library.shiftTrip(view.tripID, days: days)
      return site.redirect(to: TripPaths.trip(view.tripID), .shifted)
    } catch {
      guard let problem = FieldProblem(error) else { throw error }
      return rejected(
        "Move the trip", "shift", view, problem,
        [
          .init(
            "days", "Days later", form["days"], placeholder: "7",
            hint: "Negative for earlier. Local times stay.", isRequired: true,
            inputMode: "numeric")
        ])
    }
  }

  /// A rejected form of the page, with its texts and its problem.
  private func rejected(
    _ title: String, _ action: String, _ view: TripView, _ problem: FieldProblem,
    _ fields: [FieldForm.Field]
  ) -> Response {
    var model = FormPage.Model(
      heading: title, action: TripPaths.page(view.tripID, action), token: site.token,
      groups: [FieldForm.Group(fields: fields)], submit: title, cancel: path(view))
    model.form.show(problem)
    return site.form(model, view, isRejected: true)
  }

  // MARK: The page

  private func model(_ view: TripView, _ request: Request) async throws -> SharePage.Model {
    let formats: [(TripExportFormat, String, String)] = [
      (.calendar, "Calendar (.ics)", "For every calendar, with the zone of each end."),
      (.html, "One HTML file", "To read or send by mail, without a network."),
      (.json, "JSON", "The whole trip, which can be imported again."),
      (.gpx, "GPX", "Places and tracks, for maps and devices."),
      (.kml, "KML", "Places and tracks, for Google Earth and others."),
      (.costs, "Costs (.csv)", "For a spreadsheet."),
    ]
    let possible = try await site.library.exportFormats(of: view.tripID)
    let secret = try site.feeds.secret(view.tripID)
    let id = view.tripID
    let trip = view.detail.trip
    return SharePage.Model(
      header: try await site.header(view, .share, here: path(view), request: request),
      token: site.token.text,
      formats: formats.filter { possible.contains($0.0) }.map { format, title, detail in
        SharePage.Format(
          formatTitle: title, formatDetail: detail,
          formatPath: TripPaths.page(id, "export/\(format.rawValue)"))
      },
      printPath: TripPaths.page(id, "print"),
      pinnedPath: TripPaths.page(id, "pages.json"),
      feed: secret.map { site.site.address(TripPaths.feed($0), for: request) },
      feedAction: TripPaths.page(id, "feed"),
      feedTitle: secret == nil ? "Start the feed" : "Renew the address",
      stopAction: TripPaths.page(id, "feed/stop"), copyAction: TripPaths.page(id, "copy"),
      copyTitle: "\(trip.title) (copy)", copyStart: trip.startDay ?? "",
      shiftAction: TripPaths.page(id, "shift"), archiveAction: TripPaths.page(id, "archive"),
      archiveTitle: trip.isArchived ? "Take it out of the archive" : "Archive it",
      archiveState: trip.isArchived ? "0" : "1",
      deletePath: TripPaths.page(id, "delete"))
  }
}

/// GET /trips/feed/:secret: serves a trip as a calendar, at an address that only its readers know.
struct FeedRoute: Sendable {
  let site: TripSite

  func add(to router: PageRouter) {
    router.get(RouterPath(TripPaths.feedPattern)) { request, context in
      let name = context.parameters.get("secret") ?? ""
      let secret = name.hasSuffix(".ics") ? String(name.dropLast(4)) : name
      guard let id = try site.feeds.trip(secret), let detail = try await site.library.trip(id),
        !detail.trip.isDeleted
      else { throw PageError.notFound }
      let export = try await site.library.export(.calendar, of: id)
      return Response.cached(
        ByteBuffer(bytes: export.data), tag: EntityTag(export.data),
        mediaType: export.contentType, cacheControl: "no-cache", for: request)
    }
  }
}

/// The deleted trips and parts: /trips/deleted.
struct DeletedRoutes: Sendable {
  let site: TripSite

  func add(to router: PageRouter) {
    router.get(RouterPath(TripPaths.deleted)) { request, _ in
      let query = FormFields(query: request)
      let items = try await site.library.deletedItems().map { item in
        let noun = TripWords.noun(item.type)
        let detail: [String?] = [
          noun.prefix(1).uppercased() + noun.dropFirst(), item.tripTitle.map { "in \($0)" },
          item.deletedAt.map { "deleted \(site.calendar.dateAndTime($0))" },
        ]
        return DeletedPage.Item(
          deletedTitle: item.name.isEmpty ? noun : item.name,
          deletedDetail: detail.compactMap(\.self).joined(separator: " · "),
          restoreAction: TripPaths.deletedItem(item.type, item.id, "restore"),
          purgeAction: TripPaths.deletedItem(item.type, item.id, "purge"))
      }
      return site.page(
        title: "Deleted", DeletedPage.name,
        DeletedPage.Model(
          token: site.token.text, items: items,
          pageNotice: query["done"].flatMap(TripNotice.init(rawValue:))?.text,
          pageProblem: PageProblem.message(query, token: site.token)))
    }
    router.get("/trips/deleted/:type/:id/purge") { _, context in
      let id = try context.identifier("id")
      let type = context.parameters.get("type") ?? ""
      let items = try await site.library.deletedItems()
      guard let item = items.first(where: { $0.id == id && $0.type == type }) else {
        throw PageError.noSuch("deleted thing", list: PageLink("Deleted", TripPaths.deleted))
      }
      let noun = TripWords.noun(item.type)
      let detail: [String?] = [
        noun.prefix(1).uppercased() + noun.dropFirst(), item.tripTitle.map { "in \($0)" },
      ]
      return site.page(
        title: "Delete for good", PurgePage.name,
        PurgePage.Model(
          purgedTitle: item.name.isEmpty ? noun : item.name,
          purgedDetail: detail.compactMap(\.self).joined(separator: " "),
          purgeAction: TripPaths.deletedItem(item.type, item.id, "purge"), token: site.token.text,
          back: TripPaths.deleted))
    }
    for action in ["restore", "purge"] {
      router.post(RouterPath("/trips/deleted/:type/:id/\(action)")) { request, context in
        _ = try await FormFields(request, token: site.token)
        let id = try context.identifier("id")
        let type = context.parameters.get("type") ?? ""
        let items = try await site.library.deletedItems()
        // Only what is deleted, so that an old form can't remove a restored object.
        guard items.contains(where: { $0.id == id && $0.type == type }) else {
          return site.redirect(
            to: TripPaths.deleted, problem: "It is not among the deleted things.")
        }
        if action == "restore" {
          try await site.library.restore(entity: type, id)
        } else {
          try await site.library.purge(entity: type, id)
        }
        return site.redirect(to: TripPaths.deleted, action == "restore" ? .restored : .purged)
      }
    }
  }
}
