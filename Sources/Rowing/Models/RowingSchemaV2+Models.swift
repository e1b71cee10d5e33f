// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

// The models of version 2, which never change.
extension RowingSchemaV2 {
  @Model
  package final class Athlete {
    @Attribute(.unique) package var id: UUID
    package var name: String = ""
    @Attribute(.allowsCloudEncryption) package var email: String = ""
    @Attribute(.externalStorage, .allowsCloudEncryption) package var profileImageData: Data?
    package var preferredBoat: BoatType?
    @Attribute(.allowsCloudEncryption) package var weight: Double?
    @Attribute(.allowsCloudEncryption) package var height: Double?
    package var userRole: UserRole = UserRole.athlete
    package var createdAt: Date
    package var modifiedAt: Date
    package var isActive: Bool = true
    @Attribute(.allowsCloudEncryption) package var birthYear: Int?
    package var sex: AthleteSex?
    package var maxHeartRate: Int?
    package var restingHeartRate: Int?
    package var timeZoneIdentifier: String?
    package var powerZones: [PowerZone]?
    package var zoneBasePower: Double?
    @Relationship(deleteRule: .nullify)
    package var team: Team?
    @Relationship(deleteRule: .cascade, inverse: \RowingSession.athlete)
    package var sessions: [RowingSession] = []

    package init(id: UUID, createdAt: Date) {
      self.id = id
      self.createdAt = createdAt
      modifiedAt = createdAt
    }
  }

  @Model
  package final class Team {
    @Attribute(.unique) package var id: UUID
    package var name: String = ""
    package var createdAt: Date
    package var modifiedAt: Date
    @Relationship(deleteRule: .nullify, inverse: \Athlete.team)
    package var members: [Athlete] = []
    @Relationship(deleteRule: .nullify, inverse: \RowingSession.team)
    package var sessions: [RowingSession] = []

    package init(id: UUID, createdAt: Date) {
      self.id = id
      self.createdAt = createdAt
      modifiedAt = createdAt
    }
  }

  @Model
  package final class RowingSession {
    #Index<RowingSession>(
      [\.athlete, \.isComplete, \.startTime], [\.isComplete, \.startTime], [\.startTime])
    @Attribute(.unique) package var id: UUID
    package var pm5DeviceID: String = ""
    package var sessionType: SessionType = SessionType.training
    package var startTime: Date
    package var endTime: Date?
    package var totalDistance: Double = 0
    package var totalTime: Double = 0
    package var averagePace: Double = 0
    package var averageStrokeRate: Double = 0
    package var averagePower: Double = 0
    package var maxPower: Double = 0
    package var dragFactor: Double = 0
    package var isComplete: Bool = false
    package var createdAt: Date
    package var modifiedAt: Date
    package var machine: RowingMachine = RowingMachine.rowErg
    package var workoutText: String?
    package var source: String = ""
    package var sourceFile: String?
    package var sourceID: String?
    package var isDateAssumed: Bool = false
    package var isDayOnly: Bool = false
    package var restTime: Double = 0
    package var restDistance: Double = 0
    package var calories: Double?
    package var caloriesPerHour: Double?
    package var averageHeartRate: Int?
    package var maxHeartRate: Int?
    package var endingHeartRate: Int?
    package var recoveryHeartRate: Int?
    package var strokeCount: Int?
    package var weightClass: WeightClass?
    package var isRanked: Bool = false
    package var comments: String = ""
    package var deviceFigures: DeviceFigures?
    package var hasGaps: Bool = false
    package var recordedStrokes: Int = 0
    package var powerProfileData: Data?
    package var totalsBasis: String = ""
    package var givenAthleteID: UUID?
    @Relationship(deleteRule: .nullify)
    package var athlete: Athlete?
    @Relationship(deleteRule: .nullify)
    package var team: Team?
    @Relationship(deleteRule: .cascade, inverse: \PerformanceMetric.session)
    package var metrics: [PerformanceMetric] = []
    @Relationship(deleteRule: .cascade, inverse: \RowingInterval.session)
    package var intervals: [RowingInterval] = []

    package init(id: UUID, startTime: Date) {
      self.id = id
      self.startTime = startTime
      createdAt = startTime
      modifiedAt = startTime
    }
  }

  @Model
  package final class RowingInterval {
    #Index<RowingInterval>([\.session, \.index])
    @Attribute(.unique) package var id: UUID
    package var index: Int = 0
    package var number: Int = 0
    package var kind: IntervalKind = IntervalKind.work
    package var startElapsed: Double = 0
    package var startDistance: Double = 0
    package var duration: Double = 0
    package var distance: Double = 0
    package var restTime: Double = 0
    package var restDistance: Double = 0
    package var target: Double?
    package var targetUnit: IntervalTarget = IntervalTarget.open
    package var averagePace: Double?
    package var averagePower: Double?
    package var averageStrokeRate: Double?
    package var averageHeartRate: Int?
    package var restHeartRate: Int?
    package var calories: Double?
    package var caloriesPerHour: Double?
    package var dragFactor: Double?
    package var strokeCount: Int?
    package var hasGap: Bool = false
    @Relationship(deleteRule: .nullify)
    package var session: RowingSession?

    package init(id: UUID) { self.id = id }
  }

  @Model
  package final class PerformanceMetric {
    #Index<PerformanceMetric>([\.session, \.timestamp])
    @Attribute(.unique) package var id: UUID
    package var timestamp: Date
    package var distance: Double = 0
    package var pace: Double = 0
    package var strokeRate: Int = 0
    package var power: Double = 0
    package var strokeCount: Int = 0
    package var heartRate: Int?
    package var strokePhase: StrokePhase = StrokePhase.catch
    package var driveTime: Double = 0
    package var recoveryTime: Double = 0
    package var strokeLength: Double = 0
    package var peakForce: Double = 0
    package var averageForce: Double = 0
    package var workPerStroke: Double = 0
    package var index: Int = 0
    package var intervalNumber: Int = 0
    package var elapsedTime: Double = 0
    package var strokeDistance: Double?
    package var caloriesPerHour: Double?
    package var dragFactor: Double?
    package var forceCurveData: Data?
    package var followsGap: Bool = false
    package var isRest: Bool = false
    package var intervalElapsed: Double = 0
    package var intervalDistance: Double = 0
    package var monitorCount: Int = 0
    package var givenSessionID: UUID?
    @Relationship(deleteRule: .nullify)
    package var session: RowingSession?

    package init(id: UUID, timestamp: Date) {
      self.id = id
      self.timestamp = timestamp
    }
  }
}
