// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
package import PageKit
import TravelFiles
package import TripPlanner

/// The trips and the shared dependencies of their routes.
struct TripSite: Sendable {
  /// The link to the first page.
  static let list = PageLink("Trips", TripPaths.list)

  let library: TripLibrary
  let site: Site
  let stages: ImportStages
  let feeds: FeedSecrets
  let weather: WeatherUpdates

  var configuration: WebServerConfiguration { site.configuration }
  var token: FormToken { site.token }
  var calendar: PageCalendar { site.calendar }
  var format: TripFormat { TripFormat(is24Hour: site.settings.current.is24Hour) }

  /// The day now, in the zone of the pages.
  var today: LocalDate? {
    let offset = configuration.timeZone.secondsFromGMT(for: .now)
    let seconds = Int(Date.now.timeIntervalSince1970) + offset
    return LocalDateTime(secondsSince1970: seconds)?.date
  }

  /// A page of the trips that belongs to no trip.
  func page(
    status: HTTPResponse.Status = .ok, title: String, crumbs: [PageLink] = [TripSite.list],
    _ template: String, _ model: some Sendable
  ) -> Response {
    site.page(
      status: status, title: title, at: TripPaths.list, crumbs: crumbs,
      site.templates.render(template, model))
  }

  /// A page of a trip.
  func page(
    status: HTTPResponse.Status = .ok, title: String, of view: TripView, _ template: String,
    _ model: some Sendable
  ) -> Response {
    let name = view.detail.trip.title
    return page(
      status: status, title: title == name ? name : "\(title) · \(name)",
      crumbs: [TripSite.list, PageLink(name, TripPaths.trip(view.tripID))], template, model)
  }

  func redirect(to path: String) -> Response { site.redirect(to: path) }

  /// A redirect to a page that reports a result.
  func redirect(to path: String, _ notice: TripNotice) -> Response {
    let mark = path.contains("?") ? "&" : "?"
    let parts = path.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let end = parts.count > 1 ? "#\(parts[1])" : ""
    return site.redirect(to: "\(parts[0])\(mark)done=\(notice.rawValue)\(end)")
  }

  /// Loads a trip for its pages.
  ///
  /// - Throws: `PageError` if it doesn't exist or is deleted.
  func view(_ context: some RequestContext) async throws -> TripView {
    try await view(try context.identifier("trip"))
  }

  /// Loads a trip by its identifier.
  func view(_ id: UUID) async throws -> TripView {
    guard let detail = try await library.trip(id), !detail.trip.isDeleted else {
      throw PageError.noSuchTrip
    }
    return TripView(detail, format: format)
  }

  /// The head of a trip's page.
  ///
  /// - Parameters:
  ///   - view: The trip.
  ///   - tab: The current tab.
  ///   - here: The path of the page.
  ///   - findingCount: The number of findings, if the page has determined it.
  ///   - request: The request, for the result of the form that was sent before.
  /// - Returns: The head.
  /// - Throws: A `SwiftDataError`.
  func header(
    _ view: TripView, _ tab: TripTab, here: String, findingCount: Int? = nil,
    request: Request? = nil
  ) async throws -> TripHeader {
    let trip = view.detail.trip
    let findings: Int
    if let findingCount {
      findings = findingCount
    } else {
      findings = try await library.findings(of: view.detail).count
    }
    let query = request.map { FormFields(query: $0) }
    let steps = try await library.undoState(trip.id)
    let dates = [
      format.range(trip.firstDate, trip.lastDate), BidirectionalText.isolated(trip.destination),
    ].compactMap(\.self).filter { !$0.isEmpty }
    let problem = query.flatMap { PageProblem.message($0, token: token) }
    let notice = query.flatMap { $0["done"] }.flatMap(TripNotice.init(rawValue:))
    return TripHeader(
      tripTitle: trip.title, tripPath: TripPaths.trip(trip.id),
      tripDates: dates.isEmpty ? "No dates yet" : dates.joined(separator: " · "),
      countdown: format.countdown(trip.firstDate, trip.lastDate, today: today),
      isArchived: trip.isArchived, tabs: tabs(view, tab, findings: findings),
      steps: TripHeader.steps(steps, of: TripPaths.trip(trip.id)),
      headerToken: token.text, here: here, editPath: TripPaths.page(trip.id, "edit"),
      morePath: TripPaths.page(trip.id, "share"), notice: notice?.text,
      problem: problem,
      olderAction: problem != nil && query?[TripHeader.olderField] == "1"
        ? TripPaths.page(trip.id, "undo") : nil)
  }

