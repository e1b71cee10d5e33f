// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageTestSupport
import RuckMap
import Testing

/// The page that changes or deletes several rucks.
@Suite(.timeLimit(.minutes(15))) struct BulkEditTests {
  private static let path = "/rucks/edit"

  /// Adds rucks on successive days.
  private func add(_ count: Int, to server: TestServer) async throws -> [RuckSummary] {
    let folder = server.directory.deletingLastPathComponent()
    let files = try (1...count).map {
      try TestServer.file(
        SampleTrack.gpx($0, name: "Ruck \($0)", points: 12), named: "\($0).gpx", in: folder)
    }
    let report = await server.library.importFiles(files, options: ImportOptions(packWeight: 10))
    return report.imported.map(\.ruck)
  }

  private func name(_ ruck: RuckSummary) -> String { "ruck-" + ruck.id.uuidString.lowercased() }

  private func send(
    _ fields: [String: String], _ server: TestServer, query: String = ""
  ) async throws -> RawResponse {
    let token = try await server.token()
    return try await server.post(
      Self.path + query, fields.merging(["token": token]) { given, _ in given })
  }

  private func weights(_ server: TestServer) async throws -> [String: Int] {
    try await server.library.rucks().reduce(into: [:]) {
      $0[$1.name ?? ""] = Int($1.packWeight.rounded())
    }
  }

  @Test func `the chosen rucks get the values, and the others keep theirs`() async throws {
    try await TestServer.run { server in
      let rucks = try await add(3, to: server)
      var item = GearItem()
      item.name = "Boots"
      item.type = .boots
      let boots = try await server.library.insert(item)
      let route = try await server.library.makeRoute(from: rucks[0].id, named: "Line")
      let chosen = [name(rucks[0]): "1", name(rucks[1]): "1"]
      let changes = [
        "pack": "20 kg", "surface": "loose_sand", "rpe": "7", "gear": boots.id.uuidString,
        "route": route.id.uuidString, "body": "95 kg",
      ]
      let saved = try await send(chosen.merging(changes) { $1 }, server, query: "?text=Ruck")
      #expect(saved.status == 303)
      let location = try #require(saved.headers["location"])
      #expect(location == Self.path + "?text=Ruck&done=saved")
      #expect(try await server.send("GET", location).body.contains("Your changes are saved."))
      #expect(try await weights(server) == ["Ruck 1": 20, "Ruck 2": 20, "Ruck 3": 10])
      for (index, ruck) in rucks.enumerated() {
        let extras = try await server.library.extras(of: ruck.id)
        let isChosen = index < 2
        #expect(extras.surface == (isChosen ? .looseSand : nil), "\(index)")
        #expect(extras.rpe == (isChosen ? 7 : nil), "\(index)")
        #expect(extras.gear.map(\.name) == (isChosen ? ["Boots"] : []), "\(index)")
        #expect(extras.route?.name == (isChosen ? "Line" : nil), "\(index)")
        let energy = try await server.library.ruck(ruck.id)?.summary.calories
        #expect(energy?.isBodyWeightAssumed == !isChosen, "\(index)")
      }
      let removed = ["remove-gear": boots.id.uuidString, "route": "none", name(rucks[1]): "1"]
      #expect(try await send(removed, server).status == 303)
      let extras = try await server.library.extras(of: rucks[1].id)
      #expect(extras.gear.isEmpty && extras.route == nil)
      #expect(try await server.library.object(GearItem.self, boots.id)?.uses == 1)
    }
  }

  @Test func `a chosen ruck is changed after newer rucks moved it to another page`() async throws {
    try await TestServer.run { server in
      let oldest = try #require(try await add(1, to: server).first)
      let page = try await server.send("GET", Self.path).body
      #expect(page.contains("name=\"\(name(oldest))\""))
      _ = try await add(51, to: server)
      let saved = try await send([name(oldest): "1", "pack": "30 kg"], server)
      #expect(saved.status == 303)
      #expect(try await weights(server)["Ruck 1"] == 30)
    }
  }

  @Test func `all rucks of the filters are changed, also on other pages`() async throws {
    try await TestServer.run { server in
      _ = try await add(52, to: server)
      let page = try await server.send("GET", Self.path).body
      #expect(page.contains(">All 52 rucks</label>"))
      let saved = try await send(["all": "1", "pack": "30 kg"], server, query: "?to=2020-06-21")
      #expect(saved.status == 303)
      let changed = try await weights(server).filter { $0.value == 30 }
      #expect(changed.count == 51 && changed["Ruck 52"] == nil)
    }
  }

  @Test func `rucks are deleted after a question about them`() async throws {
    try await TestServer.run { server in
      let rucks = try await add(3, to: server)
      let fields = [name(rucks[0]): "1", name(rucks[2]): "1", "action": "delete"]
      let question = try await send(fields, server)
      #expect(question.status == 200 && question.body.contains("<h1>Delete 2 rucks?</h1>"))
      #expect(question.body.contains("Ruck 1") && !question.body.contains("Ruck 2"))
      #expect(try await server.library.rucks().count == 3)
      // A number that differs from the one of the question asks again.
      let other = try await send(fields.merging(["confirmed": "3"]) { $1 }, server)
      #expect(other.status == 200 && other.body.contains("<h1>Delete 2 rucks?</h1>"))
      let deleted = try await send(fields.merging(["confirmed": "2"]) { $1 }, server)
      #expect(deleted.status == 303 && deleted.headers["location"] == "/rucks")
      #expect(try await server.library.rucks().map(\.name) == ["Ruck 2"])
    }
  }

  @Test func `a rejected change changes none of the rucks`() async throws {
    try await TestServer.run { server in
      let rucks = try await add(2, to: server)
      let chosen = Dictionary(uniqueKeysWithValues: rucks.map { (name($0), "1") })
      let rows: [([String: String], String)] = [
        (["pack": "heavy"], "is not a mass"), (["rpe": "11"], "whole number from 1 to 10"),
        (["pack": "900 kg"], "possible"), ([:], "Enter at least one change."),
      ]
      for (fields, text) in rows {
        let answer = try await send(chosen.merging(fields) { $1 }, server)
        #expect(answer.status == 422 && answer.body.contains(text), "\(fields)")
        let mark = "name=\"\(name(rucks[0]))\" type=\"checkbox\" value=\"1\" checked"
        #expect(answer.body.contains(mark))
      }
      let nothing = try await send(["pack": "20 kg"], server)
      #expect(nothing.status == 422 && nothing.body.contains("Choose at least one ruck."))
      #expect(try await weights(server) == ["Ruck 1": 10, "Ruck 2": 10])
    }
  }
}
