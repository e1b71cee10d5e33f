// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// `ruck import` with valid files.
struct ImportTests {
  @Test func `the JSON report of an import has a stable format`() async throws {
    let workspace = try Workspace()
    let bad = try workspace.write("not a recording\n", to: "notes.gpx")
    let result = try await workspace.cairn(
      "ruck", "import", Fixture.activity.path, bad, "--pack-weight", "35 lb", "--json")
    let report = try result.json(ImportJSON.self)
    let ruck = try #require(report.imported.first, "\(result)")
    let failed = try #require(report.failed.first)
    #expect(UUID(uuidString: ruck.id) != nil)
    #expect(failed.file == bad)
    #expect(
      result.output == """
        {
          "failed" : [
            {
              "error" : "\(failed.error)",
              "file" : "\(failed.file)",
              "line" : 1
            }
          ],
          "imported" : [
            {
              "body_weight_assumed" : true,
              "calories_equation" : "pandolf-santee",
              "calories_kcal" : 94.879,
              "distance_m" : 2983.682,
              "duration_s" : 630,
              "elevation_gain_m" : 3,
              "elevation_gain_recorded_m" : 3.2,
              "file" : "sample_activity.gpx",
              "id" : "\(ruck.id)",
              "moving_s" : 630,
              "name" : "Amsterdam City Center Run",
              "notes" : "",
              "pack_weight_kg" : 15.876,
              "points" : 15,
              "started_at" : "2025-08-31T10:00:00Z",
              "too_fast_to_walk" : true
            }
          ],
          "objects" : [

          ],
          "skipped" : [

          ],
          "unchanged" : [

          ]
        }

        """)
  }

  @Test func `the JSON list has null for unknown values`() async throws {
    let workspace = try Workspace()
    _ = try await workspace.cairn("ruck", "import", Fixture.withoutTimes.path, "--name", "Lake")
    let result = try await workspace.cairn("ruck", "list", "--json")
    let ruck = try #require(try result.json([RuckJSON].self).first, "\(result)")
    #expect(
      result.output == """
        [
          {
            "body_weight_assumed" : null,
            "calories_equation" : null,
            "calories_kcal" : null,
            "distance_m" : \(ruck.distance_m),
            "duration_s" : 0,
            "elevation_gain_m" : \(ruck.elevation_gain_m),
            "elevation_gain_recorded_m" : \(ruck.elevation_gain_recorded_m),
            "file" : "cerknicko-without-times.gpx",
            "id" : "\(ruck.id)",
            "moving_s" : 0,
            "name" : "Lake",
            "notes" : "",
            "pack_weight_kg" : 0,
            "points" : 296,
            "started_at" : null,
            "too_fast_to_walk" : false
          }
        ]

        """)
  }

  @Test func `a second import changes nothing`() async throws {
    let workspace = try Workspace()
    let first = try await workspace.cairn("ruck", "import", Fixture.activity.path, "--json")
    #expect(first.status == 0, "\(first)")
    let stored = try #require(try first.json(ImportJSON.self).imported.first)
    let second = try await workspace.cairn("ruck", "import", Fixture.activity.path, "--json")
    #expect(second.status == 0)
    let report = try second.json(ImportJSON.self)
    #expect(report.imported.isEmpty)
    #expect(report.unchanged == [stored])
    let list = try await workspace.cairn("ruck", "list", "--json")
    #expect(try list.json([RuckJSON].self) == [stored])
  }

  @Test func `an invalid file does not stop the import of others`() async throws {
    let workspace = try Workspace()
    let bad = try workspace.write("not a recording\n", to: "notes.gpx")
    let result = try await workspace.cairn(
      "ruck", "import", Fixture.activity.path, bad, Fixture.cerknica.path, "--json")
    #expect(result.status == 1)
    let report = try result.json(ImportJSON.self)
    #expect(
      report.imported.compactMap(\.file).sorted() == [
        Fixture.cerknica.rawValue, Fixture.activity.rawValue,
      ])
    #expect(report.failed.count == 1)
    #expect(report.failed.first?.file.hasSuffix("notes.gpx") == true)
    #expect(result.error.contains("notes.gpx"))
    let list = try await workspace.cairn("ruck", "list", "--json")
    #expect(try list.json([RuckJSON].self).count == 2)
  }

  @Test func `weights are parsed in their units, and bare numbers in the user's units`()
    async throws
  {
    let workspace = try Workspace()
    let pounds = try await workspace.cairn(
      "ruck", "import", Fixture.activity.path, "--pack-weight", "35 lb", "--body-weight", "180",
      "--json")
    let ruck = try #require(try pounds.json(ImportJSON.self).imported.first)
    #expect(ruck.pack_weight_kg == 15.876)
    #expect(ruck.body_weight_assumed == false)
    let profile = try await workspace.cairn("ruck", "profile", "--units", "metric", "--json")
    #expect(
      profile.output == """
        {
          "age" : null,
          "body_weight_kg" : 81.647,
          "challenge_reminders" : false,
          "child" : false,
          "display" : [

          ],
          "display_name" : "Rucker",
          "fitness_level" : "moderate",
          "health_conditions" : [

          ],
          "height_m" : null,
          "max_heart_rate_bpm" : null,
          "persona" : "general",
          "privacy" : "public",
          "resting_heart_rate_bpm" : null,
          "sex" : null,
          "unit_system" : "metric"
        }

        """)
    let kilograms = try await workspace.cairn(
      "ruck", "import", Fixture.cerknica.path, "--pack-weight", "16.5", "--json")
    #expect(try kilograms.json(ImportJSON.self).imported.first?.pack_weight_kg == 16.5)
  }

  @Test func `an unknown body weight is assumed and shown as assumed`() async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn("ruck", "import", Fixture.activity.path, "--json")
    let ruck = try #require(try result.json(ImportJSON.self).imported.first)
    #expect(ruck.body_weight_assumed == true)
    let show = try await workspace.cairn("ruck", "show", ruck.id)
    #expect(show.output.contains("154.3 lb (assumed"))
  }

  @Test func `a directory is rejected with a hint`() async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn("ruck", "import", ".", Fixture.activity.path)
    #expect(result.status == 1)
    #expect(result.error.contains("director") || result.error.contains("folder"))
    #expect(result.output.contains("1 imported, 1 failed"))
  }

  @Test func `a given name overrides the name in the file`() async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn(
      "ruck", "import", Fixture.activity.path, "--name", "Löwenweg 🦁", "--json")
    #expect(try result.json(ImportJSON.self).imported.first?.name == "Löwenweg 🦁")
  }

  @Test func `control characters in a name are not written to the terminal`() async throws {
    let workspace = try Workspace()
    let name = "red \u{1B}[31m\u{7} end\nline"
    _ = try await workspace.cairn("ruck", "import", Fixture.activity.path, "--name", name)
    let list = try await workspace.cairn("ruck", "list")
    #expect(!list.output.contains("\u{1B}"))
    let rows = list.output.split(separator: "\n").filter { $0.contains("red ") }
    #expect(rows.count == 1 && rows.first?.contains("line") == true, "\(list.output)")
  }
}
