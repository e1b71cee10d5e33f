// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// GET /fragments/rucks: totals and list alone, for pages that are open when the store changes.
struct ListFragmentRoute: Sendable {
  let site: Site

  func add(to router: Router<Routes.Context>) {
    router.get(RouterPath(Paths.listFragment)) { request, _ in
      let model = try await site.listModel(request)
      return site.html(RuckListPage.renderFragment(model, templates: site.templates))
    }
  }
}
