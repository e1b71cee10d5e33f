// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A user's body values on a day; they are encrypted for the server.
@Model
public final class BodyMeasurement {
  #Index<BodyMeasurement>([\.user, \.date])

  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The time of the measurement.
  public var date: Date
  /// Pounds; nil if not measured.
  @Attribute(.allowsCloudEncryption) public var weight: Double?
  /// Percent of the body weight; nil if not measured.
  @Attribute(.allowsCloudEncryption) public var bodyFat: Double?
  /// Resting beats per minute; nil if not measured.
  @Attribute(.allowsCloudEncryption) public var restingHeartRate: Int?
  /// Hours of sleep before the day; nil if not measured.
  @Attribute(.allowsCloudEncryption) public var sleepHours: Double?
  /// The user's notes.
  @Attribute(.allowsCloudEncryption) public var notes: String?
  /// The origin, such as `apple_health`; an empty string for an entry by the user.
  public var source: String = ""

  /// The measured user.
  @Relationship(deleteRule: .nullify)
  public var user: User?

  /// Creates a measurement without values.
  ///
  /// - Parameters:
  ///   - date: The time of the measurement.
  ///   - user: The measured user.
  ///   - id: The identifier; nil for a random one.
  public init(date: Date, user: User?, id: UUID? = nil) {
    self.id = id ?? UUID()
    self.date = date
    self.user = user
  }

  /// Creates a measurement of the body weight.
  ///
  /// - Parameters:
  ///   - date: The time of the measurement.
  ///   - weight: Pounds.
  ///   - user: The measured user.
  public convenience init(date: Date, weight: Double, user: User?) {
    self.init(date: date, user: user)
    self.weight = weight
  }
}
