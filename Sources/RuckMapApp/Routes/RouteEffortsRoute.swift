// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// GET /rucks/routes/:id/efforts: the passages of all rucks along a route, the fastest first.
///
/// It is a page of its own, because it searches the tracks of all rucks near the route's start.
struct RouteEffortsRoute: Sendable {
  /// The maximum number of passages on the page.
  private static let limit = 200

  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath("\(RuckTab.routes.path)/:id/efforts")) { _, context in
      try await page(try context.objectID(RouteItem.noun))
    }
  }

  /// The page of a route's passages.
  static func path(_ id: UUID) -> String {
    "\(RuckTab.routes.path)/\(RuckPaths.text(id))/efforts"
  }

  private func page(_ id: UUID) async throws -> Response {
    let list = PageLink("Routes", RuckTab.routes.path)
    guard let route = try await site.library.object(RouteItem.self, id) else {
      throw PageError.noSuch(RouteItem.noun, list: list)
    }
    let format = try await site.format()
    let efforts = try await site.library.efforts(onRoute: id)
    var model = try await site.sections(.routes, heading: "Passages")
    model.subtitle = route.name
    model.livePath = nil
    model.cards = [
      SectionCard(
        "passages", "All rucks along the route",
        note: RuckWords.count(efforts.count, "passage"), isWide: true
      ).table(
        ["Ruck", "Place", "Time", "Pack", "Day"],
        efforts.prefix(Self.limit).enumerated().map { index, record in
          .init(
            RuckTitle.text(record.ruck), path: RuckPaths.ruck(record.ruck.id),
            [
              "\(index + 1)", format.measure.duration(record.effort.time),
              format.measure.weight(record.ruck.packWeight),
              RuckTitle.date(record.ruck, calendar: format.calendar),
            ])
        },
        empty: "No ruck with times follows the route from its start to its end. The route needs a "
          + "line of at least 200 m.")
    ]
    return site.page(
      model,
      crumbs: [list, PageLink(route.name, "\(RuckTab.routes.path)/\(RuckPaths.text(id))")])
  }
}
