// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// Record operations over HTTP, and access to other users' records.
@Suite(.serialized) struct RecordRouteTests {
  private static let save =
    #"{"operations":[{"operationType":"create","record":{"recordName":"one","recordType":"Note","#
    + #""fields":{"title":{"value":"A walk"}}}}]}"#
  private static let look = #"{"records":[{"recordName":"one"}]}"#
  private static let ask = #"{"query":{"recordType":"Note"}}"#

  private func post(
    _ cloud: CloudUnderTest, _ operation: String, _ body: String, as web: String?
  ) async throws -> WireAnswer {
    let query = web.map { cloud.query($0) }
    return try await cloud.send("POST", cloud.path(operation, query: query), body: body)
  }

  /// The web token of a second user.
  private func other(_ cloud: CloudUnderTest) async throws -> String {
    _ = try await cloud.accounts.createUser("bob", password: "battery staple")
    return try await cloud.webToken(user: "bob")
  }

  @Test(.timeLimit(.minutes(15)))
  func `a saved record is found by lookup and query, and a new zone in lists and changes`()
    async throws
  {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      let zone =
        #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Walks"}}}]}"#
      #expect(try await post(cloud, "private/zones/modify", zone, as: web).status == 200)
      for (operation, body) in [
        ("private/records/modify", Self.save), ("private/records/lookup", Self.look),
        ("private/records/query", Self.ask),
      ] {
        let answer = try await post(cloud, operation, body, as: web)
        #expect(answer.status == 200, "\(answer.body)")
        #expect(answer.body.contains(#""recordName":"one""#), "\(answer.body)")
        #expect(answer.body.contains("A walk"))
      }
      let zones = try await cloud.send(
        "GET", cloud.path("private/zones/list", query: cloud.query(web)))
      #expect(zones.body.contains("Walks") && zones.body.contains("_defaultZone"))
      let changes = try await post(cloud, "private/changes/database", "{}", as: web)
      #expect(changes.body.contains("Walks") && changes.body.contains(#""syncToken":"#))
      let old = try await post(cloud, "private/zones/changes", "{}", as: web)
      #expect(old.body.contains("Walks") && old.body.contains(#""metaSyncToken":"#))
      let page = try await post(
        cloud, "private/changes/zone", #"{"zones":[{"zoneID":{"zoneName":"Walks"}}]}"#, as: web)
      #expect(page.status == 200 && page.body.contains(#""moreComing":false"#), "\(page.body)")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a malformed record rejects the whole request, a type mismatch only its operation`()
    async throws
  {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      func save(_ name: String, _ field: String) -> String {
        #"{"atomic":false,"operations":[{"operationType":"create","record":{"recordName":"\#(name)","#
          + #""recordType":"Note","fields":{"at":\#(field)}}},{"operationType":"create","record":"#
          + #"{"recordName":"other","recordType":"Note"}}]}"#
      }
      let time = #"{"value":1,"type":"TIMESTAMP"}"#
      for body in [
        save("one", #"{"value":1.5,"type":"TIMESTAMP"}"#), save("ü", time), save("_a", time),
      ] {
        let answer = try await post(cloud, "private/records/modify", body, as: web)
        #expect(answer.status == 400 && answer.failure?.reason.contains("operations") == true)
      }
      #expect(
        try await post(cloud, "private/records/modify", save("one", time), as: web).status == 200)
      let odd = save("two", #"{"value":"text","type":"STRING"}"#)
        .replacing("other", with: "third")
      let each = try await post(cloud, "private/records/modify", odd, as: web)
      #expect(each.status == 200 && each.body.contains("BAD_REQUEST"))
      #expect(each.body.contains("third"))
      #expect(try await post(cloud, "private/zones/lookup", "{}", as: web).status == 400)
      let caller = try await cloud.send(
        "GET", cloud.path("public/users/caller", query: cloud.query(web)))
      let name = try #require(caller.body.firstMatch(of: /"userRecordName":"([^"]+)"/)).1
      let own = try await post(
        cloud, "public/records/lookup", #"{"records":[{"recordName":"\#(name)"}]}"#, as: web)
      #expect(own.status == 200 && own.body.contains("NOT_FOUND"))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `requests in the form of existing clients are accepted`() async throws {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      let saved = try await post(cloud, "private/records/modify", Self.save, as: web)
      // Clients decode the device as a required member.
      let stamp =
        /"(created|modified)":\{"timestamp":\d+,"userRecordName":"_[^"]+","deviceID":"2"\}/
      #expect(saved.body.matches(of: stamp).count == 2, "\(saved.body)")
      let query =
        #"{"query":{"recordType":"Note","filterBy":[{"comparator":"GREATER_THAN","fieldName":"#
        + #""createdTimestamp","fieldValue":{"value":1,"type":"TIMESTAMP"}}],"#
        + #""sortBy":[{"fieldName":"modifiedTimestamp"}]}}"#
      let found = try await post(cloud, "private/records/query", query, as: web)
      #expect(found.status == 200 && found.body.contains("A walk"), "\(found.body)")
      // An update without a tag conflicts with the existing record.
      let update =
        #"{"operations":[{"operationType":"update","record":{"recordName":"one","#
        + #""fields":{"title":{"value":"Changed"}}}}],"atomic":false}"#
      let conflict = try await post(cloud, "private/records/modify", update, as: web)
      #expect(conflict.body.contains(#""serverErrorCode":"CONFLICT""#), "\(conflict.body)")
      #expect(conflict.body.contains(#""serverRecord":"#) && conflict.body.contains("A walk"))
      let cleared = try await post(
        cloud, "private/records/modify",
        update.replacing(#""update""#, with: #""forceUpdate""#)
          .replacing(#"{"value":"Changed"}"#, with: "null"), as: web)
      #expect(cleared.status == 200 && !cleared.body.contains("A walk"), "\(cleared.body)")
      for body in ["", "{}"] {
        let users = try await post(cloud, "public/users/discover", body, as: web)
        #expect(users.status == 200 && users.body == #"{"users":[]}"#, "\(users.body)")
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a record with createShortGUID is rejected and not saved`() async throws {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      let save = Self.save.replacing(
        #""recordType":"Note","#, with: #""recordType":"Note","createShortGUID":true,"#)
      let refused = try await post(cloud, "private/records/modify", save, as: web)
      #expect(refused.body.contains("createShortGUID"), "\(refused.body)")
      let seen = try await post(cloud, "private/records/lookup", Self.look, as: web)
      #expect(seen.body.contains("NOT_FOUND"))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a user cannot read or change another user's private records`() async throws {
    try await CloudUnderTest.run { cloud in
      let ann = try await cloud.webToken()
      let bob = try await other(cloud)
      #expect(try await post(cloud, "private/records/modify", Self.save, as: ann).status == 200)
      let seen = try await post(cloud, "private/records/lookup", Self.look, as: ann)
      let owner = try #require(
        try RecordsResponse(body: Array(seen.body.utf8)).records.first?.record?.created?
          .userRecordName)
      let zone = #""zoneID":{"zoneName":"_defaultZone","ownerRecordName":"\(owner)"}"#
      for (operation, body) in [
        ("private/records/lookup", Self.look),
        ("private/records/lookup", #"{\#(zone),"records":[{"recordName":"one"}]}"#),
        ("private/records/query", Self.ask),
        ("private/records/query", #"{\#(zone),"query":{"recordType":"Note"}}"#),
        ("shared/records/lookup", #"{\#(zone),"records":[{"recordName":"one"}]}"#),
        ("private/changes/zone", #"{"zones":[{\#(zone)}]}"#),
        ("private/zones/lookup", #"{"zones":[{"zoneName":"X","ownerRecordName":"\#(owner)"}]}"#),
        ("public/records/lookup", Self.look),
      ] {
        let answer = try await post(cloud, operation, body, as: bob)
        #expect(!answer.body.contains("A walk"), "\(operation) \(body)")
        #expect(answer.status < 500)
      }
      let mine = try await post(cloud, "private/records/modify", Self.save, as: bob)
      #expect(mine.status == 200)
      let delete =
        #"{\#(zone),"operations":[{"operationType":"forceDelete","record":{"recordName":"one"}}]}"#
      _ = try await post(cloud, "private/records/modify", delete, as: bob)
      let still = try await post(cloud, "private/records/lookup", Self.look, as: ann)
      #expect(still.body == seen.body)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `public records are readable without sign-in and writable by their creator only`()
    async throws
  {
    try await CloudUnderTest.run { cloud in
      #expect(try await post(cloud, "public/records/modify", Self.save, as: nil).status == 421)
      let path = cloud.path("public/records/modify", query: "")
      #expect(try await cloud.sendSigned(path, body: Self.save).status == 200)
      let answer = try await post(cloud, "public/records/lookup", Self.look, as: nil)
      #expect(answer.status == 200 && answer.body.contains("A walk"))
      let change =
        #"{"operations":[{"operationType":"forceUpdate","record":{"recordName":"one","#
        + #""recordType":"Note","fields":{"title":{"value":"Mine"}}}}]}"#
      let bob = try await other(cloud)
      let refused = try await post(cloud, "public/records/modify", change, as: bob)
      #expect(refused.body.contains("ACCESS_DENIED"), "\(refused.body)")
      let signed = cloud.path("private/records/lookup", query: "")
      #expect(try await cloud.sendSigned(signed, body: Self.look).status == 401)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `deleting a user deletes the user's private records`() async throws {
    try await CloudUnderTest.run { cloud in
      let ann = try await cloud.webToken()
      _ = try await post(cloud, "private/records/modify", Self.save, as: ann)
      try await cloud.accounts.deleteUser("ann")
      #expect(try await post(cloud, "private/records/lookup", Self.look, as: ann).status == 421)
      _ = try await cloud.accounts.createUser("ann", password: "correct horse")
      let again = try await cloud.webToken()
      let answer = try await post(cloud, "private/records/lookup", Self.look, as: again)
      #expect(answer.body.contains("NOT_FOUND"))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a container created again after deletion is empty`() async throws {
    try await CloudUnderTest.run { cloud in
      let path = cloud.path("public/records/modify", query: "")
      #expect(try await cloud.sendSigned(path, body: Self.save).status == 200)
      try await cloud.accounts.deleteContainer(CloudUnderTest.container)
      #expect(try await post(cloud, "public/records/lookup", Self.look, as: nil).status == 401)
      try await cloud.accounts.createContainer(CloudUnderTest.container)
      let token = try await cloud.accounts.createToken(
        container: CloudUnderTest.container, environment: .development
      ).token
      let answer = try await cloud.send(
        "POST", cloud.path("public/records/lookup", query: "?ckAPIToken=\(token)"),
        body: Self.look)
      #expect(answer.status == 200 && answer.body.contains("NOT_FOUND"), "\(answer.body)")
    }
  }
}
