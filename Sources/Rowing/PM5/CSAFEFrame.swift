// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A frame of the CSAFE protocol, with byte stuffing and optional addresses.
package struct CSAFEFrame: Sendable, Hashable {
  /// The largest size of a frame in bytes, with flags and stuffing.
  package static let maximumSize = 96

  private static let standardStart: UInt8 = 0xF1
  private static let extendedStart: UInt8 = 0xF0
  private static let stop: UInt8 = 0xF2
  private static let stuffing: UInt8 = 0xF3

  /// The addresses of an extended frame.
  package struct Addresses: Sendable, Hashable {
    /// The receiver.
    package var destination: UInt8
    /// The sender.
    package var source: UInt8

    /// Creates addresses.
    package init(destination: UInt8, source: UInt8) {
      self.destination = destination
      self.source = source
    }
  }

  /// The addresses; nil for a standard frame.
  package var addresses: Addresses?
  /// The commands or the response, without checksum.
  package var contents: [UInt8]

  /// Creates a frame.
  package init(contents: [UInt8], addresses: Addresses? = nil) {
    self.contents = contents
    self.addresses = addresses
  }

  /// Decodes a frame.
  ///
  /// - Parameter bytes: The bytes from the start flag to the stop flag.
  /// - Throws: ``PM5Error/malformedFrame(_:)``.
  package init(bytes: [UInt8]) throws(PM5Error) {
    guard bytes.count <= Self.maximumSize else {
      throw .malformedFrame("\(bytes.count) bytes are more than \(Self.maximumSize)")
    }
    guard let first = bytes.first, [Self.standardStart, Self.extendedStart].contains(first) else {
      throw .malformedFrame("no start flag F0 or F1")
    }
    guard bytes.count > 1, bytes.last == Self.stop else {
      throw .malformedFrame("no stop flag F2")
    }
    var body = try Self.unstuffed(bytes[1..<bytes.count - 1])
    if first == Self.extendedStart {
      guard body.count >= 2 else { throw .malformedFrame("no addresses") }
      addresses = Addresses(destination: body[0], source: body[1])
      body.removeFirst(2)
    } else {
      addresses = nil
    }
    guard let checksum = body.popLast() else { throw .malformedFrame("no checksum") }
    guard checksum == Self.checksum(of: body) else {
      throw .malformedFrame(
        "the checksum is \([checksum].hex), but the contents give \([Self.checksum(of: body)].hex)")
    }
    contents = body
  }

  /// The frame's bytes, with flags, stuffing and checksum.
  package var bytes: [UInt8] {
    var body = addresses.map { [$0.destination, $0.source] } ?? []
    body += contents
    body.append(Self.checksum(of: contents))
    let stuffed = body.flatMap { byte in
      (Self.extendedStart...Self.stuffing).contains(byte)
        ? [Self.stuffing, byte - Self.extendedStart] : [byte]
    }
    return [addresses == nil ? Self.standardStart : Self.extendedStart] + stuffed + [Self.stop]
  }

  /// The exclusive or of all bytes.
  static func checksum(of bytes: [UInt8]) -> UInt8 { bytes.reduce(0, ^) }

  private static func unstuffed(_ bytes: ArraySlice<UInt8>) throws(PM5Error) -> [UInt8] {
    var result: [UInt8] = []
    var isStuffed = false
    for byte in bytes {
      if isStuffed {
        guard byte <= 3 else { throw .malformedFrame("F3 is followed by \([byte].hex)") }
        result.append(Self.extendedStart + byte)
        isStuffed = false
      } else if byte == Self.stuffing {
        isStuffed = true
      } else if (Self.extendedStart...Self.stop).contains(byte) {
        throw .malformedFrame("a flag \([byte].hex) inside of the frame")
      } else {
        result.append(byte)
      }
    }
    guard !isStuffed else { throw .malformedFrame("F3 is the last byte") }
    return result
  }
}

/// A command of the CSAFE protocol, or one inside of a wrapper.
package struct CSAFECommand: Sendable, Hashable {
  /// The command's number; below 80 with data.
  package var identifier: UInt8
  /// The data; empty for a short command.
  package var data: [UInt8]

  /// Creates a command.
  package init(_ identifier: UInt8, _ data: [UInt8] = []) {
    self.identifier = identifier
    self.data = data
  }

  /// The wrapper of commands that program the monitor.
  package static let setConfiguration: UInt8 = 0x76

  /// The command's bytes.
  package var bytes: [UInt8] {
    identifier >= 0x80 ? [identifier] : [identifier, UInt8(clamping: data.count)] + data
  }

  /// Decodes consecutive commands.
  package static func commands(_ contents: [UInt8]) throws(PM5Error) -> [CSAFECommand] {
    var (commands, position) = ([CSAFECommand](), 0)
    while position < contents.count {
      let identifier = contents[position]
      position += 1
      guard identifier < 0x80 else {
        commands.append(CSAFECommand(identifier))
        continue
      }
      guard position < contents.count else {
        throw .malformedFrame("command \([identifier].hex) has no count")
      }
      let end = position + 1 + Int(contents[position])
      guard end <= contents.count else {
        throw .malformedFrame("command \([identifier].hex) ends after the frame")
      }
      commands.append(CSAFECommand(identifier, Array(contents[position + 1..<end])))
      position = end
    }
    return commands
  }
}
