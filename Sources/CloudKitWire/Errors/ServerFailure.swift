// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A server error, as the body of an error response or as the result of one item.
package struct ServerFailure: ResponseBody, Error, CustomStringConvertible {
  package var code: ServerErrorCode
  /// The reason, always sent because clients require it.
  package var reason: String
  /// The server's original code, if it is not a known ``ServerErrorCode``.
  package var originalCode: String?
  /// The request's ID, for finding it in the server's log.
  package var uuid: String?
  /// The retry delay in whole seconds; nil if a retry cannot succeed.
  package var retryAfter: Int?
  /// The URL of the sign-in page or of the response.
  package var redirectURL: String?
  /// The cause in detail: an addition of this server, which clients of Apple's service ignore.
  package var detail: ServerErrorDetail?

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

  /// Creates the response to an invalid body.
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
      // Rounded up and limited to a day, against absurd delays.
      retryAfter = Int(Swift.min(Swift.max(seconds, 0), 86_400).rounded(.up))
    }
    redirectURL = try object.optional("redirectURL")
    detail = (try object.optional("cairnErrorDetail") as String?).flatMap {
      ServerErrorDetail(rawValue: $0)
    }
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
    writer.member("cairnErrorDetail", detail?.rawValue)
  }

  package var description: String { "\(code.rawValue): \(reason)" }
}

/// The response to a failed atomic batch: an error, with the result for each record.
///
/// The results are an addition to Apple's protocol; other clients ignore them.
package struct AtomicFailure: ResponseBody, Error {
  package var failure: ServerFailure
  /// The results in the order of the operations; records without an error have `ATOMIC_ERROR`.
  package var records: [RecordResult]

  package init(_ failure: ServerFailure, records: [RecordResult]) {
    self.failure = failure
    self.records = records
  }

  /// Decodes an error with or without results.
  package init(json: JSONNode) throws(WireError) {
    failure = try ServerFailure(json: json)
    records = try json.object().optional("records") ?? []
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    failure.writeMembers(to: &writer)
    writer.member("records", records)
    writer.endObject()
  }
}
