// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
package import Hummingbird
package import Logging
import NIOCore

/// The context of a request to the pages.
package typealias PageContext = BasicRequestContext

/// The router of the pages.
package typealias PageRouter = Router<PageContext>

/// Dependencies shared by all routes of the pages.
package struct Site: Sendable {
  package let configuration: WebServerConfiguration
  package let logger: Logger
  package let templates: Templates
  package let token: FormToken
  package let settings: SettingsStore
  /// The parts of the pages, in the order of the navigation.
  package let modules: [any PageModule]
  /// A sequence with an element for each change of any app's data.
  let changes: @Sendable () -> AsyncThrowingStream<Void, any Error>

  /// The dependencies of the routes of `modules`.
  ///
  /// - Throws: The parser's error for a template that isn't well-formed.
  package init(
    modules: [any PageModule], configuration: WebServerConfiguration, logger: Logger,
    changes: @escaping @Sendable () -> AsyncThrowingStream<Void, any Error>
  ) throws {
    self.modules = modules
    self.configuration = configuration
    self.logger = logger
    self.changes = changes
    templates = try Templates(of: modules)
    token = FormToken()
    settings = SettingsStore(file: configuration.settingsFile)
  }
}

extension Site {
  /// The calendar of the pages' dates, by the settings.
  package var calendar: PageCalendar {
    PageCalendar(timeZone: configuration.timeZone, settings: settings.current)
  }

  /// A response with a whole page.
  ///
  /// - Parameters:
  ///   - status: The response's status.
  ///   - title: The page's title, unescaped.
  ///   - path: The path of the module's start page, which the navigation marks.
  ///   - crumbs: Links to the pages above this one, from the start page's child on.
  ///   - content: The page's content as HTML.
  /// - Returns: The response.
  package func page(
    status: HTTPResponse.Status = .ok, title: String, at path: String? = nil,
    crumbs: [PageLink] = [], _ content: String
  ) -> Response {
    let links = modules.compactMap(\.navigation) + [PageLink("Settings", Paths.settings)]
    let settings = settings.current
    let layout = Layout(
      title: title, content: content, crumbs: crumbs,
      navigation: links.map { NavigationLink($0, isCurrent: $0.path == path) },
      theme: settings.theme.rawValue, textSize: settings.textSize.rawValue)
    return html(status: status, templates.render(Layout.name, layout))
  }

  /// A response with HTML.
  package func html(status: HTTPResponse.Status = .ok, _ text: String) -> Response {
    Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  /// A redirect to the page to show after a form was accepted.
  package func redirect(to path: String) -> Response {
    Response(status: .seeOther, headers: [.location: path])
  }
}
