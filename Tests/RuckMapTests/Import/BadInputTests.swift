// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import RuckMap
import SwiftData
import Testing

/// Damaged and hostile files: each has one entry in the report, and a rejected file changes nothing.
@Suite(.timeLimit(.minutes(15))) struct BadInputTests {
  let folder: TemporaryFolder
  let container: ModelContainer
  let library: RuckLibrary

  init() throws {
    folder = try TemporaryFolder()
    container = try RuckMapStore.container(directory: folder.url.appending(path: "data"))
    library = RuckLibrary(modelContainer: container)
  }

  private func write(_ name: String, _ data: Data) throws -> URL {
    let file = folder.url.appending(path: name)
    try data.write(to: file)
    return file
  }

  private func isEmpty() throws -> Bool {
    let context = ModelContext(container)
    return try context.fetchCount(FetchDescriptor<RuckingSession>()) == 0
      && context.fetchCount(FetchDescriptor<LocationPoint>()) == 0
      && context.fetchCount(FetchDescriptor<ActivityMetric>()) == 0
      && context.fetchCount(FetchDescriptor<SessionSegment>()) == 0
  }

  @Test func `truncated and altered FIT files store nothing`() async throws {
    let fit = try Fixture.data("fitparse__2013-02-06-12-11-14.fit")
    var altered = fit
    altered[9000] ^= 0x40
    let files = try stride(from: 1, to: fit.count, by: 997).map {
      try write("\($0).fit", Data(fit.prefix($0)))
    }
    let report = await library.importFiles(
      files + [try write("crc.fit", altered)], options: ImportOptions())
    #expect(report.failed.count == files.count + 1, "\(report.imported)")
    #expect(try isEmpty())
  }

  @Test func `parts of a chained FIT file without a session belong to its ruck`() async throws {
    let report = await library.importFiles(
      [Fixture.activity("fitparse__sample_mulitple_header.fit")], options: ImportOptions())
    #expect(report.imported.map(\.ruck.points) == [1462], "\(report.failed)")
  }

  @Test func `positions that are not on the earth are dropped`() async throws {
    var text = GPXText.file(Tracks.north(points: 100))
    for (index, position) in ["NaN", "200", "-1e308", "", "1e999", "inf"].enumerated() {
      text = text.replacing(
        "<trkpt lat=\"\(Tracks.north(points: 100)[10 * index].latitude)\"",
        with: "<trkpt lat=\"\(position)\"")
    }
    let report = await library.importFiles(
      [try folder.file("bad.gpx", text)], options: ImportOptions(packWeight: 16))
    let ruck = try #require(report.imported.first?.ruck, "\(report.failed)")
    #expect((90...94).contains(ruck.points))
    #expect((800...1000).contains(ruck.distance))
    #expect(ruck.calories?.kilocalories.isFinite == true)
  }

  @Test func `a clock that runs backwards adds no time`() async throws {
    var track = Tracks.north(points: 100)
    track[50].timestamp = Tracks.start - 3600
    let report = await library.importFiles(
      [try folder.file("clock.gpx", GPXText.file(track))], options: ImportOptions(packWeight: 16))
    let result = try #require(report.imported.first)
    #expect(result.warnings.contains { $0.contains("before an earlier point's time") })
    #expect(result.ruck.movingTime <= 2000)
  }

  @Test func `entities are never expanded, declared or external`() async throws {
    let body = "<trk><name>&a;</name><trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx>"
    let laughs = (1...9).map {
      "<!ENTITY a\($0) '\(String(repeating: "&a\($0 - 1);", count: 10))'>"
    }
    let files = [
      "<!DOCTYPE gpx [<!ENTITY a0 'ha'>\(laughs.joined())<!ENTITY a '&a9;'>]><gpx>" + body,
      "<!DOCTYPE gpx [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><gpx>" + body,
      "<gpx>" + body,
    ]
    let report = await library.importFiles(
      try files.enumerated().map { try folder.file("\($0).gpx", $1) }, options: ImportOptions())
    #expect(report.imported.isEmpty && report.failed.count == 3, "\(report)")
    #expect(try isEmpty())
  }

  @Test func `markup in names and notes is text`() async throws {
    let text = GPXText.file(Tracks.north(points: 100), name: "&lt;b onload=x&gt;&amp;amp;")
    let report = await library.importFiles(
      [try folder.file("markup.gpx", text)], options: ImportOptions())
    #expect(report.imported.first?.ruck.name == "<b onload=x>&amp;")
  }

  @Test func `a name with 400,000 combining marks is cut`() async throws {
    let marks = String(repeating: "\u{301}", count: 400_000)
    let text = GPXText.file(Tracks.north(points: 100), name: "Ridge" + marks)
    let report = await library.importFiles(
      [try folder.file("marks.gpx", text)], options: ImportOptions())
    let name = try #require(report.imported.first?.ruck.name, "\(report.failed)")
    #expect(name.unicodeScalars.starts(with: "Ridge".unicodeScalars))
    #expect(name.utf8.count <= 4_000)
    let long = String(repeating: "é", count: 600)
    let second = await library.importFiles(
      [
        try folder.file(
          "long.gpx",
          GPXText.file(Tracks.north(points: 100, at: Tracks.start + 86_400), name: long))
      ], options: ImportOptions())
    #expect(second.imported.first?.ruck.name == String(long.prefix(500)))
  }

  @Test func `random damage of a file is read or refused, and stores all or nothing`() async throws
  {
    let fit = try Fixture.data("fitparse__2013-02-06-12-11-14.fit")
    var random = SeededRandom(seed: 11)
    for round in 0..<30 {
      var data = fit
      for _ in 0..<3 {
        data[Int.random(in: 0..<data.count, using: &random)] = .random(
          in: .min ... .max, using: &random)
      }
      let library = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
      let file = try write("damaged.fit", data)
      let report = await library.importFiles([file], options: ImportOptions())
      #expect(report.imported.count + report.failed.count == 1, "round \(round)")
      #expect(try await library.rucks().count == report.imported.count, "round \(round)")
    }
  }

  @Test func `a cancelled import of an archive keeps the stored rucks`() async throws {
    let entries = (0..<40).map { number in
      let track = Tracks.north(points: 60, at: Tracks.start + Double(number) * 86_400)
      return (name: "\(number).gpx", content: Data(GPXText.file(track).utf8))
    }
    let file = try write("many.zip", ArchiveFiles.zip(entries))
    let library = self.library
    let task = Task { await library.importFiles([file], options: ImportOptions()) }
    while try await library.rucks().isEmpty { await Task.yield() }
    task.cancel()
    let first = await task.value
    #expect(first.imported.count + first.failed.count == 40)
    #expect(try await library.rucks().count == first.imported.count)
    let second = await library.importFiles([file], options: ImportOptions())
    #expect(second.imported.count + second.unchanged.count == 40)
    #expect(try await library.rucks().count == 40)
  }
}
