// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A place in an order that several devices insert into at the same time.
///
/// A place is a text, and places are ordered as the bytes of their texts. Between any two there is room
/// for others, so that nothing is ever numbered anew, and no device gives a place that another gives.
/// What two devices insert at the same place stands there one run after the other, in the same order
/// for all.
///
/// A text is a list of steps of six characters and more, each a number and the device that gave it.
/// Inserting one after the other at a place, forwards or backwards, counts the last number on, so that
/// 100,000 of them take no more than 4 characters more than the first. Only inserting alternately to
/// the left and the right of what was inserted before makes each text a step longer, as it must: such
/// places say as many things as there were insertions.
package struct Position: Hashable, Sendable, Comparable {
  /// The text that stands in the record.
  package let text: String
  private let steps: [Step]

  private struct Step: Hashable, Comparable {
    var number: Int64
    var site: UInt32

    static func < (lhs: Step, rhs: Step) -> Bool {
      (lhs.number, lhs.site) < (rhs.number, rhs.site)
    }
  }

  private init(_ steps: [Step]) {
    self.steps = steps
    var bytes: [UInt8] = []
    for step in steps {
      Self.write(step.number, to: &bytes)
      for shift in [18, 12, 6, 0] as [UInt32] {
        bytes.append(Self.alphabet[Int(step.site >> shift & 63)])
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The place that a text says; nil if none of ours has such a text.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.count <= Self.longest else { return nil }
    var steps: [Step] = []
    var index = 0
    while index < bytes.count {
      guard let number = Self.number(bytes, &index), index + 4 <= bytes.count else { return nil }
      var site: UInt32 = 0
      for byte in bytes[index..<index + 4] {
        guard let digit = Self.digit(byte) else { return nil }
        site = site << 6 | UInt32(digit)
      }
      index += 4
      steps.append(Step(number: number, site: site))
    }
    self.text = text
    self.steps = steps
  }

  package static func < (lhs: Position, rhs: Position) -> Bool {
    lhs.steps.lexicographicallyPrecedes(rhs.steps)
  }

  // MARK: New places

  /// A place between two others, given by a device; nil stands for the beginning and the end.
  ///
  /// Where the two are not in order, the new place is right after the first.
  package static func between(_ left: Position?, and right: Position?, node: UInt64) -> Position {
    let site = UInt32(truncatingIfNeeded: (node ^ node >> 24 ^ node >> 48) & 0xFF_FFFF)
    let low = left?.steps ?? []
    guard let high = right?.steps else { return Position(after(low[...], site)) }
    guard low.lexicographicallyPrecedes(high) else {
      return Position(low + [Step(number: 0, site: site)])
    }
    let common = zip(low, high).prefix { $0 == $1 }.count
    let prefix = Array(low.prefix(common))
    if common == low.count {
      // What is greater begins with what is less.
      return Position(prefix + [Step(number: high[common].number - 1, site: site)])
    }
    let next = prefix + after(low[common...], site)
    if next.lexicographicallyPrecedes(high) { return Position(next) }
    return Position(Array(low.prefix(common + 1)) + after(low[(common + 1)...], site))
  }

  /// So many places between two others, in order.
  package static func between(
    _ left: Position?, and right: Position?, count: Int, node: UInt64
  ) -> [Position] {
    var places: [Position] = []
    places.reserveCapacity(Swift.max(0, count))
    for _ in 0..<Swift.max(0, count) {
      places.append(between(places.last ?? left, and: right, node: node))
    }
    return places
  }

  /// Steps that come after others and are as few as can be.
  ///
  /// After a step of the same device they are below it, so that a run stays together.
  private static func after(_ steps: ArraySlice<Step>, _ site: UInt32) -> [Step] {
    guard let first = steps.first else { return [Step(number: 0, site: site)] }
    guard first.site == site else { return [Step(number: first.number + 1, site: site)] }
    guard let second = steps.dropFirst().first else {
      return [first, Step(number: 0, site: site)]
    }
    return [first, Step(number: second.number + 1, site: site)]
  }

  // MARK: Text

  /// The most bytes of a text that are read.
  private static let longest = 1 << 20
  /// 64 characters in the order of their bytes.
  private static let alphabet = Array(
    "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)
  /// The digits that a number is read with; one more can be written, so that there always is room.
  private static let mostDigits = 9

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "-"): 0
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 1
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A")) + 11
    case UInt8(ascii: "_"): 37
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a")) + 38
    default: nil
    }
  }

  // The first character says the sign and how many digits follow, so that texts are ordered as their
  // numbers: "V" and one digit for 0 to 63, "W" and two for the next 4,096, and "U" and one for the 64
  // below 0.

  private static func write(_ number: Int64, to bytes: inout [UInt8]) {
    var rest = number < 0 ? -(number + 1) : number
    var digits = 1
    var size: Int64 = 64
    while rest >= size {
      rest -= size
      size <<= 6
      digits += 1
    }
    let value = number < 0 ? size - 1 - rest : rest
    bytes.append(alphabet[number < 0 ? 32 - digits : 31 + digits])
    for place in stride(from: 6 * (digits - 1), through: 0, by: -6) {
      bytes.append(alphabet[Int(value >> Int64(place) & 63)])
    }
  }

  private static func number(_ bytes: [UInt8], _ index: inout Int) -> Int64? {
    guard let head = digit(bytes[index]) else { return nil }
    let digits = head < 32 ? 32 - head : head - 31
    guard digits <= mostDigits, index + digits < bytes.count else { return nil }
    var value: Int64 = 0
    for place in 1...digits {
      guard let digit = digit(bytes[index + place]) else { return nil }
      value = value << 6 | Int64(digit)
    }
    // 64 + 64² + ...: what fewer digits say.
    let start = (1..<digits).reduce(Int64(0)) { $0 + 1 << Int64(6 * $1) }
    index += digits + 1
    let size: Int64 = 1 << Int64(6 * digits)
    return head < 32 ? -(start + size - 1 - value) - 1 : start + value
  }
}
