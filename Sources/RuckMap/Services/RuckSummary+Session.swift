// Cairn
// SPDX-License-Identifier: Apache-2.0

extension RuckSummary {
  /// A ruck's summary, in SI units.
  init(_ session: RuckingSession) {
    self.init(
      id: session.id, file: session.sourceFile, name: session.name, startedAt: session.startDate,
      isTimed: session.isTimed, points: session.pointCount, distance: session.totalDistance,
      duration: session.duration, movingTime: session.movingTime,
      elevationGain: session.totalElevationGain,
      elevationLoss: Length.metres(feet: session.elevationLoss),
      elevationGainRecorded: Length.metres(feet: session.elevationGainRecorded),
      packWeight: session.packMass, notes: session.notes ?? "", calories: session.calorieEstimate,
      averageHeartRate: session.averageHeartRate, maxHeartRate: session.maxHeartRate)
  }
}
