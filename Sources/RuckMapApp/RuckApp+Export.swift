// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
package import Foundation
import RuckMap
package import SwiftData

extension RuckApp {
  /// The file with all values of the store, which `cairn ruck import` restores.
  private static let archive = "ruckmap.json"

  /// Writes all objects with all values as one JSON file that the import restores; for other programs,
  /// each track as a GPX file, and the rucks and the profile in SI units.
  ///
  /// A ruck without recorded positions has no GPX file. Privacy zones are not cut.
  ///
  /// - Parameters:
  ///   - folder: The folder of the files.
  ///   - container: The app's open store.
  /// - Returns: The number of rucks.
  /// - Throws: `PartialExport` if some rucks can't be written, or another error if none can.
  package func export(to folder: URL, from container: ModelContainer) async throws -> Int {
    let library = RuckLibrary(modelContainer: container)
    let archive = folder.appending(path: Self.archive).path(percentEncoded: false)
    try await OutputFile(path: archive).writePrivate { _ = try await library.exportAll($0) }
    var records: [String] = []
    var failures: [PartialExport.Failure] = []
    for ruck in try await library.rucks() {
      do {
        // Deleted since the list was read.
        guard let detail = try await library.ruck(ruck.id) else { continue }
        // Encoded at once, since a detail contains the whole track.
        let record = try JSONOutput.encode(
          RuckDetailRecord(detail, try await RuckParts(of: ruck.id, in: library)))
        if ruck.points > 0 {
          let day = ruck.date?.jsonText.prefix(10) ?? "undated"
          let name = "\(day)-\(ruck.id.idText).gpx"
          try await library.export(ruck.id, as: .gpx, includesPrivatePlaces: true).write(
            to: folder.appending(path: name), options: .atomic)
        }
        records.append(record)
      } catch {
        failures.append(
          PartialExport.Failure(
            object: "ruck \(ruck.id.idText)", reason: CommandError.describe(error)))
      }
    }
    try Self.write("[\n\(records.joined(separator: ","))]\n", to: folder, "rucks.json")
    let profile = ProfileRecord(try await library.profile())
    try Self.write(try JSONOutput.encode(profile), to: folder, "profile.json")
    guard failures.isEmpty else {
      throw PartialExport(exported: records.count, failures: failures)
    }
    return records.count
  }

  private static func write(_ text: String, to folder: URL, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name), options: .atomic)
  }
}
