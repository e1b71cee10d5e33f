// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import RuckMap

/// Dependencies shared by all routes.
struct Site: Sendable {
  let library: RuckLibrary
  let configuration: WebServerConfiguration
  let logger: Logger
  let templates: Templates
  let token: FormToken
  let calendar: PageCalendar

  init(library: RuckLibrary, configuration: WebServerConfiguration, logger: Logger) throws {
    self.library = library
    self.configuration = configuration
    self.logger = logger
    templates = try Templates()
    token = FormToken()
    calendar = PageCalendar(timeZone: configuration.timeZone)
  }
}

extension Site {
  /// A response with a whole page.
  func page(
    status: HTTPResponse.Status = .ok, title: String, _ content: String
  ) -> Response {
    html(status: status, Layout.document(title: title, content: content, templates: templates))
  }

  /// A response with HTML.
  func html(status: HTTPResponse.Status = .ok, _ text: String) -> Response {
    Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  /// A redirect to the page to show after a form was accepted.
  func redirect(to path: String) -> Response {
    Response(status: .seeOther, headers: [.location: path])
  }
}
