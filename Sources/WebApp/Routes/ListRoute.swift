// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import RuckMap

/// GET /: serves the list.
struct ListRoute: Sendable {
  let site: Site

  func add(to router: Router<Routes.Context>) {
    router.get(RouterPath(Paths.list)) { request, _ in
      let model = try await site.listModel(request)
      return site.page(title: "Rucks", RuckListPage.render(model, templates: site.templates))
    }
  }
}

extension Site {
  /// Loads the list's values for the page number in the request.
  func listModel(_ request: Request, message: String? = nil) async throws -> RuckListPage.Model {
    let page = request.uri.queryParameters.get("page", as: Int.self) ?? 1
    let profile = try await library.profile()
    var upload = RuckListPage.Upload(
      token: token, limit: configuration.maximumUploadSize, unitSystem: profile.unitSystem,
      bodyWeight: profile.bodyWeight)
    upload.message = message
    return RuckListPage.Model(
      rucks: try await library.rucks(), totals: try await library.totals(), page: page,
      upload: upload, unitSystem: profile.unitSystem, calendar: calendar)
  }
}

/// GET /fragments/rucks: serves only totals and list, to update open pages.
struct ListFragmentRoute: Sendable {
  let site: Site

  func add(to router: Router<Routes.Context>) {
    router.get(RouterPath(Paths.listFragment)) { request, _ in
      let model = try await site.listModel(request)
      return site.html(RuckListPage.renderFragment(model, templates: site.templates))
    }
  }
}
