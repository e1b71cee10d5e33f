// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// GET /fragments/rucks/:id: a ruck without its form, for pages that are open when it changes.
struct RuckFragmentRoute: Sendable {
  let site: Site

  func add(to router: Router<Routes.Context>) {
    router.get(RouterPath(Paths.ruckFragmentPattern)) { _, context in
      let model = try await site.ruckModel(try context.ruckID())
      return site.html(RuckPage.renderFragment(model, templates: site.templates))
    }
  }
}
