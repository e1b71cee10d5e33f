// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// Attempts to use another user's data, one per row.
extension SecurityTableTests {
  /// Identifiers of Bob's data that Ann has obtained.
  struct Loot: Sendable {
    static let secret = "the treasure is under the oak"

    /// Ann's own web token.
    let web: String
    let owner: String
    let changeTag: String
    let zoneToken: String
    let databaseToken: String
    let marker: String
    let receipt: String
    let checksum: String

    /// Bob's zone, as Ann names it.
    var zone: String { #""zoneID":{"zoneName":"Secret","ownerRecordName":"\#(owner)"}"# }
  }

  /// One request of Ann for Bob's data.
  struct Attempt: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let operation: String
    let status: Int
    /// The error code of the response or of its item; nil for an empty response.
    let code: ServerErrorCode?
    let body: @Sendable (Loot) -> String

    init(
      _ description: String, _ operation: String, _ status: Int, _ code: ServerErrorCode?,
      _ body: @escaping @Sendable (Loot) -> String
    ) {
      testDescription = description
      self.operation = operation
      self.status = status
      self.code = code
      self.body = body
    }
  }

  private static func save(
    _ kind: String, _ name: String, zone: String, _ record: String = ""
  ) -> String {
    #"{"operations":[{"operationType":"\#(kind)","record":{"recordName":"\#(name)","#
      + #""recordType":"Note"\#(record)}}],\#(zone)}"#
  }

