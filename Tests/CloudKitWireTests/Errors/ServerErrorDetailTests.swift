// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Testing

/// Codes that accompany reasons, between servers and clients of different versions.
@Suite struct ServerErrorDetailTests {
  /// A cause, with the reason that versions without codes send and compare.
  struct Cause: Sendable, CustomTestStringConvertible {
    let failure: ServerFailure
    let code: String
    let reason: String
    let detail: String
    var isRestored = false
    var isOtherHistory = false
    var isAboutToken = false
    var testDescription: String { detail }
  }

  static let causes = [
    Cause(
      failure: .syncTokenExpired(), code: "BAD_REQUEST",
      reason: "sync token expired: start again without one", detail: "SYNC_TOKEN_EXPIRED",
      isAboutToken: true),
    Cause(
      failure: .serverRestored, code: "BAD_REQUEST",
      reason: "sync token expired: a backup was restored; start again without one, and save what "
        + "is missing", detail: "SERVER_RESTORED", isRestored: true, isAboutToken: true),
    Cause(
      failure: .tagOfBeforeRestore, code: "CONFLICT",
      reason: "record has been changed: its tag is another one, and a backup was restored since",
      detail: "TAG_BEFORE_RESTORE", isOtherHistory: true),
    Cause(
      failure: .tagOfFormerZone, code: "CONFLICT",
      reason: "record has been changed: its tag is another one, of an earlier zone of the name",
      detail: "TAG_OF_FORMER_ZONE", isOtherHistory: true),
  ]

  private func decode(_ json: String) throws -> ServerFailure {
    try ServerFailure(body: Array(json.utf8))
  }

  private func check(_ failure: ServerFailure, _ cause: Cause) {
    #expect(failure.isServerRestored == cause.isRestored)
    #expect(failure.isTagOfOtherHistory == cause.isOtherHistory)
    #expect(failure.isAboutSyncToken == cause.isAboutToken)
  }

  @Test(arguments: causes)
  func `an answer has the code, and the reason that older clients compare`(_ cause: Cause) throws {
    let json = String(decoding: try cause.failure.encoded(), as: UTF8.self)
    #expect(
      json == """
        {"serverErrorCode":"\(cause.code)","reason":"\(cause.reason)",\
        "cairnErrorDetail":"\(cause.detail)"}
        """)
    check(try decode(json), cause)
  }

  @Test(arguments: causes)
  func `the answer of an older server is recognized by its reason`(_ cause: Cause) throws {
    check(
      try decode(#"{"serverErrorCode":"\#(cause.code)","reason":"\#(cause.reason)"}"#), cause)
  }

  @Test(arguments: causes)
  func `a reworded answer is recognized by its code`(_ cause: Cause) throws {
    check(
      try decode(
        #"{"serverErrorCode":"\#(cause.code)","reason":"reworded","#
          + #""cairnErrorDetail":"\#(cause.detail)"}"#), cause)
  }

  @Test func `an unknown code has no known cause`() throws {
    let failure = try decode(
      #"{"serverErrorCode":"CONFLICT","reason":"new","cairnErrorDetail":"SOMETHING_NEW"}"#)
    #expect(failure.detail == nil && failure.code == .conflict)
    #expect(!failure.isTagOfOtherHistory && !failure.isAboutSyncToken)
  }

  @Test func `a sync token that cannot be opened has a code`() {
    let failure = ServerFailure.syncToken(.malformed)
    #expect(failure.detail == .syncTokenInvalid && failure.isAboutSyncToken)
  }
}
