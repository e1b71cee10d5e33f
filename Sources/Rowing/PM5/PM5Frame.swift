// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A notification of a monitor with the time of its arrival.
package struct PM5Frame: Sendable, Hashable {
  /// Seconds from the start of the capture.
  package var time: Double
  /// The characteristic.
  package var characteristic: UInt16
  /// The notification's bytes.
  package var bytes: [UInt8]

  /// Creates a frame.
  package init(time: Double, characteristic: UInt16, bytes: [UInt8]) {
    self.time = time
    self.characteristic = characteristic
    self.bytes = bytes
  }

  /// Creates the frame of a message.
  package init(time: Double, _ message: PM5Message) {
    let notification = message.notification
    self.init(
      time: time, characteristic: notification.characteristic, bytes: notification.bytes)
  }

  /// Parses a line of a capture file: `SECONDS CHARACTERISTIC HEX`.
  ///
  /// - Returns: nil for an empty line and for a comment, which begins with `#`.
  package static func line(_ text: some StringProtocol) throws(PM5Error) -> PM5Frame? {
    let parts = text.split(whereSeparator: \.isWhitespace)
    guard let first = parts.first, !first.hasPrefix("#") else { return nil }
    guard parts.count >= 3 else { throw .malformedLine("\(parts.count) of 3 values") }
    guard let time = Double(first), time.isFinite, time >= 0 else {
      throw .malformedLine("\(first.prefix(40)) is no time in seconds")
    }
    guard parts[1].count <= 4, let characteristic = UInt16(parts[1], radix: 16) else {
      throw .malformedLine("\(parts[1].prefix(40)) is no characteristic")
    }
    // Bytes may be separated by spaces.
    let digits = parts[2...].joined()
    guard digits.utf8.count <= 512, let bytes = [UInt8](hex: digits) else {
      throw .malformedLine("\(digits.prefix(40)) is no sequence of hexadecimal bytes")
    }
    return PM5Frame(time: time, characteristic: characteristic, bytes: bytes)
  }

  /// The frame as a line of a capture file.
  package var text: String {
    let hundredths = Int((time * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) "
      + "\(PM5Characteristic.text(characteristic)) \(bytes.hex)"
  }
}

extension [UInt8] {
  /// Creates bytes from pairs of hexadecimal digits; nil for another text.
  package init?(hex: some StringProtocol) {
    let digits = hex.utf8.map { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
      default: nil
      }
    }
    guard digits.count.isMultiple(of: 2) else { return nil }
    self = []
    for start in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[start], let low = digits[start + 1] else { return nil }
      append(high << 4 | low)
    }
  }

  /// The bytes as pairs of hexadecimal digits.
  package var hex: String {
    map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
  }
}

/// The frames of a capture, read line by line.
///
/// A malformed line is reported with its number, and stops no other.
package struct PM5Capture: Sendable {
  /// A line that is no frame.
  package struct Issue: Sendable, Hashable {
    /// The number of the line, from 1.
    package var line: Int
    /// The reason.
    package var error: PM5Error
  }

  /// The frames in order.
  package private(set) var frames: [PM5Frame] = []
  /// The first 100 malformed lines.
  package private(set) var issues: [Issue] = []

  /// Reads a capture's text.
  package init(_ text: String) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      do throws(PM5Error) {
        if let frame = try PM5Frame.line(line) { frames.append(frame) }
      } catch {
        if issues.count < 100 { issues.append(Issue(line: index + 1, error: error)) }
      }
    }
  }
}