  /// The save of an asset field in a record of Ann's own.
  private static func asset(_ value: String) -> String {
    save(
      "forceUpdate", "mine", zone: #""zoneID":{"zoneName":"_defaultZone"}"#,
      #","fields":{"file":{"type":"ASSETID","value":{\#(value)}}}"#)
  }

  static let attempts: [Attempt] = [
    // Reading.
    Attempt("looking a zone up", "private/zones/lookup", 200, .zoneNotFound) {
      #"{"zones":[{\#($0.zone)}]}"#
    },
    Attempt("looking a zone up by its name alone", "private/zones/lookup", 200, .zoneNotFound) {
      _ in #"{"zones":[{"zoneName":"Secret"}]}"#
    },
    Attempt("listing zones", "private/zones/list", 200, nil) { _ in "{}" },
    Attempt("listing zones that are shared", "shared/zones/list", 200, nil) { _ in "{}" },
    Attempt("looking a record up", "private/records/lookup", 404, .zoneNotFound) {
      #"{"records":[{"recordName":"diary"}],\#($0.zone)}"#
    },
    Attempt("guessing a record's name", "private/records/lookup", 200, .notFound) { _ in
      #"{"records":[{"recordName":"diary"}]}"#
    },
    Attempt("looking a record up as one shared", "shared/records/lookup", 404, .zoneNotFound) {
      #"{"records":[{"recordName":"diary"}],\#($0.zone)}"#
    },
    Attempt("querying a zone", "private/records/query", 404, .zoneNotFound) {
      #"{"query":{"recordType":"Note"},\#($0.zone)}"#
    },
    Attempt("querying every zone", "private/records/query", 200, nil) { _ in
      #"{"query":{"recordType":"Note"},"zoneWide":true}"#
    },
    Attempt("querying with a stolen marker", "private/records/query", 400, .badRequest) {
      #"{"query":{"recordType":"Note"},"zoneWide":true,"continuationMarker":"\#($0.marker)"}"#
    },
    Attempt("reading a zone's changes", "private/changes/zone", 200, .zoneNotFound) {
      #"{"zones":[{\#($0.zone)}]}"#
    },
    Attempt("reading changes with a stolen token", "private/changes/zone", 200, .badRequest) {
      #"{"zones":[{"zoneID":{"zoneName":"Mine"},"syncToken":"\#($0.zoneToken)"}]}"#
    },
    Attempt("reading a zone with its owner's token", "private/changes/zone", 200, .zoneNotFound) {
      #"{"zones":[{\#($0.zone),"syncToken":"\#($0.zoneToken)"}]}"#
    },
    Attempt("reading changes in the old way", "private/records/changes", 404, .zoneNotFound) {
      #"{\#($0.zone),"syncToken":"\#($0.zoneToken)"}"#
    },
    Attempt("reading a database with a stolen token", "private/changes/database", 400, .badRequest)
    { #"{"syncToken":"\#($0.databaseToken)"}"# },
    Attempt("reading it with one in the old way", "private/zones/changes", 400, .badRequest) {
      #"{"metaSyncToken":"\#($0.databaseToken)"}"#
    },
    Attempt("reading it with a zone's token", "private/changes/database", 400, .badRequest) {
      #"{"syncToken":"\#($0.zoneToken)"}"#
    },
    Attempt("looking a person up who is not found", "public/users/lookup/id", 200, nil) {
      #"{"users":[{"userRecordName":"\#($0.owner)"}]}"#
    },
    Attempt("discovering a person who is not found", "public/users/discover", 200, nil) {
      #"{"lookupInfos":[{"userRecordName":"\#($0.owner)"},{"emailAddress":"bob@example.org"}]}"#
    },
    Attempt("looking a person's record up", "public/records/lookup", 200, .notFound) {
      #"{"records":[{"recordName":"\#($0.owner)"}]}"#
    },
    // Changing.
    Attempt("changing a record", "private/records/modify", 404, .zoneNotFound) {
      save("update", "diary", zone: $0.zone, #","recordChangeTag":"\#($0.changeTag)""#)
    },
    Attempt("changing a record by force", "private/records/modify", 404, .zoneNotFound) {
      save("forceReplace", "diary", zone: $0.zone)
    },
    Attempt("deleting a record by force", "private/records/modify", 404, .zoneNotFound) {
      save("forceDelete", "diary", zone: $0.zone)
    },
    Attempt("changing a record that names its zone", "private/records/modify", 400, .atomicError) {
      #"{"operations":[{"operationType":"forceUpdate","record":{"recordName":"diary","#
        + #""recordType":"Note",\#($0.zone)}}]}"#
    },
    Attempt("deleting a zone", "private/zones/modify", 200, .accessDenied) {
      #"{"operations":[{"operationType":"delete","zone":{\#($0.zone)}}]}"#
    },
    Attempt("making a zone at another's", "private/zones/modify", 200, .accessDenied) {
      #"{"operations":[{"operationType":"create","zone":{\#($0.zone)}}]}"#
    },
    Attempt("changing a public record", "public/records/modify", 200, .accessDenied) { _ in
      save("forceUpdate", "poster", zone: #""atomic":false"#)
    },
    Attempt("deleting a public record", "public/records/modify", 200, .accessDenied) { _ in
      save("forceDelete", "poster", zone: #""atomic":false"#)
    },
    Attempt("changing a person's record", "public/records/modify", 200, .accessDenied) {
      save("forceUpdate", $0.owner, zone: #""atomic":false"#)
        .replacingOccurrences(of: #""Note""#, with: #""Users""#)
    },
    Attempt("learning by a reference what is there", "private/records/modify", 200, .badRequest) {
      #"{"operations":[{"operationType":"create","record":{"recordName":"r","recordType":"R","#
        + #""fields":{"to":{"value":{"recordName":"diary","action":"VALIDATE",\#($0.zone)}}}}}]}"#
    },
    // Assets.
    Attempt("taking an asset over", "private/assets/rereference", 404, .zoneNotFound) {
      #"{"assets":[{"recordName":"diary","fieldName":"file"}],\#($0.zone)}"#
    },
    Attempt("uploading to another's zone", "private/assets/upload", 404, .zoneNotFound) {
      #"{"tokens":[{"recordName":"diary","fieldName":"file"}],\#($0.zone)}"#
    },
    Attempt("an asset by a stolen receipt", "private/records/modify", 200, .badRequest) {
      asset(#""fileChecksum":"\#($0.checksum)","receipt":"\#($0.receipt)""#)
    },
    Attempt("an asset by its checksum", "private/records/modify", 200, .badRequest) {
      asset(#""fileChecksum":"\#($0.checksum)""#)
    },
    Attempt("an asset by a number", "private/records/modify", 200, .badRequest) {
      asset(#""fileChecksum":"\#($0.checksum)","receipt":"1""#)
    },
    Attempt("an asset by a path", "private/records/modify", 200, .badRequest) { _ in
      asset(#""fileChecksum":"../../cloud.sqlite","receipt":"../../cloud.sqlite""#)
    },
    Attempt("an asset by a URL", "private/records/modify", 200, .badRequest) { _ in
      asset(#""fileChecksum":"","downloadURL":"file:///etc/passwd""#)
    },
  ]

  @Test(.timeLimit(.minutes(15)))
  func `a user cannot read, change or discover another user's data`() async throws {
    try await CloudUnderTest.run { cloud in
      let bob = try await Self.makeBob(cloud)
      let loot = try await Self.loot(cloud, bob)
      let before = try await Self.possessions(cloud, bob)
      for attempt in Self.attempts {
        let answer = try await cloud.send(
          "POST", cloud.path(attempt.operation, query: cloud.query(loot.web)),
          body: attempt.body(loot))
        #expect(answer.status == attempt.status, "\(attempt.testDescription): \(answer.body)")
        let code = answer.body.firstMatch(of: /"serverErrorCode":"([A-Z_]+)"/).map { String($0.1) }
        #expect(code == attempt.code?.rawValue, "\(attempt.testDescription): \(answer.body)")
        #expect(!answer.body.contains(Loot.secret), "\(attempt.testDescription)")
        #expect(!answer.body.contains("downloadURL"), "\(attempt.testDescription)")
        if attempt.code == nil {
          #expect(!answer.body.contains("diary") && !answer.body.contains("Secret"))
        }
      }
      #expect(try await Self.possessions(cloud, bob) == before)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `responses about another user's data and about missing data are identical`() async throws {
    try await CloudUnderTest.run { cloud in
      let bob = try await Self.makeBob(cloud)
      let loot = try await Self.loot(cloud, bob)
      for attempt in Self.attempts where attempt.operation.hasPrefix("private/") {
        func answer(_ change: (String) -> String) async throws -> (Int, String) {
          let answer = try await cloud.send(
            "POST", cloud.path(attempt.operation, query: cloud.query(loot.web)),
            body: change(attempt.body(loot)))
          // Only the request's ID and the requested names differ.
          return (
            answer.status,
            answer.body.replacing(/"uuid":"[^"]*"/, with: "")
              .replacing("Nowhere", with: "Secret").replacing("nothing", with: "diary")
              .replacing(/"(syncToken|recordChangeTag)":"[^"]*"/, with: "")
              .replacing(/"(created|modified)":\{[^}]*\}/, with: "")
          )
        }
        let there = try await answer { $0 }
        let nowhere = try await answer {
          $0.replacing("Secret", with: "Nowhere").replacing("diary", with: "nothing")
        }
        #expect(there == nowhere, "\(attempt.testDescription)")
      }
    }
  }

  // MARK: Bob's data

  private static func makeBob(_ cloud: CloudUnderTest) async throws -> String {
    _ = try await cloud.accounts.createUser("bob", password: CloudUnderTest.password)
    return try await cloud.webToken(user: "bob")
  }

  /// The response to a request with the given web token.
  private static func ask(
    _ cloud: CloudUnderTest, _ web: String, _ operation: String, _ body: String
  ) async throws -> String {
    let answer = try await cloud.send(
      "POST", cloud.path(operation, query: cloud.query(web)), body: body)
    try #require(answer.status == 200, "\(operation): \(answer)")
    try #require(!answer.body.contains("serverErrorCode"), "\(operation): \(answer)")
    return answer.body.replacing("\\/", with: "/")
  }

  private static func member(_ name: String, _ text: String) throws -> String {
    let pattern = try Regex(#""\#(name)":"([^"]*)""#, as: (Substring, Substring).self)
    return String(try #require(text.firstMatch(of: pattern), "no \(name) in \(text)").output.1)
  }

  private static func loot(_ cloud: CloudUnderTest, _ bob: String) async throws -> Loot {
    let zone = #""zoneID":{"zoneName":"Secret"}"#
    let ann = try await cloud.webToken()
    for (web, name) in [(bob, "Secret"), (ann, "Mine")] {
      _ = try await ask(
        cloud, web, "private/zones/modify",
        #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"\#(name)"}}}]}"#)
    }
    let upload = try await ask(
      cloud, bob, "private/assets/upload", #"{"tokens":[{"fieldName":"file"}],\#(zone)}"#)
    let path = try #require(URL(string: try member("url", upload))).path()
    let receipt = try await cloud.send("POST", path, body: Loot.secret).body
      .replacing("\\/", with: "/")
    let asset = receipt.dropFirst(#"{"singleFile":"#.count).dropLast()
    let fields = #","fields":{"text":{"value":"\#(Loot.secret)"},"file":{"value":\#(asset)}}"#
    let saved = try await ask(
      cloud, bob, "private/records/modify", save("create", "diary", zone: zone, fields))
    _ = try await ask(
      cloud, bob, "private/records/modify", save("create", "diary 2", zone: zone))
    _ = try await ask(
      cloud, bob, "public/records/modify", save("create", "poster", zone: #""atomic":false"#))
    let caller = try await ask(cloud, bob, "public/users/caller", "{}")
    let page = try await ask(
      cloud, bob, "private/records/query",
      #"{"query":{"recordType":"Note"},"resultsLimit":1,\#(zone)}"#)
    return Loot(
      web: ann, owner: try member("userRecordName", caller),
      changeTag: try member("recordChangeTag", saved),
      zoneToken: try member(
        "syncToken", try await ask(cloud, bob, "private/changes/zone", #"{"zones":[{\#(zone)}]}"#)),
      databaseToken: try member(
        "syncToken",
        try await ask(cloud, bob, "private/changes/database", "{}")
          .replacing(/"zones":\[.*\]/, with: "")),
      marker: try member("continuationMarker", page),
      receipt: try member("receipt", receipt), checksum: try member("fileChecksum", receipt))
  }

  /// All data that Bob can read, without tokens and URLs, which differ in each response.
  private static func possessions(_ cloud: CloudUnderTest, _ bob: String) async throws -> [String] {
    var all: [String] = []
    for (operation, body) in [
      ("private/zones/list", "{}"),
      ("private/changes/zone", #"{"zones":[{"zoneID":{"zoneName":"Secret"}}]}"#),
      ("private/records/query", #"{"query":{"recordType":"Note"},"zoneWide":true}"#),
      ("public/records/query", #"{"query":{"recordType":"Note"}}"#),
    ] {
      all.append(
        try await ask(cloud, bob, operation, body)
          .replacing(/"(downloadURL|syncToken)":"[^"]*"/, with: ""))
    }
    return all
  }
}
