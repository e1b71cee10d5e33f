// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import TravelFiles

extension TripImportRun {
  /// Stores the bookings of the messages of a mailbox, each as if it were a file of its own, the oldest first.
  ///
  /// Other messages have no effect: a mailbox has invitations and pictures that belong to no trip.
  func store(_ mailbox: Mailbox, _ reader: TravelFileReader, name: String) throws {
    var result = TripImportReport.File(name: name)
    result.format = .mail
    var skipped = 0
    for index in mailbox.indices {
      guard let document = Self.bookings(of: mailbox.message(at: index), reader) else {
        skipped += 1
        continue
      }
      try store(document, name: document.title ?? name)
      try context.save()
      Self.add(file, document.title, to: &result)
    }
    file = result
    if skipped > 0 {
      addIssue(
        "\(skipped) of \(mailbox.indices.count) messages have no booking that a program can read.")
    }
    if mailbox.isTruncated {
      addIssue("The mailbox has more than \(Mailbox.limit) messages; the others are skipped.")
    }
  }

  /// Returns a message with its bookings and attachments; nil if it has no booking.
  private static func bookings(of message: Data, _ reader: TravelFileReader) -> TravelDocument? {
    guard var document = try? reader.read(message) else { return nil }
    document.items = document.items.filter { $0.reservation != nil }
    if document.items.isEmpty { return nil }
    document.events = []
    document.places = []
    document.tracks = []
    return document
  }

  /// Adds the result of a message to that of its mailbox.
  private static func add(
    _ message: TripImportReport.File, _ subject: String?, to result: inout TripImportReport.File
  ) {
    result.changes += message.changes
    for trip in message.trips where !result.trips.contains(trip) { result.trips.append(trip) }
    result.issueCount += message.issueCount
    let rest = max(0, TravelFileIssueLog.limit - result.issues.count)
    for issue in message.issues.prefix(rest) {
      let start = subject.map { "\($0): " } ?? ""
      result.issues.append(.init(line: nil, message: start + issue.message))
    }
  }
}
