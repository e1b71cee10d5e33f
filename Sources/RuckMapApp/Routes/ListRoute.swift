// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// GET /rucks: serves the list.
struct ListRoute: Sendable {
  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RuckPaths.list)) { request, _ in
      let model = try await site.listModel(request)
      return site.page(
        title: "Rucks", crumbs: [], RuckListPage.render(model, templates: site.templates))
    }
  }
}

extension RuckSite {
  /// Loads the list's values for the query of a request.
  func listModel(_ request: Request, message: String? = nil) async throws -> RuckListPage.Model {
    let parameters = FormFields(query: request)
    let query = RuckListQuery { parameters[$0] }
    let (profile, calendar) = (try await library.profile(), calendar)
    var upload = RuckListPage.Upload(
      token: token, limit: configuration.maximumUploadSize, unitSystem: profile.unitSystem,
      bodyWeight: profile.bodyWeight)
    upload.message = message
    var filters = query.query(unitSystem: profile.unitSystem, calendar: calendar)
    var result = try await library.rucks(filters, in: calendar.calendar)
    if filters.page > result.pages {
      // After deletions, an open page may be beyond the last one.
      filters.page = result.pages
      result = try await library.rucks(filters, in: calendar.calendar)
    }
    var model = RuckListPage.Model(
      result, query: query, totals: try await library.totals(),
      year: try await year(unitSystem: profile.unitSystem), upload: upload,
      unitSystem: profile.unitSystem, calendar: self.calendar(for: profile))
    model.themeClasses = ThemeManager(profile: profile).classes
    model.runningLinks = try await RunningLinks.links(library)
    return model
  }

  /// The calendar of the present year as HTML; nil without rucks.
  func year(unitSystem: UnitSystem) async throws -> String? {
    let calendar = calendar
    guard let year = calendar.calendar.dateInterval(of: .year, for: .now) else { return nil }
    let format = MeasureFormat(unitSystem: unitSystem)
    let days = try await library.days(from: year.start, to: year.end, in: calendar.calendar)
    guard !days.isEmpty else { return nil }
    return CalendarPicture(
      year: calendar.calendar.component(.year, from: year.start),
      days: days.map {
        .init(
          date: $0.date, value: $0.distance,
          text: "\(calendar.date($0.date)): \(format.distance($0.distance))")
      }, in: calendar.calendar)?.figure
  }
}

/// GET /fragments/rucks: serves only totals and list, to update open pages.
struct ListFragmentRoute: Sendable {
  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RuckPaths.listFragment)) { request, _ in
      let model = try await site.listModel(request)
      return site.html(RuckListPage.renderFragment(model, templates: site.templates))
    }
  }
}
