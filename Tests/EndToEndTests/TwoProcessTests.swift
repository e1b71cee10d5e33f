// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// Concurrent processes on one store.
struct TwoProcessTests {
  @Test func `concurrent imports lose no ruck`() async throws {
    let workspace = try Workspace()
    let files = try (0..<24).map {
      try workspace.write(Track.gpx(points: 300, number: $0), to: "\($0).gpx")
    }
    // Four processes import all files, each starting with a different file.
    let results = try await withThrowingTaskGroup(of: CommandResult.self) { group in
      for process in 0..<4 {
        let rotated = files[(process * 6)...] + files[..<(process * 6)]
        group.addTask {
          try await workspace.cairn(["ruck", "import", "--json"] + rotated)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    var imported: [String] = []
    for result in results {
      #expect(result.status == 0, "\(result)")
      let report = try result.json(ImportJSON.self)
      #expect(report.failed.isEmpty)
      #expect(report.imported.count + report.unchanged.count == files.count)
      imported += report.imported.map(\.id)
    }
    // Each file was imported by exactly one of the four.
    #expect(imported.count == files.count)
    let check = StoreCheck(workspace: workspace)
    #expect(try await Set(check.rucks().map(\.id)) == Set(imported))
    try await check.isWhole(pointsOfEach: 300)
    try await check.isSound()
  }

  @Test func `readers succeed while another process writes`() async throws {
    let workspace = try Workspace()
    let files = try (0..<8).map {
      try workspace.write(Track.gpx(points: 2000, number: $0), to: "\($0).gpx")
    }
    let writing = Task { try await workspace.cairn(["ruck", "import", "--json"] + files) }
    var counts: [Int] = []
    repeat {
      let list = try await workspace.cairn("ruck", "list", "--json")
      #expect(list.status == 0, "\(list)")
      let rucks = try list.json([RuckJSON].self)
      #expect(rucks.allSatisfy { $0.points == 2000 })
      counts.append(rucks.count)
    } while (counts.last ?? 0) < files.count && counts.count < 1000
    #expect(try await writing.value.status == 0)
    #expect(counts == counts.sorted())
    #expect(counts.last == files.count)
  }
}
