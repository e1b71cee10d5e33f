// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// The stores of several apps in one data folder.
struct AppStoreTests {
  private struct Status: Decodable {
    struct Store: Decodable {
      let app: String
    }
    let stores: [Store]
  }

  /// The names of the tables of a store's models, as `cairn store check` lists them.
  private func tables(_ workspace: Workspace, _ store: String) async throws -> Set<String> {
    struct Report: Decodable {
      struct Table: Decodable {
        let name: String
      }
      let sound: Bool
      let tables: [Table]
    }
    let path = workspace.data.appending(path: store).path(percentEncoded: false)
    let result = try await workspace.cairn("store", "check", path, "--json")
    let report = try result.json(Report.self)
    #expect(report.sound)
    return Set(report.tables.map(\.name))
  }

  @Test(.timeLimit(.minutes(15)))
  func `each app has its own store, and models of equal names never meet`() async throws {
    let workspace = try Workspace()
    let commands = [
      ["ruck", "import", Fixture.activity.path],
      ["trip", "new", "Walk", "--start", "2027-05-01", "--end", "2027-05-02"],
      ["trip", "place", "add", "Walk", "--name", "Hut", "--position", "47.1, 15.4"],
      ["trip", "place", "add", "Walk", "--name", "Peak", "--position", "47.2, 15.5"],
      ["trip", "route", "add", "Walk", "--name", "Climb", "--from", "Hut", "--to", "Peak"],
    ]
    for command in commands {
      let result = try await workspace.cairn(command)
      #expect(result.status == 0, "\(command): \(result)")
    }
    let rucks = try await tables(workspace, "ruckmap.store")
    let trips = try await tables(workspace, "tripplanner.store")
    #expect(rucks.isSuperset(of: ["User", "RuckingSession"]))
    #expect(trips.isSuperset(of: ["UserProfile", "Trip", "Route"]))
    #expect(!rucks.contains("Trip") && !trips.contains("RuckingSession"))
    // Deleting one app's store leaves the others' data.
    for file in ["tripplanner.store", "tripplanner.store-wal", "tripplanner.store-shm"] {
      try? FileManager.default.removeItem(at: workspace.data.appending(path: file))
    }
    let list = try await workspace.cairn("ruck", "list", "--json")
    #expect(try list.json([RuckJSON].self).count == 1)
    let left = try await workspace.cairn("trip", "list", "--json")
    #expect(try left.json([[String: String]].self).isEmpty)
  }
}
