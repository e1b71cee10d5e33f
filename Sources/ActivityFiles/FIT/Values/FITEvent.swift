// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A part of a FIT file, in the order of the file.
public enum FITEvent: Sendable, Hashable {
  /// The header of a file; a FIT file can contain several in a row.
  case fileBegan(FITHeader)
  /// The file's type, maker and serial number (message 0).
  case fileID(FITFileID)
  /// The totals of a session (message 18), usually after its records.
  case session(FITSession)
  /// The totals of a lap (message 19), usually after its records.
  case lap(FITLap)
  /// A recorded sample (message 20).
  case record(FITRecord)
  /// An event such as a pause (message 21).
  case event(FITTimerEvent)
  /// Intervals between heartbeats in seconds (message 78).
  case heartbeats([Double])
  /// A device or sensor (message 23).
  case device(FITDevice)
  /// The name of the sport profile (message 12).
  case sport(FITSport)
  /// The description of a developer field (message 206).
  case fieldDescription(FITFieldDescription)
  /// Any other message.
  case other(FITMessage)

  init(_ message: FITMessage, accumulator: inout FITAccumulator) {
    switch message.number {
    case 0: self = .fileID(FITFileID(message))
    case 12: self = .sport(FITSport(message))
    case 18: self = .session(FITSession(message))
    case 19: self = .lap(FITLap(message))
    case 20: self = .record(FITRecord(message, accumulator: &accumulator))
    case 21: self = .event(FITTimerEvent(message))
    case 23: self = .device(FITDevice(message))
    case 78: self = .heartbeats(message.doubles(0, scale: 1000).compactMap(\.self))
    case 206:
      if let description = FITFieldDescription(message) {
        self = .fieldDescription(description)
      } else {
        self = .other(message)
      }
    default: self = .other(message)
    }
  }
}

/// The header of a FIT file.
public struct FITHeader: Sendable, Hashable {
  /// The offset of the header in the input.
  public var offset: Int

  /// The version of the protocol: major in the upper four bits, minor in the lower ones.
  public var protocolVersion: Int

  /// The version of Garmin's profile, as major times 100 plus minor.
  public var profileVersion: Int

  /// The number of bytes between header and checksum.
  public var dataSize: Int
}

/// Field numbers that several messages share.
enum FITField {
  static let timestamp = 253
  static let messageIndex = 254
}

/// The state of values that FIT accumulates from one record to the next.
struct FITAccumulator: Sendable {
  private var total: Int?
  private var last = 0

  /// Adds a distance of 12 bits that wraps around, in sixteenths of a metre.
  mutating func add(_ distance: Int) -> Double {
    let start = total ?? distance
    let step = total == nil ? 0 : (distance - last) & 0xFFF
    let sum = start &+ step
    total = sum
    last = distance
    return Double(sum) / 16
  }
}
