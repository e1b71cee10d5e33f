// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The identity of a FIT file (message 0).
public struct FITFileID: Sendable, Hashable {
  /// The file's type in Garmin's profile; 4 for an activity.
  public var type: Int?

  /// The maker's number in Garmin's profile; 1 for Garmin.
  public var manufacturer: Int?

  /// The maker's number of the product.
  public var product: Int?

  /// The name of the product.
  public var productName: String?

  /// The device's serial number.
  public var serial: Int?

  /// The time at which the file was created.
  public var created: FITTime?

  /// Creates an identity without values.
  public init() {}

  init(_ message: FITMessage) {
    type = message.integer(0)
    manufacturer = message.integer(1)
    product = message.integer(2)
    serial = message.integer(3)
    created = message.integer(4).map(FITTime.init(seconds:))
    productName = message.string(8)
  }
}

/// An event of a FIT file (message 21).
public struct FITTimerEvent: Sendable, Hashable {
  /// The time of the event.
  public var time: FITTime?

  /// The event's number in Garmin's profile; 0 for the timer.
  public var event: Int?

  /// The type's number: 0 start, 1 stop, 4 stop all, and others.
  public var type: Int?

  /// The event's data.
  public var data: Int?

  /// Creates an event without values.
  public init() {}

  init(_ message: FITMessage) {
    time = message.timestamp.map(FITTime.init(seconds:))
    event = message.integer(0)
    type = message.integer(1)
    data = message.integer(3) ?? message.integer(2)
  }

  /// Whether the event starts the timer, or continues it after a pause.
  public var startsTimer: Bool { event == 0 && type == 0 }

  /// Whether the event stops the timer, for a pause or at the end.
  public var stopsTimer: Bool { event == 0 && [1, 4, 8, 9].contains(type) }
}

/// A device or sensor (message 23).
public struct FITDevice: Sendable, Hashable {
  /// The index of the device; 0 is the recording one.
  public var index: Int?

  /// The type's number in the profile of its network.
  public var type: Int?

  /// The maker's number in Garmin's profile.
  public var manufacturer: Int?

  /// The maker's number of the product.
  public var product: Int?

  /// The name of the product.
  public var productName: String?

  /// The serial number.
  public var serial: Int?

  /// The version of its software.
  public var softwareVersion: Double?

  /// Creates a device without values.
  public init() {}

  init(_ message: FITMessage) {
    index = message.integer(0)
    type = message.integer(1)
    manufacturer = message.integer(2)
    serial = message.integer(3)
    product = message.integer(4)
    softwareVersion = message.double(5, scale: 100)
    productName = message.string(27)
  }
}

/// A sport profile (message 12).
public struct FITSport: Sendable, Hashable {
  /// The sport's number in Garmin's profile.
  public var sport: Int?

  /// The sub-sport's number in Garmin's profile.
  public var subSport: Int?

  /// The profile's name.
  public var name: String?

  /// Creates a sport without values.
  public init() {}

  init(_ message: FITMessage) {
    sport = message.integer(0)
    subSport = message.integer(1)
    name = message.string(3)
  }
}
