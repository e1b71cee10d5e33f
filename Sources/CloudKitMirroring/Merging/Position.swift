// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A list position that allows concurrent inserts (fractional index).
///
/// A position is a string, and positions are ordered as the bytes of their strings. Between any two
/// there are others, so that members are never renumbered, and no two devices create the same
/// position. Members that two devices insert at one position form two separate runs, in the same
/// order on all devices.
///
/// A string is a list of steps of at least six characters, each a number and the device that
/// created it. Consecutive inserts, forwards or backwards, increment the last number: the strings
/// of 100,000 inserts have at most 4 characters more than the first. Only inserts that alternate
/// between the left and the right of the last one make each string a step longer. This is
/// unavoidable: such positions encode as many decisions as there were insertions.
package struct Position: Hashable, Sendable, Comparable {
  /// The string in the record.
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

  /// Decodes a string; nil if it is not the string of a position.
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

  // MARK: New positions

  /// Creates a position between two others on a device; nil stands for the start and the end.
  ///
  /// If the two are not in order, the new position is right after the first.
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
      // Of two lists of steps, the shorter one is a prefix of the greater.
      return Position(prefix + [Step(number: high[common].number - 1, site: site)])
    }
    let next = prefix + after(low[common...], site)
    if next.lexicographicallyPrecedes(high) { return Position(next) }
    return Position(Array(low.prefix(common + 1)) + after(low[(common + 1)...], site))
  }

  /// Creates a number of positions between two others, in order.
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

  /// The shortest steps after others.
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

  // MARK: Strings

  /// The maximum number of bytes in a string that is decoded.
  private static let longest = 1 << 20
  /// 64 characters in the order of their bytes.
  private static let alphabet = Array(
    "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)
  /// The maximum number of digits that are decoded; one more can be encoded, so that inserts always
  /// succeed.
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

  // The first character encodes the sign and the number of digits that follow, so that strings are
  // ordered as their numbers: "V" and one digit for 0 to 63, "W" and two for the next 4,096, and
  // "U" and one for the 64 below 0.

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
    // 64 + 64² + ...: the numbers with fewer digits.
    let start = (1..<digits).reduce(Int64(0)) { $0 + 1 << Int64(6 * $1) }
    index += digits + 1
    let size: Int64 = 1 << Int64(6 * digits)
    return head < 32 ? -(start + size - 1 - value) - 1 : start + value
  }
}
