// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import RuckMap

/// POST /rucks/:id/delete: deletes a ruck.
struct DeleteRuckRoute: Sendable {
  let site: Site

  func add(to router: Router<Routes.Context>) {
    router.post(RouterPath(Paths.deletePattern)) { request, context in
      let id = try context.ruckID()
      _ = try await FormFields(request, token: site.token)
      try await site.library.delete(id)
      return site.redirect(to: Paths.list)
    }
  }
}
