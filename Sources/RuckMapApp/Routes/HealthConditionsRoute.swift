// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import PageKit
import RuckMap

/// GET and POST /rucks/health/conditions: the health conditions of the profile.
struct HealthConditionsRoute: Sendable {
  static let path = "\(RuckTab.health.path)/conditions"

  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(Self.path)) { _, _ in try await form() }
    router.post(RouterPath(Self.path)) { request, _ in
      let form = try await FormFields(request, token: site.token)
      // A browser sends checked boxes only.
      let conditions = HealthCondition.allCases.filter { form[$0.rawValue] == "1" }
      try await site.library.setProfile(UserProfileEdit(healthConditions: conditions))
      return site.redirect(to: RuckTab.health.path, .saved)
    }
  }

  private func form() async throws -> Response {
    let stored = try await site.library.profile().healthConditions
    let form = FieldForm(
      "conditions-form", action: Self.path, token: site.token, submit: "Save",
      cancel: RuckTab.health.path,
      HealthCondition.allCases.map { condition in
        .init(
          condition.rawValue, RuckWords.title(condition),
          stored.contains(condition) ? "1" : "", .flag)
      })
    var model = try await site.sections(.health, heading: "Health conditions")
    model.subtitle =
      "They are shown in the report for a physician. With sync, the server can read them."
    model.livePath = nil
    model.forms = [
      SectionCard("conditions", "Conditions that limit the load", isWide: true).form(form)
    ]
    return site.page(model, crumbs: [PageLink(RuckTab.health.title, RuckTab.health.path)])
  }
}
