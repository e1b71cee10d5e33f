// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import Measures
import PageKit
import RuckMap

/// The result of a form, which the next page reports.
enum RuckNotice: String, Sendable {
  case added, saved, deleted, recorded, assigned, joined, left, arrived, built, reviewed
  case trimmed, divided, combined, undone

  var text: String {
    switch self {
    case .added: "Added."
    case .saved: "Your changes are saved."
    case .deleted: "Deleted."
    case .recorded: "Recorded."
    case .assigned: "The gear of the ruck is saved."
    case .joined: "You take part."
    case .left: "You no longer take part."
    case .arrived: "Your arrival is recorded."
    case .built: "The route is made from the ruck."
    case .reviewed: "Your review is saved."
    case .trimmed: "The track is trimmed."
    case .divided: "The ruck is divided. This is its first part."
    case .combined: "The rucks are combined."
    case .undone: "The edit is undone."
    }
  }
}

extension RuckSite {
  /// The texts of values in the user's units.
  func format() async throws -> FieldFormat {
    let profile = try await library.profile()
    return FieldFormat(unitSystem: profile.unitSystem, calendar: calendar(for: profile))
  }

  /// The calendar of the user, with the preferred form of times.
  func calendar(for profile: UserProfile) -> PageCalendar {
    profile.display.showMilitaryTime ? calendar.withMilitaryTime : calendar
  }

  /// A page of cards with the sub-navigation and the user's theme.
  ///
  /// - Parameters:
  ///   - tab: The page of the sub-navigation.
  ///   - heading: The heading.
  ///   - path: The path that live updates are read from; the tab's by default.
  ///   - request: The request, whose query reports the result of a form.
  /// - Returns: The page without cards.
  /// - Throws: An error of the store.
  func sections(
    _ tab: RuckTab, heading: String, path: String? = nil, request: Request? = nil
  ) async throws -> SectionPage {
    let profile = try await library.profile()
    let query = request.map { FormFields(query: $0) }
    return SectionPage(
      themeClasses: ThemeManager(profile: profile).classes, tabs: RuckTab.links(current: tab),
      heading: heading,
      pageNotice: query?["done"].flatMap(RuckNotice.init(rawValue:))?.text,
      pageProblem: query.flatMap { PageProblem.message($0, token: token) },
      livePath: path ?? tab.path, liveCount: heading)
  }

  /// A response with a page of cards.
  func page(
    status: HTTPResponse.Status = .ok, _ model: SectionPage, crumbs: [PageLink] = []
  ) -> Response {
    site.page(
      status: status, title: model.heading, at: RuckPaths.list, crumbs: [RuckSite.list] + crumbs,
      templates.render(SectionPage.name, model))
  }

  /// A redirect to a page that reports the result of a form.
  func redirect(to path: String, _ notice: RuckNotice) -> Response {
    redirect(to: "\(path)?done=\(notice.rawValue)")
  }

  /// A redirect to a page that reports a problem.
  func redirect(to path: String, problem: String) -> Response {
    redirect(to: PageProblem.address(path, problem, token: token))
  }
}
