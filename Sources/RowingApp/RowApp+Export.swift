// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
package import Foundation
import Rowing
package import SwiftData

extension RowApp {
  /// Writes each session with strokes as a FIT file, and all sessions, athletes and teams as JSON.
  ///
  /// - Parameters:
  ///   - folder: The folder of the files.
  ///   - container: The app's open store.
  /// - Returns: The number of sessions.
  /// - Throws: `PartialExport` if some sessions can't be written, or another error if none can.
  package func export(to folder: URL, from container: ModelContainer) async throws -> Int {
    let library = RowingLibrary(modelContainer: container)
    var records: [String] = []
    var failures: [PartialExport.Failure] = []
    for session in try await library.allSessions() {
      do {
        // Deleted since the list was read.
        guard let detail = try await library.session(session.id) else { continue }
        // Encoded at once, since a detail has all strokes.
        let record = try JSONOutput.encode(
          SessionDetailRecord(
            detail, strokes: try await library.strokes(of: session.id),
            restStrokes: try await library.restStrokes(of: session.id)))
        if session.isEnded, session.recordedStrokes > 0 {
          let name = "\(session.startedAt.jsonText.prefix(10))-\(session.id.idText).fit"
          try await library.export(session.id, as: .fit).write(
            to: folder.appending(path: name), options: .atomic)
        }
        records.append(record)
      } catch {
        failures.append(
          PartialExport.Failure(
            object: "session \(session.id.idText)", reason: CommandError.describe(error)))
      }
    }
    try Self.write("[\n\(records.joined(separator: ","))]\n", to: folder, "sessions.json")
    try await writeSquad(of: library, to: folder)
    guard failures.isEmpty else {
      throw PartialExport(exported: records.count, failures: failures)
    }
    return records.count
  }

  /// Writes athletes with their zones and pictures, and teams.
  private func writeSquad(of library: RowingLibrary, to folder: URL) async throws {
    let athletes = try await library.athletes(includingInactive: true)
    try Self.write(
      try JSONOutput.encode(athletes.map { AthleteRecord($0) }), to: folder, "athletes.json")
    var zones: [String: ZoneTableRecord] = [:]
    for athlete in athletes {
      zones[athlete.id.idText] = ZoneTableRecord(try await library.zones(athlete: athlete.id))
      if athlete.hasPicture, let picture = try await library.picture(of: athlete.id) {
        try picture.write(
          to: folder.appending(path: "picture-\(athlete.id.idText)"), options: .atomic)
      }
    }
    try Self.write(try JSONOutput.encode(zones), to: folder, "zones.json")
    try Self.write(
      try JSONOutput.encode(try await library.teams().map { TeamRecord($0) }), to: folder,
      "teams.json")
  }

  private static func write(_ text: String, to folder: URL, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name), options: .atomic)
  }
}
