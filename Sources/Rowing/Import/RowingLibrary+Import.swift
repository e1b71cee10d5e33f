// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
package import Foundation
import SwiftData

extension RowingLibrary {
  /// Imports recorded and exported files as sessions, each file in one transaction.
  ///
  /// A bad file or row stops no other. A workout that is already stored, in any format, is not
  /// stored again: it adds the values that the session lacks, such as its strokes. If the task is
  /// cancelled, the remaining files are rejected.
  ///
  /// - Parameters:
  ///   - files: Files of any format that `RowingFile` reads.
  ///   - options: The user's information about the files.
  ///   - progress: Called after each file, on the library's executor.
  /// - Returns: The outcome for each workout, in the order of the files.
  package func importFiles(
    _ files: [URL], options: RowingImportOptions,
    progress: (@Sendable (RowingImportProgress) -> Void)? = nil
  ) async -> RowingImportReport {
    var report = RowingImportReport()
    for (index, file) in files.enumerated() {
      // Lets other callers run between two files.
      await Task.yield()
      let name = file.relativePath
      do {
        if Task.isCancelled { throw CancellationError() }
        let content = try RowingFile(contentsOf: file)
        var result = try saving {
          try store(content, path: name, named: file.lastPathComponent, options: options)
        }
        Self.add(content.issues, of: name, to: &result)
        // The entries of the only file are not copied.
        if files.count == 1 { report = result } else { report.append(result) }
        progress?(
          RowingImportProgress(
            file: name, index: index, total: files.count, workouts: content.workouts.count))
      } catch let error as ActivityFileError {
        report.failed.append(
          .init(file: name, line: error.line, error: "\(error.reason). \(error.remedy)."))
      } catch is CancellationError {
        report.failed.append(
          .init(file: name, line: nil, error: "The import was cancelled. Import the file again."))
      } catch {
        report.failed.append(.init(file: name, line: nil, error: error.localizedDescription))
      }
    }
    return report
  }

  /// Adds dropped rows to the failures, and warnings to the file's first entry.
  private static func add(
    _ issues: ActivityFileIssueLog, of file: String, to report: inout RowingImportReport
  ) {
    for issue in issues.first where issue.isWarning {
      report.failed.append(
        .init(file: file, line: issue.line, error: "\(issue.reason). \(issue.repair)."))
    }
    let hidden = issues.total - issues.first.count
    if hidden > 0 {
      report.failed.append(
        .init(
          file: file, line: nil,
          error: "\(hidden) more rows have problems. Correct the rows above, then import again."))
    }
  }

  private func store(
    _ file: RowingFile, path: String, named name: String, options: RowingImportOptions
  ) throws -> RowingImportReport {
    let athlete = try options.athlete.map { try model(athlete: $0) } ?? defaultModel()
    let (id, timeZone) = (athlete.id, options.timeZone ?? athlete.timeZone)
    var report = RowingImportReport()
    let workouts = file.workouts.compactMap { source -> ImportedWorkout? in
      let workout = ImportedWorkout(source, options: options, timeZone: timeZone)
      guard let refusal = workout.refusal else { return workout }
      report.failed.append(.init(file: path, line: source.line, error: refusal))
      return nil
    }
    if options.session != nil, workouts.count > 1 {
      throw RowingLibraryError.invalidValue(
        "The file of one session", value: "one with \(workouts.count) workouts",
        allowed: "a file with one workout")
    }
    let target = try options.session.map {
      WorkoutFinder.Match(session: try model(session: $0), warning: nil)
    }
    // The session that the user has chosen is the only candidate.
    var finder = WorkoutFinder(
      sessions: target == nil ? try candidates(for: workouts, of: id, file: name) : [],
      file: name, timeZone: timeZone)
    report.imported.reserveCapacity(workouts.count)
    for workout in workouts {
      let outcome: Outcome
      if let match = target ?? finder.match(workout, athlete: id) {
        outcome = try merge(workout, into: match, file: name)
      } else {
        outcome = try insert(workout, for: athlete, file: name)
        finder.add(outcome.session)
      }
      let entry = RowingImportReport.Entry(
        file: path, line: workout.workout.line, session: SessionSummary(outcome.session),
        warnings: outcome.warnings)
      switch outcome.kind {
      case .imported: report.imported.append(entry)
      case .merged: report.merged.append(entry)
      case .unchanged: report.unchanged.append(entry)
      }
    }
    return report
  }

  private struct Outcome {
    enum Kind { case imported, merged, unchanged }
    var kind: Kind
    var session: RowingSession
    var warnings: [String] = []
  }

  private func insert(
    _ workout: ImportedWorkout, for athlete: Athlete, file: String
  ) throws -> Outcome {
    let id = workout.key(athlete: athlete.id).identifier(content: workout.content)
    let session = RowingSession(id: id, athlete: athlete, startTime: workout.start)
    // An object without a context tracks no changes, so its properties are set first.
    workout.apply(to: session, file: file)
    modelContext.insert(session)
    let strokes = workout.metrics(for: session, start: workout.start)
    let parts = workout.parts(for: session)
    for stroke in strokes { modelContext.insert(stroke) }
    for part in parts { modelContext.insert(part) }
    session.setTargets(of: parts)
    session.derive(
      strokes: strokes.filter { !$0.isRest }.map { StrokeSnapshot($0) },
      intervals: parts.map { IntervalSnapshot($0) })
    var outcome = Outcome(kind: .imported, session: session)
    if workout.isDateAssumed {
      outcome.warnings.append(
        "The file has no date, so the date is that of the import. Give the start, or edit the "
          + "session.")
    }
    return outcome
  }

  /// Adds the values that a stored session lacks.
  private func merge(
    _ workout: ImportedWorkout, into match: WorkoutFinder.Match, file: String
  ) throws -> Outcome {
    let session = match.session
    let (before, device) = (SessionSummary(session), session.pm5DeviceID)
    let source = RowingSession(
      athleteID: session.athleteID, pm5DeviceID: "", sessionType: session.sessionType)
    workout.apply(to: source, file: file)
    source.isDateAssumed = workout.isDateAssumed
    session.fillUnknown(from: source)
    var added = false
    if session.recordedStrokes == 0, !workout.workout.strokes.isEmpty {
      for stroke in workout.metrics(for: session, start: session.startTime) {
        modelContext.insert(stroke)
      }
      added = true
    }
    if !workout.workout.intervals.isEmpty, try parts(of: session.id).isEmpty {
      let parts = workout.parts(for: session)
      for part in parts { modelContext.insert(part) }
      session.setTargets(of: parts)
      added = true
    }
    if added {
      session.derive(
        strokes: try metrics(of: session.id).map { StrokeSnapshot($0) },
        intervals: try parts(of: session.id).map { IntervalSnapshot($0) })
    }
    guard added || SessionSummary(session) != before || session.pm5DeviceID != device else {
      return Outcome(kind: .unchanged, session: session)
    }
    session.modifiedAt = Date()
    return Outcome(
      kind: .merged, session: session, warnings: added ? match.warning.map { [$0] } ?? [] : [])
  }
}
