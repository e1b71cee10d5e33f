// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Measures
import SwiftData

extension RuckLibrary {
  /// Imports recorded files as rucks, each file in one transaction.
  ///
  /// Memory use is bounded for files of any size. A bad file does not stop the import of others. A
  /// recording that is already stored, under any file name, is not imported again. If the task is
  /// cancelled, the remaining files are rejected.
  ///
  /// - Parameters:
  ///   - files: GPX, TCX or FIT files, recognised by content.
  ///   - options: The user's information about the files.
  ///   - progress: Called after every few thousand points, on the library's executor.
  /// - Returns: The outcome for each file, in the order of `files`.
  public func importFiles(
    _ files: [URL], options: ImportOptions,
    progress: (@Sendable (ImportProgress) -> Void)? = nil
  ) async -> ImportReport {
    var report = ImportReport()
    for (index, file) in files.enumerated() {
      // Lets other callers run between two files.
      await Task.yield()
      let name = file.relativePath
      do {
        if Task.isCancelled { throw ImportRejection.cancelled }
        let (ruck, warnings) = try store(
          TrackFile.file(file), named: file.lastPathComponent, options: options
        ) { points in
          progress?(
            ImportProgress(file: name, index: index, total: files.count, points: points))
        }
        report.imported.append(.init(file: name, ruck: ruck, warnings: warnings))
      } catch ImportRejection.known(let id) {
        await reportUnchanged(file: name, id: id, options: options, in: &report)
      } catch {
        report.failed.append(.init(file: name, error))
      }
    }
    return report
  }

  /// Stores a sample ruck if the library is empty.
  ///
  /// - Returns: True if the sample was added.
  /// - Throws: A `SwiftDataError`.
  @discardableResult
  public func addSampleIfEmpty() throws -> Bool {
    guard try modelContext.fetchCount(FetchDescriptor<RuckingSession>()) == 0 else { return false }
    _ = try store(
      TrackFile.data(Data(SampleRuck.gpx.utf8)), named: SampleRuck.file,
      options: ImportOptions(packWeight: SampleRuck.packWeight))
    return true
  }

  /// Stores one recording in one transaction.
  private func store(
    _ recording: TrackFile, named file: String, options: ImportOptions,
    progress: (Int) -> Void = { _ in }
  ) throws -> (RuckSummary, warnings: [String]) {
    if let weight = options.packWeight { try RuckLibraryError.check(packWeight: weight) }
    if let weight = options.bodyWeight { try RuckLibraryError.check(bodyWeight: weight) }
    var result: (RuckSummary, [String])?
    try modelContext.transaction {
      let user = try ownerForUpdate()
      if let weight = options.bodyWeight {
        user.healthProfile.weight = Mass.pounds(kilograms: weight)
      }
      var importer = TrackImporter(
        context: modelContext, file: file, user: user, options: options, now: Date())
      let description = try recording.read { point in
        try importer.add(point)
        if importer.points.isMultiple(of: TrackImporter.batchSize) { progress(importer.points) }
      }
      let session = try importer.finish(description)
      progress(importer.points)
      result = (RuckSummary(session), session.warnings)
    }
    guard let result else { throw ImportRejection.noPoints }
    return (result.0, warnings: result.1)
  }

  private func reportUnchanged(
    file: String, id: UUID, options: ImportOptions, in report: inout ImportReport
  ) async {
    do {
      if let weight = options.bodyWeight {
        try setProfile(UserProfileEdit(bodyWeight: weight))
      }
      report.unchanged.append(.init(file: file, ruck: RuckSummary(try session(id))))
    } catch {
      report.failed.append(.init(file: file, error))
    }
  }
}