  private func tabs(_ view: TripView, _ tab: TripTab, findings: Int) -> [TripHeader.Tab] {
    let detail = view.detail
    return TripTab.allCases.map { other in
      let count: Int? =
        switch other {
        case .packing: detail.packingItems.count { !$0.isPacked }
        case .documents: detail.documents.count
        case .findings: findings
        default: nil
        }
      return TripHeader.Tab(
        tabTitle: other.title,
        tabPath: other == .timeline
          ? TripPaths.trip(view.tripID) : TripPaths.page(view.tripID, other.rawValue),
        isCurrent: other == tab, tabCount: count.flatMap { $0 > 0 ? "\($0)" : nil })
    }
  }
}

/// The tabs of a trip.
enum TripTab: String, CaseIterable {
  case timeline, map, packing, documents, budget, people, findings, activity, share

  static let allCases: [TripTab] = [
    .timeline, .map, .packing, .documents, .budget, .people, .findings, .activity,
  ]

  var title: String {
    switch self {
    case .timeline: "Timeline"
    case .map: "Map"
    case .packing: "Packing"
    case .documents: "Documents"
    case .budget: "Budget"
    case .people: "People"
    case .findings: "Checks"
    case .activity: "Activity"
    case .share: "Share"
    }
  }
}

/// The result of a form, which the next page reports.
enum TripNotice: String {
  case saved, added, deleted, restored, purged, moved, undone, undoneOlder, redone
  case archived, unarchived, copied
  case restorableDeletion, shifted, template, applied, imported, dismissed, shown, rate, feed,
    feedStopped, packed

  var text: String {
    switch self {
    case .saved: "Your changes are saved."
    case .added: "Added."
    case .deleted: "Deleted. Undo brings it back."
    case .restorableDeletion: "Deleted. It can be restored from the deleted things."
    case .restored: "Restored."
    case .purged: "Deleted for good."
    case .moved: "Moved."
    case .undone: "The change is undone."
    case .undoneOlder: "An older change is undone. Later ones can't be."
    case .redone: "The change is made again."
    case .archived: "The trip is in the archive."
    case .unarchived: "The trip is back in the list."
    case .copied: "This is the copy."
    case .shifted: "The trip has its new dates. Local times stayed."
    case .template: "The template is saved."
    case .applied: "The template's things are on the list."
    case .imported: "Imported."
    case .dismissed: "Dismissed."
    case .shown: "The finding is shown again."
    case .rate: "The rate is saved."
    case .feed: "The feed has a new address."
    case .feedStopped: "The feed is off."
    case .packed: "The list is added."
    }
  }
}

extension PageError {
  /// 404: the trip doesn't exist, or was deleted.
  static var noSuchTrip: PageError { .noSuch("trip", list: TripSite.list) }

  /// 404: a part of a trip doesn't exist, or was deleted.
  static func noSuchPart(_ noun: String, of trip: UUID) -> PageError {
    .noSuch(noun, list: PageLink("The trip", TripPaths.trip(trip)))
  }
}

extension TripLibraryError: PageErrorConvertible {
  package var pageError: PageError {
    switch self {
    case .notFound(let kind, _): .noSuch(kind, list: TripSite.list)
    case .nothingToExport: .conflict(errorDescription ?? "", next: TripSite.list)
    default: .failed(errorDescription)
    }
  }
}

extension RequestContext {
  /// An identifier in the path.
  func identifier(_ name: String) throws -> UUID {
    guard let id = parameters.get(name).flatMap(UUID.init(uuidString:)) else {
      throw PageError.noSuchTrip
    }
    return id
  }
}
