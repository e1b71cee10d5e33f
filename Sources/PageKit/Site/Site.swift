// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
package import Hummingbird
package import Logging
import NIOCore

/// The router of the pages.
package typealias PageRouter = Router<PageContext>

/// The browsers that a listener of the pages serves.
package enum Audience: Sendable {
  /// Browsers on this machine, by the loopback interface, without TLS.
  case thisMachine
  /// Browsers of paired devices, with TLS; they may not select files of this machine.
  case pairedDevices
}

/// Dependencies shared by all routes of the pages.
package struct Site: Sendable {
  package let configuration: WebServerConfiguration
  package let logger: Logger
  package let templates: Templates
  package let token: FormToken
  /// The browsers that the site's listener serves.
  package let audience: Audience
  /// The parts of the pages, in the order of the navigation.
  package let modules: [any PageModule]
  /// The addresses that their secret protects.
  let secrets: SecretAddresses
  /// A sequence with an element for each change of any app's data.
  let changes: @Sendable () -> AsyncThrowingStream<Void, any Error>

  /// The dependencies of the routes of `modules`.
  ///
  /// - Parameters:
  ///   - modules: The parts of the pages, in the order of the navigation.
  ///   - configuration: The settings, the maps and the limits.
  ///   - audience: The browsers that the listener serves; by default, those with fewer rights.
  ///   - logger: The logger of requests and failures.
  ///   - changes: Makes a sequence with an element for each change of any app's data.
  /// - Throws: The parser's error for a template that isn't well-formed.
  package init(
    modules: [any PageModule], configuration: WebServerConfiguration,
    audience: Audience = .pairedDevices, logger: Logger,
    changes: @escaping @Sendable () -> AsyncThrowingStream<Void, any Error>
  ) throws {
    self.modules = modules
    self.configuration = configuration
    self.audience = audience
    self.logger = logger
    self.changes = changes
    secrets = SecretAddresses(folders: modules.flatMap(\.secretFolders))
    templates = try Templates(of: modules)
    token = FormToken()
  }
}

extension Site {
  /// The settings of the pages, shared by all servers of this process.
  package var settings: SettingsStore { configuration.settings }

  /// The maps for the present settings.
  package var maps: PageMaps { configuration.maps.maps(for: settings.current.tiles) }

  /// The calendar of the pages' dates, by the settings.
  package var calendar: PageCalendar {
    PageCalendar(timeZone: configuration.timeZone, settings: settings.current)
  }

  /// The address of a path, with the scheme and the host of a request.
  ///
  /// - Parameters:
  ///   - path: The path, which starts with a slash.
  ///   - request: The request, whose Host header names this server.
  /// - Returns: The address; the path alone without a Host header.
  package func address(_ path: String, for request: Request) -> String {
    guard let host = request.head.authority else { return path }
    let scheme =
      switch audience {
      case .thisMachine: "http"
      case .pairedDevices: "https"
      }
    return "\(scheme)://\(host)\(path)"
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
    let apps = modules.compactMap { module in
      module.navigation.map {
        NavigationLink($0, icon: module.icon, isCurrent: $0.path == path)
      }
    }
    let own = NavigationLink(
      PageLink("Settings", Paths.settings), isCurrent: path == Paths.settings)
    let settings = settings.current
    let layout = Layout(
      title: title, content: content, crumbs: crumbs,
      navigation: apps + [own],
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
