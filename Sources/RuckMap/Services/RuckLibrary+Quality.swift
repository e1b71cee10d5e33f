// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SwiftData

extension RuckLibrary {
  /// Checks the recordings of rucks for doubtful values.
  ///
  /// - Parameters:
  ///   - ids: The rucks; nil checks all completed rucks, also for duplicates.
  ///   - now: The current time, after which no recording is plausible.
  /// - Returns: The findings, those of the newest ruck first.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, `CancellationError`, or a `SwiftDataError`.
  public func check(_ ids: [UUID]? = nil, now: Date = Date()) throws -> QualityReport {
    let sessions =
      try ids.map { try $0.map { try session($0) } }
      ?? modelContext.fetch(RuckingSession.completedSessions)
    let rucks = sessions.map { RuckSummary($0) }
    let pairs = Dictionary(
      grouping: DataQuality.duplicates(ids == nil ? rucks : try self.rucks()), by: \.ruck)
    var findings: [QualityFinding] = []
    for ruck in rucks {
      try Task.checkCancellation()
      findings += DataQuality.findings(in: try track(of: ruck.id), of: ruck, now: now)
      findings += pairs[ruck.id] ?? []
    }
    return QualityReport(checked: rucks.count, findings: findings)
  }
}
