// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Logging

/// GET /: the start page.
struct StartRoute: Sendable {
  let site: Site

  func add(to router: PageRouter) {
    router.get(RouterPath(Paths.home)) { _, _ in
      var cards: [(card: DashboardCard, icon: PageIcon?)] = []
      for module in site.modules {
        if let card = await card(of: module) { cards.append((card, module.icon)) }
      }
      return site.page(
        title: "Start", at: Paths.home,
        site.templates.render(StartPage.name, StartPage.Model(cards)))
    }
  }

  /// The card of a module; if its data can't be read, a card with the reason, so that the others are shown.
  private func card(of module: any PageModule) async -> DashboardCard? {
    do {
      return try await module.card(site: site)
    } catch {
      let link = module.navigation ?? PageLink("Data", Paths.home)
      let reason = site.reason(error, "A card can't be made")
      return DashboardCard(
        title: link.title, path: link.path, problems: [PageLink(reason, link.path)])
    }
  }
}

extension Site {
  /// The reason why one of the modules can't contribute to a page; logs the error.
  func reason(_ error: any Error, _ message: Logger.Message) -> String {
    logger.error(message, metadata: ["error": "\(error)"])
    return (error as? any LocalizedError)?.errorDescription ?? "The data can't be read."
  }
}
