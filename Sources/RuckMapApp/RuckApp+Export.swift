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
    try await Self.file(Self.archive, in: folder).writePrivate {
      _ = try await library.exportAll($0)
    }
    var count = 0
    var failures: [PartialExport.Failure] = []
    try await Self.file("rucks.json", in: folder).writePrivate { append in
      try append(Data("[\n".utf8))
      for ruck in try await library.rucks() {
        let record: String?
        do {
          record = try await Self.export(ruck, of: library, to: folder)
        } catch {
          failures.append(
            PartialExport.Failure(
              object: "ruck \(ruck.id.idText)", reason: CommandError.describe(error)))
          continue
        }
        guard let record else { continue }
        try append(Data(((count == 0 ? "" : ",") + record).utf8))
        count += 1
      }
      try append(Data("]\n".utf8))
    }
    let profile = try JSONOutput.encode(ProfileRecord(try await library.profile()))
    try await Self.file("profile.json", in: folder).writePrivate { try $0(Data(profile.utf8)) }
    guard failures.isEmpty else { throw PartialExport(exported: count, failures: failures) }
    return count
  }

  /// Writes the track of a ruck, if it has positions.
  ///
  /// - Returns: The ruck as JSON; nil if it was deleted since the list was read.
  private static func export(
    _ ruck: RuckSummary, of library: RuckLibrary, to folder: URL
  ) async throws -> String? {
    guard let detail = try await library.ruck(ruck.id) else { return nil }
    let record = try JSONOutput.encode(
      RuckDetailRecord(detail, try await RuckParts(of: ruck.id, in: library)))
    if ruck.points > 0 {
      let day = ruck.date?.jsonText.prefix(10) ?? "undated"
      try await library.export(ruck.id, as: .gpx, includesPrivatePlaces: true).write(
        to: folder.appending(path: "\(day)-\(ruck.id.idText).gpx"), options: .atomic)
    }
    return record
  }

  private static func file(_ name: String, in folder: URL) -> OutputFile {
    OutputFile(path: folder.appending(path: name).path(percentEncoded: false))
  }
}
