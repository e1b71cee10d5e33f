// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Why something failed, as the body of an error answer or as the entry of one item.
package struct ServerFailure: ResponseBody, Error, CustomStringConvertible {
  package var code: ServerErrorCode
  /// Always sent, since clients need it.
  package var reason: String
  /// The word that a server used, where it is not one of ours.
  package var originalCode: String?
  /// The id of the request, for the server's log.
  package var uuid: String?
  /// Whole seconds; nil if trying again is of no use.
  package var retryAfter: Int?
  /// Where to sign in, or where the answer is.
  package var redirectURL: String?

  package init(
    _ code: ServerErrorCode, _ reason: String, uuid: String? = nil, retryAfter: Int? = nil,
    redirectURL: String? = nil
  ) {
    self.code = code
    self.reason = reason
    self.uuid = uuid
    self.retryAfter = retryAfter
    self.redirectURL = redirectURL
  }

  /// The answer to a body that is wrong.
  package init(_ error: WireError, uuid: String? = nil) {
    self.init(.badRequest, error.reason, uuid: uuid)
  }

  package static let inWords = "an error with serverErrorCode"

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object(Self.inWords)
    let word: String = try object.required("serverErrorCode")
    code = ServerErrorCode(nearest: word)
    if code.rawValue != word { originalCode = word }
    reason = try object.optional("reason") ?? ""
    uuid = try object.optional("uuid")
    if let seconds = try object.optional("retryAfter", as: Double.self) {
      // Rounded up, within a day: a client that waits for years waits for nothing.
      retryAfter = Int(Swift.min(Swift.max(seconds, 0), 86_400).rounded(.up))
    }
    redirectURL = try object.optional("redirectURL")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("uuid", uuid)
    writer.member("serverErrorCode", code.rawValue)
    writer.member("reason", reason)
    writer.member("retryAfter", retryAfter)
    writer.member("redirectURL", redirectURL)
  }

  package var description: String { "\(code.rawValue): \(reason)" }
}
