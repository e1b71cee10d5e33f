// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The targets of a session: consecutive pieces by distance or time, each with a pace.
package struct SessionPlan: Sendable, Hashable, Codable {
  /// A piece of a plan; one without distance and duration lasts until the session's end.
  package struct Piece: Sendable, Hashable, Codable {
    /// Metres; nil if the piece ends by time.
    package var distance: Double?
    /// Seconds; nil if the piece ends by distance.
    package var duration: Double?
    /// Seconds per 500 m (1000 m on a BikeErg).
    package var pace: Double

    /// Creates a piece.
    package init(distance: Double? = nil, duration: Double? = nil, pace: Double) {
      self.distance = distance
      self.duration = duration
      self.pace = pace
    }
  }

  /// The maximum number of pieces in a text.
  private static let most = 100
  /// The paces that a text can have, in seconds.
  private static let paces = 30.0...3600

  /// The accepted texts, in a sentence.
  package static let help =
    "Write a pace such as 2:00, or pieces such as 1500m@2:02, 500m@1:55 or 10:00@2:10."

  /// The pieces in order.
  package var pieces: [Piece]

  /// Creates a plan.
  package init(pieces: [Piece]) { self.pieces = pieces }

  /// Parses a pace for the whole session, or pieces with their paces.
  ///
  /// A piece is `LENGTH@PACE`, with a length in metres (`1500m`, `2k`) or minutes (`10:00`).
  ///
  /// - Parameter text: The pieces, separated by commas.
  /// - Throws: ``RowingLibraryError/invalidValue(_:value:allowed:)``.
  package init(text: String) throws(RowingLibraryError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let pieces = parts.prefix(Self.most + 1).map { Self.piece($0, isOnly: parts.count == 1) }
    let valid = pieces.compactMap(\.self)
    guard valid.count == pieces.count, (1...Self.most).contains(valid.count) else {
      throw .invalidValue(
        "A target", value: "“\(text.prefix(100))”",
        allowed: "a pace such as 2:00, or pieces such as 1500m@2:02, 500m@1:55 or 10:00@2:10")
    }
    self.init(pieces: valid)
  }

  /// The text, as ``init(text:)`` parses it.
  package var text: String {
    pieces.map { piece in
      let pace = RowingFigures.paceText(piece.pace)
      if let distance = piece.distance { return "\(Int(distance))m@\(pace)" }
      return piece.duration.map { "\(RowingFigures.timeText($0))@\(pace)" } ?? pace
    }.joined(separator: ", ")
  }

  /// Returns the plan with a session's distance for a piece without an end.
  package func ending(at distance: Double) -> SessionPlan {
    SessionPlan(
      pieces: pieces.map { piece in
        guard piece.distance == nil, piece.duration == nil else { return piece }
        return Piece(distance: distance, pace: piece.pace)
      })
  }

  /// Returns the plan's distance in metres and duration in seconds on a machine.
  package func totals(on machine: RowingMachine) -> (distance: Double, duration: Double) {
    let end = ComparedMotion(self, machine: machine)
    return (end.end(.distance), end.end(.time))
  }

  private static func piece(_ text: Substring, isOnly: Bool) -> Piece? {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard let pace = parts.last.flatMap({ seconds($0) }), paces.contains(pace) else { return nil }
    if parts.count == 1 { return isOnly ? Piece(pace: pace) : nil }
    guard parts.count == 2 else { return nil }
    let length = parts[0].trimmingCharacters(in: .whitespaces).lowercased()
    for (unit, metres) in [("km", 1000.0), ("m", 1), ("k", 1000)] where length.hasSuffix(unit) {
      guard let value = number(length.dropLast(unit.count)),
        (1...1_000_000).contains(value * metres)
      else { return nil }
      return Piece(distance: value * metres, pace: pace)
    }
    guard length.contains(":"), let duration = seconds(length), (1...360_000).contains(duration)
    else { return nil }
    return Piece(duration: duration, pace: pace)
  }

  /// Parses seconds as `1:58.5`, `1:02:03` or `118.5`.
  private static func seconds(_ text: some StringProtocol) -> Double? {
    let parts = text.trimmingCharacters(in: .whitespaces)
      .split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var total = 0.0
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      guard let value = number(part), index == 0 || value < 60, isLast || !part.contains(".") else {
        return nil
      }
      total = total * 60 + value
    }
    return total
  }

  /// Parses a number of at most eight characters, digits with or without a fraction.
  private static func number(_ text: some StringProtocol) -> Double? {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty, text.utf8.count <= 8,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(text)
  }
}
