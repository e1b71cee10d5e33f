// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A message of D-Bus: a call, its answer, or a signal.
package struct DBusMessage: Sendable, Hashable {
  /// The kind of message.
  package enum Kind: UInt8, Sendable, Hashable {
    case call = 1
    case answer = 2
    case error = 3
    case signal = 4
  }

  /// The maximum size of a message in bytes; larger ones are rejected.
  package static let largest = 16 << 20

  /// The numbers of the fields in a message's header.
  private enum Field {
    static let path: UInt8 = 1
    static let interface: UInt8 = 2
    static let member: UInt8 = 3
    static let errorName: UInt8 = 4
    static let replySerial: UInt8 = 5
    static let destination: UInt8 = 6
    static let sender: UInt8 = 7
    static let signature: UInt8 = 8
  }

  /// The kind.
  package var kind: Kind
  /// The sender's number of the message, from 1.
  package var serial: UInt32 = 0
  /// The path of the object.
  package var path: String?
  /// The interface of the member.
  package var interface: String?
  /// The name of the method or the signal.
  package var member: String?
  /// The name of the error.
  package var errorName: String?
  /// The number of the call that the message answers.
  package var replySerial: UInt32?
  /// The name of the connection that the message is for.
  package var destination: String?
  /// The unique name of the connection that has sent the message.
  package var sender: String?
  /// The values.
  package var body: [DBusValue] = []

  /// Creates a message.
  package init(_ kind: Kind) { self.kind = kind }

  /// The bytes of the message.
  package var encoded: [UInt8] {
    var content = DBusWriter()
    for value in body { content.append(value) }
    var fields: [DBusValue] = []
    func add(_ number: UInt8, _ value: DBusValue?) {
      if let value { fields.append(.structure([.byte(number), .variant(value)])) }
    }
    add(Field.path, path.map { .objectPath($0) })
    add(Field.interface, interface.map { .string($0) })
    add(Field.member, member.map { .string($0) })
    add(Field.errorName, errorName.map { .string($0) })
    add(Field.replySerial, replySerial.map { .uint32($0) })
    add(Field.destination, destination.map { .string($0) })
    add(Field.sender, sender.map { .string($0) })
    let signature = body.map(\.signature).joined()
    if !signature.isEmpty { add(Field.signature, .signature(signature)) }
    var writer = DBusWriter()
    for byte in [UInt8(ascii: "l"), kind.rawValue, 0, 1] { writer.append(.byte(byte)) }
    writer.append(.uint32(UInt32(truncatingIfNeeded: content.bytes.count)))
    writer.append(.uint32(serial))
    writer.append(.array(of: "(yv)", fields))
    writer.pad(to: 8)
    writer.append(raw: content.bytes)
    return writer.bytes
  }

  /// The size of the message at the start of a buffer; nil if the buffer is too short to tell.
  ///
  /// - Throws: ``DBusError/malformed(_:offset:)``.
  package static func size(of buffer: [UInt8]) throws(DBusError) -> Int? {
    guard buffer.count >= 16 else { return nil }
    guard buffer[0] == UInt8(ascii: "l") || buffer[0] == UInt8(ascii: "B") else {
      throw .malformed("the byte order is unknown", offset: 0)
    }
    let isBigEndian = buffer[0] == UInt8(ascii: "B")
    func number(at offset: Int) -> Int {
      (0..<4).reduce(0) { sum, index in
        sum | Int(buffer[offset + index]) << (8 * (isBigEndian ? 3 - index : index))
      }
    }
    let header = 16 + number(at: 12)
    let size = (header + 7) / 8 * 8 + number(at: 4)
    guard size <= largest else { throw .malformed("it has \(size) bytes", offset: 4) }
    return size
  }

  /// Decodes a whole message; nil for a kind that this version doesn't know.
  ///
  /// - Throws: ``DBusError/malformed(_:offset:)``.
  package init?(_ bytes: [UInt8]) throws(DBusError) {
    guard let size = try Self.size(of: bytes), size == bytes.count else {
      throw .malformed("it is truncated", offset: bytes.count)
    }
    let isBigEndian = bytes[0] == UInt8(ascii: "B")
    var reader = DBusReader(bytes, isBigEndian: isBigEndian)
    let start = try reader.values("yyyyuua(yv)")
    guard case .byte(let number) = start[1], case .byte(let version) = start[3],
      case .uint32(let length) = start[4], case .uint32(let serial) = start[5]
    else { throw .malformed("the header is unreadable", offset: 0) }
    guard version == 1 else { throw .malformed("the version is \(version)", offset: 3) }
    guard let kind = Kind(rawValue: number) else { return nil }
    self.init(kind)
    self.serial = serial
    var signature = ""
    for field in start[6].elements ?? [] {
      guard case .structure(let parts) = field, parts.count == 2, case .byte(let code) = parts[0],
        case .variant(let value) = parts[1]
      else { continue }
      switch code {
      case Field.path: path = value.text
      case Field.interface: interface = value.text
      case Field.member: member = value.text
      case Field.errorName: errorName = value.text
      case Field.replySerial: if case .uint32(let number) = value { replySerial = number }
      case Field.destination: destination = value.text
      case Field.sender: sender = value.text
      case Field.signature: signature = value.text ?? ""
      default: break
      }
    }
    try reader.pad(to: 8)
    body = try reader.values(signature)
    guard bytes.count - reader.offset == 0, Int(length) <= bytes.count else {
      throw .malformed("the body has other values than its signature", offset: reader.offset)
    }
  }
}
