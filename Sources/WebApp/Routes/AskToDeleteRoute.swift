// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import RuckMap

/// GET /rucks/:id/delete: asks before a ruck is deleted.
struct AskToDeleteRoute: Sendable {
  let site: Site

  func add(to router: Router<Routes.Context>) {
    router.get(RouterPath(Paths.deletePattern)) { _, context in
      guard let detail = try await site.library.ruck(try context.ruckID()) else {
        throw PageError.noSuchRuck
      }
      let model = DeleteRuckPage.Model(
        detail.summary, unitSystem: try await site.library.profile().unitSystem,
        calendar: site.calendar, token: site.token)
      return site.page(
        title: "Delete a ruck", DeleteRuckPage.render(model, templates: site.templates))
    }
  }
}
