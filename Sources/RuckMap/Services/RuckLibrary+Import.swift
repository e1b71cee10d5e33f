// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SwiftData

extension RuckLibrary {
  /// Reads recorded files and stores each as a ruck, all or nothing for each file.
  ///
  /// A file of any size takes bounded memory. A bad file doesn't stop the others. A recording that is
  /// stored already, under this or another file name, adds nothing. Cancelling the task refuses the
  /// files that aren't stored yet.
  ///
  /// - Parameters:
  ///   - files: GPX files.
  ///   - options: What the user says about them.
  ///   - progress: Told of points read, some thousand at a time; called on the library's executor.
  /// - Returns: What became of each file, in the order of `files`.
  public func importFiles(
    _ files: [URL], options: ImportOptions,
    progress: (@Sendable (ImportProgress) -> Void)? = nil
  ) async -> ImportReport {
    var report = ImportReport()
    for (index, file) in files.enumerated() {
      // Other callers get their turn between two files.
      await Task.yield()
      let name = file.relativePath
      do {
        if Task.isCancelled { throw ImportRefusal.cancelled }
        let (ruck, warnings) = try store(
          Recording.file(file), named: file.lastPathComponent, options: options
        ) { points in
          progress?(
            ImportProgress(file: name, index: index, total: files.count, points: points))
        }
        report.imported.append(.init(file: name, ruck: ruck, warnings: warnings))
      } catch ImportRefusal.known(let id) {
        await noteUnchanged(file: name, id: id, options: options, in: &report)
      } catch {
        report.failed.append(Recording.failure(of: name, error))
      }
    }
    return report
  }

  /// Stores a sample ruck if the library has none, so that there is something to see.
  ///
  /// - Returns: True if the sample was added.
  /// - Throws: Why the store can't save.
  @discardableResult
  public func addSampleIfEmpty() throws -> Bool {
    guard try modelContext.fetchCount(FetchDescriptor<RuckingSession>()) == 0 else { return false }
    _ = try store(
      Recording.data(Data(SampleRuck.gpx.utf8)), named: SampleRuck.file,
      options: ImportOptions(packWeight: SampleRuck.packWeight))
    return true
  }

  /// Stores one recording in one transaction.
  private func store(
    _ recording: Recording, named file: String, options: ImportOptions,
    progress: (Int) -> Void = { _ in }
  ) throws -> (RuckSummary, warnings: [String]) {
    if let weight = options.packWeight { try RuckLibraryError.check(packWeight: weight) }
    if let weight = options.bodyWeight { try RuckLibraryError.check(bodyWeight: weight) }
    var result: (RuckSummary, [String])?
    try modelContext.transaction {
      let user = try ownerToChange()
      if let weight = options.bodyWeight {
        user.healthProfile.weight = Mass.pounds(kilograms: weight)
      }
      var recorder = RuckRecorder(
        context: modelContext, file: file, user: user, options: options, now: Date())
      let description = try recording.read { point in
        try recorder.add(point)
        if recorder.points.isMultiple(of: RuckRecorder.batchSize) { progress(recorder.points) }
      }
      let session = try recorder.finish(description)
      progress(recorder.points)
      result = (RuckSummary(session), session.warnings)
    }
    guard let result else { throw ImportRefusal.noPoints }
    return (result.0, warnings: result.1)
  }

  private func noteUnchanged(
    file: String, id: UUID, options: ImportOptions, in report: inout ImportReport
  ) async {
    do {
      if let weight = options.bodyWeight {
        try setProfile(UserProfileEdit(bodyWeight: weight))
      }
      report.unchanged.append(.init(file: file, ruck: RuckSummary(try session(id))))
    } catch {
      report.failed.append(Recording.failure(of: file, error))
    }
  }
}
