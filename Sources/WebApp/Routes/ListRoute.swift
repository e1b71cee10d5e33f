// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import RuckMap

/// GET /: the list.
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
  /// The list's values, for the page that the request names.
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
