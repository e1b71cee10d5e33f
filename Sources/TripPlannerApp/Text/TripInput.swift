// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Measures
package import TravelFiles
import TripPlanner

/// A text that is not a value of its kind, with the accepted forms.
package struct TripInputError: Error, LocalizedError, Equatable {
  package var message: String

  package init(_ message: String) { self.message = message }

  package var errorDescription: String? { message }
}

/// Parses the texts of forms and arguments.
package enum TripInput {
  /// The text without spaces around it; nil for an empty one.
  package static func text(_ text: String?) -> String? {
    let trimmed = (text ?? "").replacing("\r\n", with: "\n")
      .trimmingCharacters(in: .whitespacesAndNewlines)
    return trimmed.isEmpty ? nil : trimmed
  }

  /// Parses a day such as `2027-03-10`; nil for an empty text.
  package static func day(_ text: String?) throws(TripInputError) -> LocalDate? {
    guard let text = self.text(text) else { return nil }
    guard let time = TravelTime(iso8601: text), time.isDateOnly else {
      throw TripInputError("\(text) is not a day. Write year, month and day, such as 2027-03-10.")
    }
    return time.date
  }

  /// Parses the zone of a form: an identifier, an offset, or the code of an airport.
  package static func zone(_ text: String?) throws(TripInputError) -> TravelZone? {
    guard let text = self.text(text) else { return nil }
    if let zone = TravelZone(identifier: text) { return zone }
    if let airport = AirportTable.airport(text.uppercased()) { return .named(airport.zone) }
    let isOffset = text.hasPrefix("+") || text.hasPrefix("-")
    if isOffset, let time = TravelTime(iso8601: "2000-01-01T00:00" + text) { return time.zone }
    throw TripInputError(
      "\(text) is not a time zone. Write a name such as Pacific/Auckland, an offset such as +05:45, "
        + "or the code of an airport.")
  }

  /// Parses the zone of a place or trip, whose days need the rules of a named zone.
  package static func zoneName(_ text: String?) throws(TripInputError) -> String? {
    guard let text = self.text(text), let zone = try self.zone(text) else { return nil }
    guard let identifier = zone == .offset(0) ? "Etc/UTC" : zone.identifier else {
      throw TripInputError("\(text) is no region. Write a name such as Pacific/Auckland.")
    }
    return identifier
  }

  /// Combines day, clock and zone; nil without a day.
  ///
  /// - Throws: ``TripInputError`` for a clock without a day, and for a time that the zone's clocks skip.
  package static func time(
    day: String?, clock: String?, zone: TravelZone?, fold: Bool = false
  ) throws(TripInputError) -> TravelTime? {
    let date = try self.day(day)
    guard let clock = text(clock) else {
      return date.map { TravelTime($0, zone: zone ?? .unknown) }
    }
    guard let date else {
      throw TripInputError("The time \(clock) has no day. Enter the day, too.")
    }
    guard let local = self.clock(clock, on: date) else {
      throw TripInputError("\(clock) is not a time. Write hours and minutes, such as 23:55.")
    }
    return try checked(TravelTime(local, zone: zone ?? .unknown, fold: fold))
  }

  /// Parses `2027-03-10`, `2027-03-10 23:55`, or either with a zone at the end.
  ///
  /// The zone is an identifier, an offset, or the code of an airport. Without one, the zone of the place
  /// counts, or else it is unknown; the machine's zone never takes its place.
  package static func time(
    _ text: String?, placeZone: TravelZone? = nil
  ) throws(TripInputError) -> TravelTime? {
    guard let text = self.text(text) else { return nil }
    let parts = text.replacing(
      "T", with: " ", maxReplacements: text.dropFirst(10).hasPrefix("T") ? 1 : 0
    )
    .split(separator: " ").map(String.init)
    if var time = TravelTime(iso8601: text) {
      if time.zone == .unknown { time.zone = placeZone ?? .unknown }
      return try checked(time)
    }
    if let time = StoredTime.time(text) { return try checked(time) }
    guard (1...3).contains(parts.count) else {
      throw TripInputError(
        "\(text) is not a time. Write day, clock and zone, such as \"2027-03-10 23:55 Pacific/Auckland\"."
      )
    }
    let hasClock = parts.count > 1 && parts[1].first?.isNumber == true
    let rest = parts.dropFirst(hasClock ? 2 : 1)
    let zone =
      try rest.first.map { (name) throws(TripInputError) in try self.zone(name) } ?? placeZone
    return try time(day: parts[0], clock: hasClock ? parts[1] : nil, zone: zone)
  }

  /// Parses the wall clock of boarding, which is on the day of departure, or before its midnight.
  package static func boarding(
    _ clock: String?, before departure: TravelTime?
  ) throws(TripInputError) -> TravelTime? {
    guard let clock = text(clock) else { return nil }
    guard let departure, !departure.isDateOnly else {
      throw TripInputError("The boarding at \(clock) has no departure. Enter its time, too.")
    }
    let time = try time(day: departure.date.description, clock: clock, zone: departure.zone)
    guard let time, departure.isBefore(time) else { return time }
    return time.shifted(days: -1)
  }

  private static func checked(_ time: TravelTime) throws(TripInputError) -> TravelTime {
    guard time.isSkipped else { return time }
    throw TripInputError(
      "\(time.local.date) \(TripFormat().clock(time) ?? "") does not exist in "
        + "\(time.zone.identifier ?? "its zone"): the clocks are set forward. Enter a time before or after."
    )
  }

  private static func clock(_ text: String, on date: LocalDate) -> LocalDateTime? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.count) }) else {
      return nil
    }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count else { return nil }
    return LocalDateTime(
      date, hour: numbers[0], minute: numbers[1], second: numbers.count > 2 ? numbers[2] : 0)
  }

  /// Parses an exact amount such as `1234.50`; a comma is accepted as the point.
  ///
  /// Commas before groups of three digits are those of thousands if there are several of them. A single one is
  /// rejected, since `42,000` is 42 thousand for some, and 42 for others.
  package static func amount(_ text: String?) throws(TripInputError) -> Decimal? {
    guard var text = self.text(text) else { return nil }
    let given = text
    text = text.replacing(" ", with: "").replacing("\u{A0}", with: "").replacing("'", with: "")
    if text.contains(","), text.contains(".") {
      // The last of the two is the point.
      let isCommaLast =
        (text.lastIndex(of: ",") ?? text.startIndex) > (text.lastIndex(of: ".") ?? text.startIndex)
      text = text.replacing(isCommaLast ? "." : ",", with: "")
    }
    if text.wholeMatch(of: /-?[1-9][0-9]{0,2}(,[0-9]{3})+/) != nil {
      guard text.count(where: { $0 == "," }) > 1 else {
        let (whole, fraction) = (
          text.replacing(",", with: ""), text.replacing(",", with: ".")
        )
        throw TripInputError("\(given) is ambiguous. Write \(whole) or \(fraction).")
      }
      text = text.replacing(",", with: "")
    }
    text = text.replacing(",", with: ".")
    let isNumber = text.wholeMatch(of: /-?[0-9]{1,12}(\.[0-9]{1,8})?/) != nil
    guard isNumber, let amount = Decimal(string: text) else {
      throw TripInputError("\(given) is not an amount. Write a number such as 1234.50.")
    }
    return amount
  }

  /// Parses `12.50 EUR` or `EUR 12.50`, or an amount in a default currency.
  package static func price(
    _ text: String?, currency: String?
  ) throws(TripInputError) -> (amount: Decimal, currency: String)? {
    guard let text = self.text(text) else { return nil }
    let letters = text.filter(\.isLetter)
    let rest = text.filter { !$0.isLetter }
    let code = try self.currency(letters.isEmpty ? currency : letters)
    guard let amount = try self.amount(rest) else {
      throw TripInputError("\(text) is not an amount. Write a number such as 12.50 EUR.")
    }
    guard let code else {
      throw TripInputError("\(text) has no currency. Write one such as EUR behind it.")
    }
    return (try self.amount(amount, in: code), code)
  }

  /// Returns an amount that has no more decimal digits than its currency.
  package static func amount(
    _ amount: Decimal, in currency: String
  ) throws(TripInputError) -> Decimal {
    guard Currency.rounded(amount, currency) != amount else { return amount }
    let digits = Currency.minorUnits(currency) ?? 2
    throw TripInputError(
      "\(amount) \(currency) is finer than the smallest unit of the currency. Write "
        + (digits == 0 ? "a whole number." : "at most \(digits) digits after the point."))
  }

  /// Returns a budget that is not negative and no finer than its currency.
  package static func budget(
    _ amount: Decimal?, in currency: String?
  ) throws(TripInputError) -> Decimal? {
    guard let amount else { return nil }
    guard amount >= 0 else {
      throw TripInputError("A budget can't be negative. Write a number such as 2500.")
    }
    if let currency { return try self.amount(amount, in: currency) }
    // A currency that is entered later decides; most have hundredths.
    guard Currency.rounded(amount, "EUR") == amount else {
      throw TripInputError(
        "\(amount) has more than 2 digits after the point. Enter the trip's currency, too.")
    }
    return amount
  }

  /// Parses budgets by category such as `Food: 300`, one in a line; an empty amount removes a category.
  ///
  /// - Parameters:
  ///   - text: The lines. A name ends at the last colon or equals sign.
  ///   - currency: The currency of the trip; nil if it has none.
  /// - Returns: The amounts by category, nil for a removed one.
  /// - Throws: ``TripInputError`` that names the line.
  package static func categoryBudgets(
    _ text: String?, in currency: String?
  ) throws(TripInputError) -> [String: Decimal?] {
    var budgets: [String: Decimal?] = [:]
    for line in (text ?? "").split(whereSeparator: \.isNewline).map(String.init) {
      guard let line = self.text(line) else { continue }
      let mark = line.lastIndex { $0 == ":" || $0 == "=" }
      guard let mark, let name = self.text(String(line[..<mark])) else {
        throw TripInputError(
          "\(line) is no budget of a category. Write a name and an amount, such as Food: 300.")
      }
      guard !budgets.keys.contains(name) else {
        throw TripInputError("\(name) has two budgets. Keep one of them.")
      }
      let amount = try self.amount(String(line[line.index(after: mark)...]))
      budgets.updateValue(try budget(amount, in: currency), forKey: name)
    }
    return budgets
  }

  /// Parses a currency of ISO 4217.
  package static func currency(_ text: String?) throws(TripInputError) -> String? {
    guard let text = self.text(text)?.uppercased() else { return nil }
    guard Currency.minorUnits(text) != nil else {
      throw TripInputError("\(text) is not a currency. Write a code such as EUR.")
    }
    return text
  }

  /// Parses a weight in kilograms such as `350 g` or `1.2 kg`.
  package static func weight(_ text: String?) throws(TripInputError) -> Double? {
    guard let text = self.text(text) else { return nil }
    let compact = text.replacing(" ", with: "").lowercased()
    if compact.hasSuffix("g"), !compact.hasSuffix("kg"),
      let grams = Double(compact.dropLast().replacing(",", with: ".")), (0...1e6).contains(grams)
    {
      return grams / 1000
    }
    guard let kilograms = try? Mass.parse(text, default: .metric) else {
      throw TripInputError("\(text) is not a weight. Write a number with its unit, such as 350 g.")
    }
    return kilograms
  }

  /// Parses a position such as `-37.008, 174.792`.
  package static func coordinates(_ text: String?) throws(TripInputError) -> Coordinates? {
    guard let text = self.text(text) else { return nil }
    let parts = text.split { $0 == "," || $0 == " " || $0 == ";" }.compactMap { Double($0) }
    guard parts.count == 2, let position = Coordinates(latitude: parts[0], longitude: parts[1])
    else {
      throw TripInputError(
        "\(text) is not a position. Write degrees of latitude and longitude, such as -37.008, 174.792."
      )
    }
    return position
  }

  /// Parses a whole number in a range.
  package static func number(
    _ text: String?, in range: ClosedRange<Int>, _ name: String
  ) throws(TripInputError) -> Int? {
    guard let text = self.text(text) else { return nil }
    guard let number = Int(text.replacing("−", with: "-")), range.contains(number) else {
      throw TripInputError(
        "\(text) is not a \(name). Write a whole number from \(range.lowerBound) to \(range.upperBound)."
      )
    }
    return number
  }
}
