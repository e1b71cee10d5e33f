// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ActivityWeather {
  /// The number of the message with weather conditions in Garmin's profile.
  static let fitMessage: UInt16 = 128

  /// Creates the weather in a message of a FIT file; nil for another message, a forecast, and an
  /// observation without values.
  init?(_ message: FITMessage) {
    guard message.number == Int(Self.fitMessage), message.integer(0) ?? 0 == 0 else { return nil }
    self.init()
    temperature = message.double(1)
    condition = message.integer(2).flatMap(ActivityWeatherCondition.init(rawValue:))
    windDirection = message.double(3).flatMap { (0...360).contains($0) ? $0 : nil }
    windSpeed = message.double(4, scale: 1000)
    humidity = message.double(7).flatMap { (0...100).contains($0) ? $0 : nil }
    guard self != ActivityWeather() else { return nil }
    let seconds = message.integer(9) ?? message.timestamp
    time = seconds.flatMap { FITTime(seconds: $0).date }
  }

  /// The fields of the message.
  ///
  /// - Parameter time: The seconds of the message in FIT files.
  /// - Returns: The fields, with invalid values for unknown ones.
  func fitFields(at time: Double) -> [FITOutput.Field] {
    let observed = self.time.map { ($0.timeIntervalSince1970 - FITTime.epoch).rounded(.down) }
    return [
      FITOutput.Field(253, .uint32, time), FITOutput.Field(0, .enumeration, 0),
      FITOutput.Field(1, .sint8, temperature),
      FITOutput.Field(2, .enumeration, condition.map { Double($0.rawValue) }),
      FITOutput.Field(3, .uint16, windDirection),
      FITOutput.Field(4, .uint16, windSpeed, scale: 1000), FITOutput.Field(7, .uint8, humidity),
      FITOutput.Field(9, .uint32, observed ?? time),
    ]
  }
}
