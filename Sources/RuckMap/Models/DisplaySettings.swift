// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What the pages put in front.
public struct DisplaySettings: Codable, Sendable, Hashable {
  /// Times of day as 0000 to 2359.
  public var showMilitaryTime = false
  /// Distance as the first figure.
  public var emphasizeDistance = false
  /// Energy among the first figures.
  public var showCalories = false
  /// Heart rate among the first figures.
  public var showHeartRate = false
  /// Groups, challenges and activity of others.
  public var showSocialFeatures = false
  /// Larger type.
  public var largeText = false
  /// Fewer figures a page.
  public var simplifiedUI = false
  /// Climb among the first figures.
  public var showElevation = false
  /// Weather among the first figures.
  public var showWeather = false

  /// The settings to start from: nothing in front.
  public init() {}
}
