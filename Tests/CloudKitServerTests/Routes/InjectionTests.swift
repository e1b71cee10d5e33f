// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// Strings with a meaning in SQL, JSON, HTML, paths or terminals, in every string of a request.
@Suite(.serialized) struct InjectionTests {
  /// The strings, escaped as in JSON.
  static let texts = [
    "' OR 1=1 --", #"\"; DROP TABLE record; --"#, #"\u0000"#, #"a\u0000b"#, #"\u202Etxt.exe"#,
    #"\u2028"#, #"\uFEFF"#, #"\uD83D\uDE00"#, #"e\u0301"#, #"\r\nSet-Cookie: a=b"#,
    "../../etc/passwd", "%00", "%s%n", "<script>alert(1)</script>", #"${jndi:ldap://a}"#, "", " ",
    "*", "NaN", "null", #"\u001B[2J"#,
  ]

  /// Operations with a parameter for the string.
  static let places: [(operation: String, body: @Sendable (String) -> String)] = [
    ("records/lookup", { #"{"records":[{"recordName":"\#($0)"}]}"# }),
    ("records/lookup", { #"{"records":[{"recordName":"a"}],"desiredKeys":["\#($0)"]}"# }),
    ("records/lookup", { #"{"records":[{"recordName":"a"}],"zoneID":{"zoneName":"\#($0)"}}"# }),
    (
      "records/lookup",
      {
        #"{"records":[],"zoneID":{"zoneName":"_defaultZone","ownerRecordName":"\#($0)"}}"#
      }
    ),
    ("records/query", { #"{"query":{"recordType":"\#($0)"}}"# }),
    (
      "records/query",
      {
        #"{"query":{"recordType":"Note","filterBy":[{"comparator":"EQUALS","fieldName":"\#($0)","#
          + #""fieldValue":{"value":"a"}}]}}"#
      }
    ),
    (
      "records/query",
      { #"{"query":{"recordType":"Note","sortBy":[{"fieldName":"\#($0)"}]}}"# }
    ),
    (
      "records/query",
      { #"{"query":{"recordType":"Note","sortBy":[{"systemFieldName":"\#($0)"}]}}"# }
    ),
    ("records/query", { #"{"query":{"recordType":"Note"},"continuationMarker":"\#($0)"}"# }),
    ("records/modify", { save(#""recordName":"\#($0)","recordType":"Note""#) }),
    ("records/modify", { save(#""recordName":"b","recordType":"\#($0)""#) }),
    (
      "records/modify",
      { save(#""recordName":"b","recordType":"Note","fields":{"\#($0)":{"value":1}}"#) }
    ),
    (
      "records/modify",
      { save(#""recordName":"b","recordType":"Note","parent":{"recordName":"\#($0)"}"#) }
    ),
    (
      "records/modify",
      { save(#""recordName":"b","recordType":"Note","recordChangeTag":"\#($0)""#, "update") }
    ),
    (
      "records/modify",
      {
        save(
          #""recordName":"b","recordType":"Note","fields":{"r":{"value":{"recordName":"\#($0)"}}}"#)
      }
    ),
    ("changes/zone", { #"{"zones":[{"zoneID":{"zoneName":"\#($0)"}}]}"# }),
    (
      "changes/zone",
      { #"{"zones":[{"zoneID":{"zoneName":"_defaultZone"},"syncToken":"\#($0)"}]}"# }
    ),
    ("changes/database", { #"{"syncToken":"\#($0)"}"# }),
    ("zones/lookup", { #"{"zones":[{"zoneName":"\#($0)"}]}"# }),
    (
      "zones/modify",
      {
        #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"\#($0)"}}}]}"#
      }
    ),
    ("assets/upload", { #"{"tokens":[{"recordName":"\#($0)","fieldName":"\#($0)"}]}"# }),
    ("assets/rereference", { #"{"assets":[{"recordName":"\#($0)","fieldName":"\#($0)"}]}"# }),
  ]

  static func save(_ record: String, _ kind: String = "create") -> String {
    #"{"operations":[{"operationType":"\#(kind)","record":{\#(record)}}]}"#
  }

  @Test(.timeLimit(.minutes(15)), arguments: texts)
  func `a hostile string is stored as data or rejected, in every parameter`(text: String)
    async throws
  {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      for (operation, body) in Self.places {
        let answer = try await cloud.send(
          "POST", cloud.path("private/\(operation)", query: cloud.query(web)), body: body(text))
        #expect([200, 400, 404].contains(answer.status), "\(operation): \(answer)")
        #expect(answer.headers["set-cookie"] == nil)
        for word in ["INTERNAL_ERROR", "SELECT", "sqlite", "syntax error", "SQL"] {
          #expect(
            !answer.body.contains(word) || text.contains(word), "\(operation): \(answer.body)")
        }
      }
      // Users have an endpoint of their own.
      let people = try await cloud.send(
        "POST", cloud.path("public/users/discover", query: cloud.query(web)),
        body: #"{"lookupInfos":[{"emailAddress":"\#(text)"}]}"#)
      #expect(people.body == #"{"users":[]}"#, "\(people)")
      #expect(try await cloud.send("GET", "/health").status == 200)
      #expect(!cloud.log.text.contains("Request failed"), "\(cloud.log.text)")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a hostile string in a field is read back with the same Unicode scalars`() async throws {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      for text in Self.texts {
        let saved = try await cloud.send(
          "POST", cloud.path("private/records/modify", query: cloud.query(web)),
          body: Self.save(
            #""recordName":"v","recordType":"Value","fields":{"text":{"value":"\#(text)"}}"#,
            "forceReplace"))
        let looked = try await cloud.send(
          "POST", cloud.path("private/records/lookup", query: cloud.query(web)),
          body: #"{"records":[{"recordName":"v"}]}"#)
        let value = try #require(
          try RecordsResponse(body: Array(looked.body.utf8)).records.first?.value("text"),
          "\(saved)")
        let expected = try JSONDecoder().decode(String.self, from: Data("\"\(text)\"".utf8))
        guard case .string(let found) = value else {
          Issue.record("\(value)")
          return
        }
        #expect(Array(found.unicodeScalars) == Array(expected.unicodeScalars))
      }
    }
  }

  private struct LogLine: Decodable {
    let level: String
    let message: String
    let request: String?
  }

  @Test(.timeLimit(.minutes(15))) func `a request cannot inject a line into the log`() async throws
  {
    try await CloudUnderTest.run { cloud in
      let forged = #"%0A%7B%22level%22:%22error%22,%22message%22:%22forged%22%7D%0A"#
      for (method, path, headers) in [
        ("GET", "/\(forged)", []),
        ("FORGED", "/health", []),
        ("POST", cloud.path("public/records/\(forged)"), []),
        ("POST", cloud.path("public/records/query", container: "iCloud.\(forged)"), []),
        ("POST", "/assets/1/upload/\(forged)", []),
        ("GET", cloud.path("public/users/caller", query: "?ckAPIToken=forged\(forged)"), []),
        ("GET", "/health", [("User-Agent", "forged"), ("X-Apple-Request-UUID", "forged")]),
      ] as [(String, String, [(String, String)])] {
        _ = try await cloud.send(method, path, headers: headers)
      }
      let lines = cloud.log.text.split(separator: "\n")
      #expect(lines.count >= 7)
      for line in lines {
        let line = try JSONDecoder().decode(LogLine.self, from: Data(line.utf8))
        #expect(["Request answered", "Server is running"].contains(line.message))
        #expect(line.level == "info" && line.request != "forged")
      }
    }
  }
}
