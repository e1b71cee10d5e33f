// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// Subcommands on a machine without data.
struct EmptyStoreTests {
  @Test func `an empty list explains how to import a ruck`() async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn("ruck", "list")
    #expect(result.status == 0)
    #expect(result.output == "No rucks yet. Import one with cairn ruck import FILE.gpx.\n")
    #expect(result.error == "")
  }

  @Test func `an empty list is an empty array in JSON`() async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn("ruck", "list", "--json")
    #expect(result.output == "[\n\n]\n")
  }

  @Test func `totals are zero, and paces are null`() async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn("ruck", "stats", "--json")
    #expect(
      result.output == """
        {
          "average_pack_weight_kg" : 0,
          "calories_kcal" : 0,
          "count" : 0,
          "distance_m" : 0,
          "duration_s" : 0,
          "elevation_gain_m" : 0,
          "experience_level" : "beginner",
          "fastest_pace_s_per_km" : null,
          "longest_distance_m" : 0,
          "moving_s" : 0,
          "too_fast_to_walk_count" : 0
        }

        """)
  }

  @Test(arguments: [
    ["ruck", "show", "1"], ["ruck", "export", "1"], ["ruck", "edit", "1", "--name", "x"],
    ["ruck", "delete", "1", "--yes"],
  ])
  func `an unknown ID is an error`(arguments: [String]) async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn(arguments)
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(
      result.error
        == "cairn: no ruck ID begins with '1': list the IDs with cairn ruck list\n")
  }

  @Test func `the data folder follows the environment variables and --data`() async throws {
    let workspace = try Workspace()
    _ = try await workspace.cairn("ruck", "list")
    #expect(workspace.store.isThere)
    _ = try await workspace.cairn("ruck", "list", environment: ["XDG_DATA_HOME": "relative"])
    #expect(workspace.url.appending(path: "home/.local/share/cairn/ruckmap.store").isThere)
    _ = try await workspace.cairn("ruck", "list", "--data", "here and there")
    #expect(workspace.url.appending(path: "here and there/ruckmap.store").isThere)
  }
}
