// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A recorded sample of a FIT file (message 20).
///
/// Missing and invalid values are nil.
public struct FITRecord: Sendable, Hashable {
  /// The time of the sample.
  public var time: FITTime?

  /// Degrees north, from -90 to 90; nil without ``longitude``.
  public var latitude: Double?

  /// Degrees east, from -180 to 180.
  public var longitude: Double?

  /// Metres above mean sea level; the enhanced field if there is one.
  public var altitude: Double?

  /// Metres since the start.
  public var distance: Double?

  /// Metres per second; the enhanced field if there is one.
  public var speed: Double?

  /// Heartbeats per minute.
  public var heartRate: Int?

  /// Steps (of one foot), turns or strokes per minute.
  public var cadence: Double?

  /// Watts.
  public var power: Double?

  /// Degrees Celsius.
  public var temperature: Double?

  /// Slope in percent.
  public var grade: Double?

  /// Accuracy of the position in metres.
  public var positionAccuracy: Double?

  /// Kilocalories since the start.
  public var calories: Double?

  /// The number of cycles or strokes since the start.
  public var totalCycles: Int?

  /// Metres of one cycle or stroke.
  public var cycleLength: Double?

  /// The values that a developer has added.
  public var developerFields: [FITDeveloperField] = []

  /// Creates a record without values.
  public init() {}

  init(_ message: FITMessage, accumulator: inout FITAccumulator) {
    time = message.timestamp.map(FITTime.init(seconds:))
    if let latitude = message.integer(0), let longitude = message.integer(1) {
      setPosition(latitude, longitude)
    }
    altitude =
      message.double(78, scale: 5, offset: 500) ?? message.double(2, scale: 5, offset: 500)
    distance = message.double(5, scale: 100)
    speed = message.double(73, scale: 1000) ?? message.double(6, scale: 1000)
    setCompressedSpeedAndDistance(message, &accumulator)
    heartRate = message.integer(3).flatMap { $0 == 0 ? nil : $0 }
    cadence = message.double(4).map { $0 + (message.double(53, scale: 128) ?? 0) }
    power = message.double(7)
    temperature = message.double(13)
    grade = message.double(9, scale: 100)
    positionAccuracy = message.double(31)
    calories = message.double(33)
    totalCycles = message.integer(19)
    cycleLength = message.double(87, scale: 100) ?? message.double(12, scale: 100)
    developerFields = message.developerFields
  }

  /// Sets the position from semicircles, of which 2^31 are 180 degrees.
  private mutating func setPosition(_ north: Int, _ east: Int) {
    let latitude = Double(north) * (180 / 2_147_483_648)
    let longitude = Double(east) * (180 / 2_147_483_648)
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Decodes field 8: 12 bits of speed in centimetres per second, then 12 bits of distance.
  private mutating func setCompressedSpeedAndDistance(
    _ message: FITMessage, _ accumulator: inout FITAccumulator
  ) {
    guard let bytes = message.bytes(8), bytes.count == 3, bytes != [0xFF, 0xFF, 0xFF] else {
      return
    }
    let speed = Int(bytes[0]) | Int(bytes[1] & 0x0F) << 8
    let distance = accumulator.add(Int(bytes[1] >> 4) | Int(bytes[2]) << 4)
    self.speed = self.speed ?? Double(speed) / 100
    self.distance = self.distance ?? distance
  }

  /// Returns the developer field with a name, in any case.
  public func developerField(_ name: String) -> FITDeveloperField? {
    developerFields.first { $0.description.name.caseInsensitiveCompare(name) == .orderedSame }
  }
}

/// A time of a FIT file.
public enum FITTime: Sendable, Hashable {
  /// An instant, to the second.
  case date(Date)
  /// Seconds since an unknown start, from a device without a clock.
  case relative(Int)

  /// Creates a time from the seconds of a file.
  init(seconds: Int) {
    self =
      seconds < Self.firstDate
      ? .relative(seconds)
      : .date(Date(timeIntervalSince1970: Double(seconds) + Self.epoch))
  }

  /// The instant; nil for a relative time.
  public var date: Date? {
    if case .date(let date) = self { date } else { nil }
  }

  /// The seconds of the file: since 1989-12-31T00:00:00Z, or since the unknown start.
  public var seconds: Double {
    switch self {
    case .date(let date): date.timeIntervalSince1970 - Self.epoch
    case .relative(let seconds): Double(seconds)
    }
  }

  /// Seconds from 1970 to 1989-12-31T00:00:00Z.
  static let epoch = 631_065_600.0

  /// The first value that is a date.
  private static let firstDate = 0x1000_0000
}
