// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import PageKit
import RuckMap

/// The rucks and the shared dependencies of their routes.
struct RuckSite: Sendable {
  /// The link to the first page.
  static let list = PageLink("Rucks", RuckPaths.list)

  let library: RuckLibrary
  let site: Site

  var configuration: WebServerConfiguration { site.configuration }
  var templates: Templates { site.templates }
  var token: FormToken { site.token }
  var calendar: PageCalendar { site.calendar }

  /// A page below the list of the rucks.
  func page(
    status: HTTPResponse.Status = .ok, title: String, crumbs: [PageLink] = [RuckSite.list],
    _ content: String
  ) -> Response {
    site.page(status: status, title: title, at: RuckPaths.list, crumbs: crumbs, content)
  }

  func html(_ text: String) -> Response { site.html(text) }

  func redirect(to path: String) -> Response { site.redirect(to: path) }
}
