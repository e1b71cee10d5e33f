// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// GET /: the start page.
struct StartRoute: Sendable {
  let site: Site

  func add(to router: PageRouter) {
    router.get(RouterPath(Paths.home)) { _, _ in
      var cards: [(card: DashboardCard, icon: PageIcon?)] = []
      for module in site.modules {
        if let card = try await module.card(site: site) { cards.append((card, module.icon)) }
      }
      return site.page(
        title: "Start", at: Paths.home,
        site.templates.render(StartPage.name, StartPage.Model(cards)))
    }
  }
}
