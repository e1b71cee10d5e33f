// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

/// Pipelined requests, some of which expect `100 Continue`.
@Suite struct ExpectContinueHandlerTests {
  private let channel = EmbeddedChannel(handler: ExpectContinueHandler())

  /// Receives a request.
  private func receive(expecting isExpecting: Bool) throws {
    var head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/")
    if isExpecting { head.headerFields[.expect] = "100-Continue" }
    try channel.writeInbound(HTTPRequestPart.head(head))
    try channel.writeInbound(HTTPRequestPart.end(nil))
  }

  /// Begins to read the body of the first unanswered request.
  private func readBody() throws {
    try channel.triggerUserOutboundEvent(ExpectContinueHandler.BodyIsRead()).wait()
  }

  /// Answers the first unanswered request.
  private func answer() throws {
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
    try channel.writeOutbound(HTTPResponsePart.body(ByteBuffer(string: "answer")))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
  }

  /// The status of each sent response; `close` follows it if the connection closes.
  private func sent() throws -> [String] {
    var heads: [String] = []
    while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
      guard case .head(let head) = part else { continue }
      let connection = head.headerFields[.connection].map { " \($0)" } ?? ""
      heads.append("\(head.status.code)\(connection)")
    }
    return heads
  }

  @Test(arguments: [[true, false], [false, true], [true, true], [false, false]])
  func `each pipelined request whose body is read is invited by its own expectation`(
    _ expectations: [Bool]
  ) throws {
    for isExpecting in expectations { try receive(expecting: isExpecting) }
    for isExpecting in expectations {
      try readBody()
      #expect(try sent() == (isExpecting ? ["100"] : []))
      try readBody()
      try answer()
      #expect(try sent() == ["200"])
    }
  }

  @Test
  func `only the answer to an expecting request without a read body closes the connection`() throws
  {
    try receive(expecting: false)
    try receive(expecting: true)
    try answer()
    #expect(try sent() == ["200"])
    try receive(expecting: false)
    try answer()
    #expect(try sent() == ["200 close"])
  }

  @Test
  func `a request that arrives during an answer keeps its expectation`() throws {
    try receive(expecting: true)
    try readBody()
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
    try receive(expecting: true)
    try channel.writeOutbound(HTTPResponsePart.end(nil))
    #expect(try sent() == ["100", "200"])
    try readBody()
    try answer()
    #expect(try sent() == ["100", "200"])
  }

  @Test
  func `an answer without a request, as to a malformed head, is sent unchanged`() throws {
    try answer()
    #expect(try sent() == ["200"])
    try receive(expecting: true)
    try readBody()
    #expect(try sent() == ["100"])
  }
}
