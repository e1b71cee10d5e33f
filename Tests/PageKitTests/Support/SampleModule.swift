// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import Synchronization

/// A module with values of the test, which records the queries and forms that it receives.
final class SampleModule: PageModule {
  /// An error without a page of its own.
  struct Unreadable: LocalizedError {
    var errorDescription: String? { "The store can't be read." }
  }

  let navigation: PageLink?
  let icon: PageIcon?
  let templates = ["sample": "<h1>{{title}}</h1>"]
  private let isUnreadable: Bool
  private let card: DashboardCard?
  private let results: [SearchResult]
  private let fields: [SettingField]
  private let seenQueries = Mutex<[String]>([])
  private let seenForms = Mutex<[FormFields]>([])

  init(
    _ navigation: PageLink? = nil, icon: PageIcon? = nil, card: DashboardCard? = nil,
    results: [SearchResult] = [], fields: [SettingField] = [], isUnreadable: Bool = false
  ) {
    self.navigation = navigation
    self.icon = icon
    self.card = card
    self.results = results
    self.fields = fields
    self.isUnreadable = isUnreadable
  }

  /// The queries so far, each with its limit.
  var queries: [String] { seenQueries.withLock { $0 } }

  /// The forms so far.
  var forms: [FormFields] { seenForms.withLock { $0 } }

  func addRoutes(to router: PageRouter, site: Site) {
    guard let path = navigation?.path else { return }
    router.get(.init(path)) { [navigation] _, _ in
      site.page(title: "A <b> & c", at: navigation?.path, "<h1>Content</h1>")
    }
    router.get(.init(path + "/one")) { [navigation] _, _ in
      site.page(
        title: "One", at: navigation?.path,
        crumbs: [PageLink("Samples", path), PageLink("<i>", path + "/up?a=1&b=2")],
        site.templates.render("sample", ["title": "One & only"]))
    }
  }

  func card(site: Site) async throws -> DashboardCard? {
    if isUnreadable { throw Unreadable() }
    return card
  }

  func search(_ text: String, limit: Int, site: Site) async throws -> [SearchResult] {
    if isUnreadable { throw Unreadable() }
    seenQueries.withLock { $0.append("\(text) \(limit)") }
    return results
  }

  func settings() async throws -> [SettingField] { fields }

  /// Accepts every value except "bad".
  func checkSettings(_ form: FormFields) async throws {
    for field in fields where form[field.id] == "bad" {
      throw FieldProblem("\(field.label): <bad> is not a value.")
    }
  }

  func applySettings(_ form: FormFields) async throws {
    seenForms.withLock { $0.append(form) }
  }
}
