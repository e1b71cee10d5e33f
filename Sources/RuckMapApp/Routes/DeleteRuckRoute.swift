// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import PageKit
import RuckMap

/// GET /rucks/:id/delete: asks for confirmation before a ruck is deleted.
struct ConfirmDeleteRoute: Sendable {
  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RuckPaths.deletePattern)) { _, context in
      guard let detail = try await site.library.ruck(try context.ruckID()) else {
        throw PageError.noSuchRuck
      }
      let profile = try await site.library.profile()
      let model = DeleteRuckPage.Model(
        detail.summary, unitSystem: profile.unitSystem, calendar: site.calendar(for: profile),
        token: site.token)
      return site.page(
        title: "Delete a ruck", DeleteRuckPage.render(model, templates: site.templates))
    }
  }
}

/// POST /rucks/:id/delete: deletes a ruck.
struct DeleteRuckRoute: Sendable {
  let site: RuckSite

  func add(to router: PageRouter) {
    router.post(RouterPath(RuckPaths.deletePattern)) { request, context in
      let id = try context.ruckID()
      _ = try await FormFields(request, token: site.token)
      try await site.library.delete(id)
      return site.redirect(to: RuckPaths.list)
    }
  }
}
