// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import Logging

/// GET /search?q=: searches all apps.
struct SearchRoute: Sendable {
  let site: Site

  func add(to router: PageRouter) {
    router.get(RouterPath(Paths.search)) { request, _ in
      let query = FormFields(query: request)["q"].map { String($0.prefix(200)) } ?? ""
      var groups: [SearchPage.Group] = []
      var problems: [String] = []
      if query.contains(where: { !$0.isWhitespace }) {
        for module in site.modules {
          do {
            let results = try await module.search(query, limit: SearchPage.limit, site: site)
            guard !results.isEmpty else { continue }
            groups.append(.init(title: module.navigation?.title ?? "Other", results: results))
          } catch {
            problems.append(site.reason(error, "An app can't be searched"))
          }
        }
      }
      return site.page(
        title: "Search",
        site.templates.render(
          SearchPage.name, SearchPage.Model(query: query, groups: groups, problems: problems)))
    }
  }
}
