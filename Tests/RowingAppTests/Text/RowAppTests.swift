// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CommandTestSupport
import Foundation
import Rowing
import RowingApp
import SwiftData
import Testing

/// The rowing tracker as an app of the command.
struct RowAppTests {
  private let app = RowApp()

  /// Runs a body with a folder that is deleted afterwards.
  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cairn-rowing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  @Test func `the app has its own container, store and record types`() {
    #expect(app.container == "iCloud.com.surfseer.rowing-performance-tracker")
    #expect(app.storeFile == "rowing.store" && app.recordType == "RowingSession")
    #expect(app.encryptsFields)
  }

  @Test func `an export has a FIT file of each session with strokes, and all data as JSON`()
    async throws
  {
    try await withFolder { folder in
      let library = try RowingLibrary.open(directory: folder.appending(path: "data"))
      let report = await library.importFiles(
        [RowingFixture.season.url, RowingFixture.boatCoach.url], options: RowingImportOptions())
      #expect(report.imported.count == 158, "\(report.failed)")
      let container = try app.open(in: folder.appending(path: "data"), syncingWith: .none)
      let target = folder.appending(path: "out")
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
      #expect(try await app.export(to: target, from: container) == 158)
      let names = try FileManager.default.contentsOfDirectory(atPath: target.path)
      #expect(names.count { $0.hasSuffix(".fit") } == 1)
      for name in ["sessions.json", "athletes.json", "teams.json", "zones.json"] {
        #expect(names.contains(name), "\(names)")
      }
      let sessions = try JSONSerialization.jsonObject(
        with: Data(contentsOf: target.appending(path: "sessions.json")))
      let list = try #require(sessions as? [[String: Any]])
      #expect(list.count == 158)
      #expect(list.contains { ($0["strokes"] as? [[String: Any]])?.isEmpty == false })
    }
  }

  @Test func `an unknown value of a session is null in JSON, and its key is present`() async throws
  {
    try await withFolder { folder in
      let data = folder.appending(path: "data")
      let library = try RowingLibrary.open(directory: data)
      _ = await library.importFiles([RowingFixture.season.url], options: RowingImportOptions())
      let container = try app.open(in: data, syncingWith: .none)
      let target = folder.appending(path: "out")
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
      _ = try await app.export(to: target, from: container)
      let sessions = try JSONSerialization.jsonObject(
        with: Data(contentsOf: target.appending(path: "sessions.json")))
      let list = try #require(sessions as? [[String: Any]])
      let session = try #require(list.first { $0["rest_s"] is NSNull })
      for key in ["rest_distance_m", "max_power_w", "heart_rate_bpm", "workout", "strokes"] {
        #expect(session[key] != nil, "\(key)")
      }
      #expect(session["distance_m"] is NSNumber && session["athlete"] is String)
    }
  }

  @Test func `the sample is added once, and shows records and a power curve`() async throws {
    try await withFolder { folder in
      try await app.addSample(in: folder)
      let library = try RowingLibrary.open(directory: folder)
      let count = try await library.sessions(SessionQuery()).count
      #expect(count > 3)
      try await app.addSample(in: folder)
      #expect(try await library.sessions(SessionQuery()).count == count)
      #expect(try await !library.records(athlete: nil).isEmpty)
      #expect(try await !library.powerCurve(athlete: nil).points.isEmpty)
    }
  }
}
