// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The content of a boarding pass barcode in IATA's bar coded boarding pass format (Resolution 792).
///
/// ```swift
/// let pass = BoardingPass("M1DOE/JOHN            EXXX007 TXLBRUSN 2592 110Y012A0034 100")
/// pass?.legs.first?.origin  // "TXL"
/// ```
public struct BoardingPass: Sendable, Hashable, Codable {
  /// A flight of the pass.
  public struct Leg: Sendable, Hashable, Codable {
    /// The booking code.
    public var bookingCode: String?
    /// The IATA code of the airport of departure.
    public var origin: String
    /// The IATA code of the airport of arrival.
    public var destination: String
    /// The IATA code of the operating airline.
    public var airline: String?
    /// The flight number without leading zeros.
    public var flightNumber: String?
    /// The day of the year of the flight, 1 to 366; the format has no year.
    public var dayOfYear: Int?
    /// The letter of the compartment.
    public var compartment: String?
    /// The seat without leading zeros.
    public var seat: String?
    /// The sequence number of the passenger at check-in, without leading zeros.
    public var sequenceNumber: String?
    /// The airline's numeric code and the serial number of the ticket, such as `220 1234567890`.
    public var ticketNumber: String?
    /// The airline of the frequent traveller program.
    public var membershipAirline: String?
    /// The number of the frequent traveller.
    public var membershipNumber: String?
  }

  /// The family name of the passenger.
  public var familyName: String
  /// The given name with its title, as the airline writes it.
  public var givenName: String?
  /// The flights, at least one.
  public var legs: [Leg]

  /// Parses the text of a barcode; nil if the mandatory part is truncated or invalid.
  ///
  /// Conditional parts that are truncated are left out.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 60, bytes.count <= 1200, bytes[0] == UInt8(ascii: "M"),
      let count = Self.digit(bytes[1]), (1...4).contains(count)
    else { return nil }
    let name = Self.text(bytes[2..<22])
    let parts = name.split(separator: "/", maxSplits: 1)
    guard let family = parts.first, !family.isEmpty else { return nil }
    familyName = String(family)
    givenName = parts.count > 1 ? String(parts[1]).trimmed.nonEmpty : nil
    legs = []
    var position = 23
    for index in 0..<count {
      guard let (leg, next) = Self.leg(bytes, at: position, isFirst: index == 0) else { break }
      legs.append(leg)
      position = next
    }
    if legs.isEmpty { return nil }
  }

  private static func leg(_ bytes: [UInt8], at start: Int, isFirst: Bool) -> (Leg, Int)? {
    guard start + 37 <= bytes.count else { return nil }
    func field(_ offset: Int, _ length: Int) -> String {
      text(bytes[(start + offset)..<(start + offset + length)])
    }
    guard let origin = IATACode.location(field(7, 3)),
      let destination = IATACode.location(field(10, 3))
    else { return nil }
    var leg = Leg(origin: origin, destination: destination)
    leg.bookingCode = code(field(0, 7))
    leg.airline = IATACode.airline(field(13, 3))
    let number = field(16, 5)
    leg.flightNumber = isFlightNumber(number) ? withoutZeros(number) : nil
    leg.dayOfYear = Int(field(21, 3)).flatMap { (1...366).contains($0) ? $0 : nil }
    leg.compartment = code(field(24, 1))
    leg.seat = code(field(25, 4)).map(withoutZeros)
    leg.sequenceNumber = code(field(29, 5)).map(withoutZeros)
    guard let size = Self.size(field(35, 2)) else { return (leg, start + 37) }
    let end = start + 37 + size
    if end <= bytes.count {
      readConditional(bytes[(start + 37)..<end], isFirst: isFirst, into: &leg)
    }
    return (leg, end)
  }

  private static func readConditional(
    _ bytes: ArraySlice<UInt8>, isFirst: Bool, into leg: inout Leg
  ) {
    var rest = bytes
    if isFirst {
      // The part that all legs share begins with the version, and has a length of its own.
      guard rest.first == UInt8(ascii: ">") else { return }
      rest = rest.dropFirst(2)
      guard let size = Self.size(text(rest.prefix(2))) else { return }
      rest = rest.dropFirst(2 + size)
    }
    guard let size = Self.size(text(rest.prefix(2))), rest.count >= 2 + size else { return }
    let fields = Array(rest.dropFirst(2).prefix(size))
    func field(_ offset: Int, _ length: Int) -> String? {
      offset + length <= fields.count ? text(fields[offset..<(offset + length)]) : nil
    }
    if let airline = field(0, 3), let serial = field(3, 10), isDigits(airline, 3),
      isDigits(serial, 10)
    {
      leg.ticketNumber = airline + " " + serial
    }
    leg.membershipAirline = IATACode.airline(field(18, 3))
    if leg.membershipAirline != nil { leg.membershipNumber = field(21, 16).flatMap(code) }
  }

  // MARK: Fields

  private static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self).trimmed
  }

  /// The size of a field in two hexadecimal digits; nil for signs and other characters.
  private static func size(_ text: String) -> Int? { UInt8(text, radix: 16).map(Int.init) }

  private static func digit(_ byte: UInt8) -> Int? {
    byte &- 0x30 <= 9 ? Int(byte &- 0x30) : nil
  }

  private static func code(_ text: String) -> String? {
    text.utf8.allSatisfy {
      $0 &- 0x30 <= 9 || $0 >= 0x41 && $0 <= 0x5A || $0 >= 0x61 && $0 <= 0x7A
    } ? text.nonEmpty : nil
  }

  private static func isDigits(_ text: String, _ count: Int) -> Bool {
    text.utf8.count == count && text.utf8.allSatisfy { $0 &- 0x30 <= 9 }
  }

  private static func isFlightNumber(_ text: String) -> Bool {
    let digits = text.last?.isLetter == true ? text.dropLast() : text[...]
    return isDigits(String(digits), digits.utf8.count) && (1...4).contains(digits.utf8.count)
  }

  private static func withoutZeros(_ text: String) -> String {
    let rest = text.drop { $0 == "0" }
    return rest.isEmpty ? text : String(rest)
  }

  /// Returns the date of a day of the year that is nearest to another date.
  ///
  /// - Parameters:
  ///   - dayOfYear: The day of the year, from 1.
  ///   - reference: A date within half a year of the flight, such as the day of booking.
  /// - Returns: The date; nil if no year near the reference has the day.
  public static func date(dayOfYear: Int, near reference: LocalDate) -> LocalDate? {
    let candidates = (-1...1).compactMap { offset -> LocalDate? in
      let date = LocalDate(year: reference.year + offset, month: 1, day: 1)?
        .adding(days: dayOfYear - 1)
      return date?.year == reference.year + offset ? date : nil
    }
    return candidates.min {
      ($0.daysSince1970 - reference.daysSince1970).magnitude
        < ($1.daysSince1970 - reference.daysSince1970).magnitude
    }
  }
}
