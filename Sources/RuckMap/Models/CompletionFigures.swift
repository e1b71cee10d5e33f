// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The figures of one completion, which a merge takes over or overwrites as a whole.
///
/// Sync merges each property by its clock. If two devices complete one ruck, a property that only one
/// of them has set would be combined with the other's distance. The ruck therefore has its figures in
/// one property as well. After a merge, ``RuckLibrary/recalculateMergedFigures()`` applies them.
struct CompletionFigures: Codable, Sendable, Hashable {
  var endDate: Date?
  var distance: Double
  var duration: TimeInterval
  var movingTime: TimeInterval
  var elevationGain: Double
  var elevationLoss: Double
  var elevationGainRecorded: Double
  var averageHeartRate: Int?
  var maxHeartRate: Int?
  var pointCount: Int
  /// The ruck's date of modification, by which changes of older versions of the app are recognized:
  /// they set the date and no figures.
  var modified: Date

  init(_ session: RuckingSession) {
    endDate = session.endDate
    distance = session.distance
    duration = session.duration
    movingTime = session.movingTime
    elevationGain = session.elevationGain
    elevationLoss = session.elevationLoss
    elevationGainRecorded = session.elevationGainRecorded
    averageHeartRate = session.averageHeartRate
    maxHeartRate = session.maxHeartRate
    pointCount = session.pointCount
    modified = session.lastModified
  }
}

extension RuckingSession {
  /// Copies the current figures into ``figures``, after a change on this device.
  func recordFigures() { figures = CompletionFigures(self) }

  /// Copies ``figures`` into the single properties.
  func applyFigures() {
    guard let figures else { return }
    endDate = figures.endDate
    distance = figures.distance
    duration = figures.duration
    movingTime = figures.movingTime
    elevationGain = figures.elevationGain
    elevationLoss = figures.elevationLoss
    elevationGainRecorded = figures.elevationGainRecorded
    averageHeartRate = figures.averageHeartRate
    maxHeartRate = figures.maxHeartRate
    pointCount = figures.pointCount
    storedPace = averagePace
  }

  /// Whether a merge has combined the figures of two completions.
  ///
  /// The figures of an older version of the app count as they are.
  var areFiguresMixed: Bool {
    guard isCompleted, let figures, figures.modified == lastModified else { return false }
    return figures != CompletionFigures(self)
  }
}
