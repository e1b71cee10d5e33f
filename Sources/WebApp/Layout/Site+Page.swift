// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore

extension Site {
  /// A whole page as an answer.
  func page(
    status: HTTPResponse.Status = .ok, title: String, _ content: String
  ) -> Response {
    html(status: status, Layout.document(title: title, content: content, templates: templates))
  }

  /// HTML as an answer.
  func html(status: HTTPResponse.Status = .ok, _ text: String) -> Response {
    Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  /// The address to go to after a form was taken.
  func redirect(to path: String) -> Response {
    Response(status: .seeOther, headers: [.location: path])
  }
}
