// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Parsing of times in the forms of ISO 8601 that travel documents contain.
extension TravelTime {
  /// Parses a date, or a date with a time and an offset; nil if the text is anything else.
  ///
  /// Accepted are `2027-03-04`, `2027-03-04T20:15`, `2027-03-04T20:15:00.000-08:00`, `20270304T201500Z`,
  /// a space in place of the `T`, and offsets such as `+02`, `+0200` and `+0:00`. No order of day and month is guessed.
  public init?(iso8601 text: String) {
    var scanner = ASCIIScanner(text)
    scanner.skipSpaces()
    guard let date = scanner.date() else { return nil }
    scanner.skipSpaces()
    guard !scanner.isAtEnd else {
      self.init(date)
      return
    }
    _ = scanner.consume("T") || scanner.consume("t")
    guard let hour = scanner.number(digits: 2) else { return nil }
    let isExtended = scanner.consume(":")
    guard let minute = scanner.number(digits: 2) else { return nil }
    var second = 0
    if isExtended ? scanner.consume(":") : scanner.isAtDigit {
      guard let value = scanner.number(digits: 2) else { return nil }
      second = value
      if scanner.consume(".") || scanner.consume(",") { scanner.skipDigits() }
    }
    let zone = scanner.offset()
    scanner.skipSpaces()
    guard let zone, scanner.isAtEnd else { return nil }
    // 24:00 is the midnight at the end of the day.
    if hour == 24, minute == 0, second == 0, let next = date.adding(days: 1) {
      guard let local = LocalDateTime(next) else { return nil }
      self.init(local, zone: zone)
      return
    }
    guard let local = LocalDateTime(date, hour: hour, minute: minute, second: second)
    else { return nil }
    self.init(local, zone: zone)
  }
}

/// A reader of ASCII text, byte by byte.
struct ASCIIScanner {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8.prefix(256))
  }

  var isAtEnd: Bool { position >= bytes.count }
  var isAtDigit: Bool { !isAtEnd && bytes[position] &- 0x30 <= 9 }

  mutating func skipSpaces() {
    while !isAtEnd, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
  }

  mutating func skipDigits() {
    while isAtDigit { position += 1 }
  }

  mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard !isAtEnd, bytes[position] == UInt8(truncatingIfNeeded: character.value) else {
      return false
    }
    position += 1
    return true
  }

  /// Reads a number of exactly so many digits.
  mutating func number(digits: Int) -> Int? {
    guard position + digits <= bytes.count else { return nil }
    var number = 0
    for index in position..<position + digits {
      let digit = bytes[index] &- 0x30
      guard digit <= 9 else { return nil }
      number = number * 10 + Int(digit)
    }
    position += digits
    return number
  }

  /// Reads a number of one to so many digits.
  mutating func number(upTo digits: Int) -> Int? {
    var count = 0
    while count < digits, position + count < bytes.count, bytes[position + count] &- 0x30 <= 9 {
      count += 1
    }
    return count == 0 ? nil : number(digits: count)
  }

  /// Reads `2027-03-04` or `20270304`.
  mutating func date() -> LocalDate? {
    guard let year = number(digits: 4) else { return nil }
    let isExtended = consume("-")
    guard let month = number(digits: 2), !isExtended || consume("-"),
      let day = number(digits: 2)
    else { return nil }
    return LocalDate(year: year, month: month, day: day)
  }

  /// Reads `Z`, an offset, or nothing, which is an unknown zone; nil for an invalid offset.
  mutating func offset() -> TravelZone? {
    skipSpaces()
    if isAtEnd { return .unknown }
    if consume("Z") || consume("z") { return .offset(0) }
    let sign: Int
    if consume("+") { sign = 1 } else if consume("-") { sign = -1 } else { return nil }
    guard let hours = number(upTo: 2) else { return nil }
    let hasColon = consume(":")
    var minutes = 0
    if hasColon || isAtDigit {
      guard let number = number(digits: 2) else { return nil }
      minutes = number
    }
    guard hours <= 18, minutes < 60 else { return nil }
    return .offset(sign * (hours * 3600 + minutes * 60))
  }
}
