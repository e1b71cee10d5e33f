// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import RuckMap
import Testing

/// FIT files with several sessions, as of a multisport activity.
@Suite struct SessionFileTests {
  let folder: TemporaryFolder
  let library: RuckLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
  }

  /// A session with the seconds since the first start, and the number of its sport in Garmin's profile.
  struct Session: Sendable {
    var start: Int
    var seconds: Int
    var sport: Int
  }

  /// A hike, a change of the shoes, a ride, and a walk.
  private static let sports = [
    Session(start: 0, seconds: 600, sport: 17), Session(start: 600, seconds: 60, sport: 3),
    Session(start: 660, seconds: 600, sport: 2), Session(start: 1260, seconds: 600, sport: 11),
  ]

  /// A FIT file with a sample each ten seconds, and all sessions at its end.
  private func fit(_ sessions: [Session]) -> Data {
    var body = Data()
    func add(_ value: Int, _ size: Int) {
      for byte in 0..<size { body.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
    }
    func define(_ local: Int, _ message: Int, _ fields: [(number: Int, size: Int, type: Int)]) {
      add(0x40 | local, 3)
      add(message, 2)
      add(fields.count, 1)
      for field in fields {
        add(field.number, 1)
        add(field.size, 1)
        add(field.type, 1)
      }
    }
    let epoch = Int(Tracks.start.timeIntervalSince1970) - 631_065_600
    define(0, 20, [(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85)])
    let end = sessions.map { $0.start + $0.seconds }.max() ?? 0
    for second in stride(from: 0, through: end, by: 10) {
      add(0, 1)
      add(epoch + second, 4)
      for degrees in [45 + Double(second) / 100_000, 7] {
        add(Int((degrees * 2_147_483_648 / 180).rounded()), 4)
      }
    }
    define(1, 18, [(253, 4, 0x86), (2, 4, 0x86), (7, 4, 0x86), (5, 1, 0), (6, 1, 0)])
    for session in sessions {
      add(1, 1)
      add(epoch + end, 4)
      add(epoch + session.start, 4)
      add(session.seconds * 1000, 4)
      add(session.sport, 1)
      add(0, 1)
    }
    let content = body
    body = Data([14, 0x10, 0x64, 0])
    add(content.count, 4)
    body += Data(".FIT".utf8) + Data([0, 0]) + content
    var checksum = 0
    for byte in body {
      checksum ^= Int(byte)
      for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xA001 : checksum >> 1 }
    }
    add(checksum, 2)
    return body
  }

  private func imported(
    _ name: String, _ data: Data, options: ImportOptions = ImportOptions(packWeight: 16)
  ) async throws -> ImportReport {
    let file = folder.url.appending(path: name)
    try data.write(to: file)
    return await library.importFiles([file], options: options)
  }

  @Test(arguments: ["day.fit", "day.fit.gz", "day.zip"])
  func `each walk of a multisport file is a ruck, and other sports are skipped`(
    _ name: String
  ) async throws {
    let file = fit(Self.sports)
    let content =
      switch name {
      case "day.fit.gz": ArchiveFiles.gzip(file)
      case "day.zip": ArchiveFiles.zip([(name: "day.fit", content: file)])
      default: file
      }
    let report = try await imported(name, content)
    #expect(report.failed.isEmpty, "\(report.failed)")
    #expect(report.imported.map(\.ruck.points) == [60, 61])
    let starts = report.imported.map { $0.ruck.startedAt.timeIntervalSince(Tracks.start) }
    #expect(starts == [0, 1260])
    #expect(report.imported.map(\.ruck.duration) == [590, 600])
    #expect(report.skipped.count == 2)
    #expect(report.skipped.last?.reason.contains("(cycling)") == true)
    let again = try await imported(name, content)
    #expect(again.imported.isEmpty && again.unchanged.count == 2)
  }

  @Test func `each session of a multisport file is a ruck if all sports are wanted`() async throws {
    let report = try await imported(
      "day.fit", fit(Self.sports),
      options: ImportOptions(packWeight: 16, includesAllSports: true))
    #expect(report.imported.map(\.ruck.points) == [60, 6, 60, 61], "\(report.failed)")
    #expect(report.skipped.isEmpty && report.failed.isEmpty)
  }

  @Test func `samples after the time of a session belong to it until the next one begins`()
    async throws
  {
    let sessions = [
      Session(start: 10, seconds: 300, sport: 17), Session(start: 600, seconds: 300, sport: 11),
    ]
    let report = try await imported("day.fit", fit(sessions))
    #expect(report.imported.map(\.ruck.points) == [60, 31], "\(report.failed)")
  }

  @Test(
    arguments: [
      // A run after a ride, and a hike whose sessions repeat.
      [Session(start: 0, seconds: 600, sport: 2), Session(start: 600, seconds: 600, sport: 1)],
      [Session(start: 0, seconds: 1200, sport: 17), Session(start: 300, seconds: 900, sport: 17)],
    ])
  func `sessions without a walk, or of the same time, are one ruck`(
    _ sessions: [Session]
  ) async throws {
    let report = try await imported("day.fit", fit(sessions))
    #expect(report.imported.map(\.ruck.points) == [121], "\(report.failed)")
    #expect(report.skipped.isEmpty && report.failed.isEmpty)
  }
}
