// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
package import Foundation
package import SwiftData
import TripPlanner

extension TripApp {
  /// Writes all trips as JSON, and each trip as a calendar, a GPX file, one HTML file, and its documents.
  ///
  /// - Parameters:
  ///   - folder: The folder of the files.
  ///   - container: The app's open store.
  /// - Returns: The number of trips.
  /// - Throws: `PartialExport` if some trips can't be written, or another error if none can.
  package func export(to folder: URL, from container: ModelContainer) async throws -> Int {
    let library = TripLibrary(modelContainer: container)
    try await library.exportAll().write(to: folder.appending(path: "trips.json"), options: .atomic)
    var count = 0
    var failures: [PartialExport.Failure] = []
    for summary in try await library.trips(.all, countsItems: false) {
      let trip = summary.trip
      do {
        let name = "\(trip.startDay ?? "undated")-\(trip.id.shortText)"
        for format in [TripExportFormat.calendar, .gpx, .html] {
          do {
            let export = try await library.export(
              format, of: trip.id, drawing: BarcodePicture.drawing)
            let ending = URL(filePath: export.fileName).pathExtension
            try export.data.write(
              to: folder.appending(path: "\(name).\(ending)"), options: .atomic)
          } catch TripLibraryError.nothingToExport {
            // A trip without positions has no GPX file.
          }
        }
        try await writeDocuments(of: trip.id, library, to: folder.appending(path: name))
        count += 1
      } catch {
        failures.append(
          PartialExport.Failure(
            object: "trip \(trip.id.idText)", reason: CommandError.describe(error)))
      }
    }
    guard failures.isEmpty else { throw PartialExport(exported: count, failures: failures) }
    return count
  }

  private func writeDocuments(of trip: UUID, _ library: TripLibrary, to folder: URL) async throws {
    let documents = try await library.items(DocumentAssetSnapshot.self, in: trip)
    guard !documents.isEmpty else { return }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for document in documents {
      guard let data = try await library.documentData(document.id) else { continue }
      let name = DocumentFile.safeName(document.fileName)
      try data.write(
        to: folder.appending(path: "\(document.id.shortText)-\(name)"), options: .atomic)
    }
  }
}
