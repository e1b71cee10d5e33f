// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Generated travel files for the benchmarks of trips.
enum TravelSample {
  /// A calendar with events of half an hour.
  ///
  /// - Parameters:
  ///   - count: The number of events.
  ///   - start: The day of the first event, in days since 1970.
  ///   - perDay: The number of events on each day, at most 24.
  ///   - name: A word in the identifiers and titles.
  ///   - note: The description of each event.
  /// - Returns: The text of the calendar.
  static func calendar(
    _ count: Int, from start: Int, perDay: Int, name: String, note: String = "Bring the tickets"
  ) -> String {
    var text =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Cairn//Benchmark//EN\r\n"
    for index in 0..<count {
      let date = day(start + index / perDay)
      let hour = index % perDay
      let clock = hour < 10 ? "0\(hour)" : "\(hour)"
      text += """
        BEGIN:VEVENT\r
        UID:\(name)-\(index)@example.com\r
        DTSTAMP:20260101T000000Z\r
        DTSTART;TZID=Europe/Vienna:\(date)T\(clock)0000\r
        DTEND;TZID=Europe/Vienna:\(date)T\(clock)3000\r
        SUMMARY:\(name) \(index)\r
        LOCATION:Hall \(index % 40)\r
        DESCRIPTION:\(note)\r
        END:VEVENT\r

        """
    }
    return text + "END:VCALENDAR\r\n"
  }

  /// A JSON-LD file of train reservations on consecutive hours.
  static func trains(_ count: Int, from start: Int) -> String {
    let reservations = (0..<count).map { index in
      let date = day(start + index / 20, separator: "-")
      let hour = index % 20
      func clock(_ minute: Int) -> String {
        "\(date)T\(hour < 10 ? "0\(hour)" : "\(hour)"):\(minute < 10 ? "0\(minute)" : "\(minute)"):00+01:00"
      }
      return """
        {"@type":"TrainReservation","reservationNumber":"R\(10_000 + index)",\
        "underName":{"@type":"Person","name":"Kim"},"reservationFor":{"@type":"TrainTrip",\
        "trainNumber":"IC \(index)","departureStation":{"@type":"TrainStation","name":"Station \(index % 50)",\
        "geo":{"latitude":\(46.0 + Double(index % 50) / 20),"longitude":15.4}},\
        "departureTime":"\(clock(5))","arrivalStation":{"@type":"TrainStation",\
        "name":"Station \((index + 1) % 50)","geo":{"latitude":\(46.0 + Double((index + 1) % 50) / 20),\
        "longitude":15.4}},"arrivalTime":"\(clock(50))"}}
        """
    }
    return "[" + reservations.joined(separator: ",\n") + "]"
  }

  /// A web page of a size in bytes, with one reservation at its end.
  static func page(bytes: Int) -> String {
    let row = "<tr class=\"row\"><td>Terms &amp; conditions of carriage</td><td>42</td></tr>\n"
    let count = bytes / row.utf8.count
    return "<!doctype html><html><head><title>Booking</title></head><body><table>\n"
      + String(repeating: row, count: count)
      + "</table><script type=\"application/ld+json\">" + trains(1, from: 20_900)
      + "</script></body></html>\n"
  }

  /// The text of a day, such as 20270310.
  private static func day(_ number: Int, separator: String = "") -> String {
    let date = Date(timeIntervalSince1970: Double(number) * 86_400)
    return date.formatted(
      .iso8601.year().month().day().dateSeparator(separator.isEmpty ? .omitted : .dash))
  }
}
