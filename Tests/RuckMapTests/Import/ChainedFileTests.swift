// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Geodesy
import RuckMap
import SwiftData
import Testing

/// FIT files that consist of several FIT files in a row.
@Suite struct ChainedFileTests {
  let folder: TemporaryFolder
  let library: RuckLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
  }

  /// A FIT file of a walk on a day, with 100 points and a session.
  private func walk(day: Int) throws -> Data {
    var recording = ActivityRecording()
    recording.summary.sport = .rucking
    recording.segments = [
      Tracks.north(points: 100, at: Tracks.start + Double(day) * 86_400).map { point in
        var sample = ActivitySample()
        sample.time = point.timestamp
        sample.latitude = point.latitude
        sample.longitude = point.longitude
        return sample
      }
    ]
    return try recording.fitData()
  }

  private func chain(days: Int) throws -> Data {
    try (0..<days).reduce(into: Data()) { $0 += try walk(day: $1) }
  }

  private func write(_ name: String, _ data: Data) throws -> URL {
    let file = folder.url.appending(path: name)
    try data.write(to: file)
    return file
  }

  @Test(arguments: ["walks.fit", "walks.fit.gz", "walks.zip"])
  func `each activity of a chained FIT file is a ruck`(_ name: String) async throws {
    let chain = try chain(days: 3)
    let content =
      switch name {
      case "walks.fit.gz": ArchiveFiles.gzip(chain)
      case "walks.zip": ArchiveFiles.zip([(name: "walks.fit", content: chain)])
      default: chain
      }
    let file = try write(name, content)
    let report = await library.importFiles([file], options: ImportOptions(packWeight: 16))
    #expect(report.failed.isEmpty, "\(report.failed)")
    #expect(report.imported.map(\.ruck.points) == [100, 100, 100])
    let starts = report.imported.map { $0.ruck.startedAt.timeIntervalSince(Tracks.start) }
    #expect(starts == [0, 86_400, 172_800])
    #expect(report.imported.map { $0.file.hasSuffix(": activity 2") } == [false, true, false])
    let again = await library.importFiles([file], options: ImportOptions(packWeight: 16))
    #expect(again.imported.isEmpty && again.unchanged.count == 3)
  }

  @Test func `the ruck of a single file and of its copy in a chain is one`() async throws {
    let single = try write("single.fit", walk(day: 1))
    let chained = try write("chained.fit", chain(days: 2))
    let report = await library.importFiles(
      [single, chained], options: ImportOptions(packWeight: 16))
    #expect(report.imported.count == 2 && report.unchanged.count == 1)
    #expect(try await library.rucks().count == 2)
  }

  @Test func `a damaged chain stores nothing`() async throws {
    let chain = try chain(days: 3)
    var altered = chain
    altered[chain.count - 100] ^= 0x20
    let files = [
      try write("altered.fit", altered), try write("truncated.fit", chain.dropLast(50)),
      try write("altered.fit.gz", ArchiveFiles.gzip(altered)),
    ]
    let report = await library.importFiles(files, options: ImportOptions(packWeight: 16))
    #expect(report.failed.count == 3 && report.imported.isEmpty, "\(report)")
    #expect(try await library.rucks().isEmpty)
  }

  @Test func `bytes after the last file do not change its activities`() async throws {
    let file = try write("walks.fit", chain(days: 2) + Data(repeating: 7, count: 40))
    let report = await library.importFiles([file], options: ImportOptions(packWeight: 16))
    #expect(report.imported.count == 2, "\(report.failed)")
    #expect(report.imported.last?.warnings.contains { $0.contains("40 bytes follow") } == true)
  }
}
