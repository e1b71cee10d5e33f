// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit
import SwiftData

/// The pages of an app, with the app's icon.
struct AppPages: PageModule {
  private let pages: any PageModule
  let icon: PageIcon?

  /// The pages of an app over its open store.
  init(of container: ModelContainer, _ app: any CairnApp) {
    pages = app.pages(of: container)
    icon = app.icon
  }

  var templates: [String: String] { pages.templates }
  var navigation: PageLink? { pages.navigation }
  var assets: [Asset] { pages.assets }
  var secretFolders: [String] { pages.secretFolders }

  func addRoutes(to router: PageRouter, site: Site) { pages.addRoutes(to: router, site: site) }

  func card(site: Site) async throws -> DashboardCard? { try await pages.card(site: site) }

  func search(_ text: String, limit: Int, site: Site) async throws -> [SearchResult] {
    try await pages.search(text, limit: limit, site: site)
  }

  func settings() async throws -> [SettingField] { try await pages.settings() }

  func checkSettings(_ form: FormFields) async throws { try await pages.checkSettings(form) }

  func applySettings(_ form: FormFields) async throws { try await pages.applySettings(form) }
}

/// The card of an app whose store can't be opened; it has no pages.
struct UnavailableAppPages: PageModule {
  /// The name of the app.
  let name: String
  /// The reason, as a sentence.
  let reason: String
  let icon: PageIcon?

  let templates: [String: String] = [:]
  let navigation: PageLink? = nil

  func addRoutes(to router: PageRouter, site: Site) {}

  func card(site: Site) async throws -> DashboardCard? {
    DashboardCard(title: name, path: Paths.home, problems: [PageLink(reason, Paths.home)])
  }
}
