// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// The state of rucks before their tracks were edited, from which the edit can be undone.
///
/// A revision is a row of its own, and not an undo stack in memory, so that another process or device
/// can undo the edit.
@Model
public final class RuckRevision {
  #Index<RuckRevision>([\.date])

  /// The number of revisions that are kept; older ones are deleted.
  static let limit = 50

  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The time of the edit.
  public var date: Date
  /// The kind of edit.
  public var kind: TrackEditKind = TrackEditKind.trim
  /// The identifiers of the rucks after the edit, separated by spaces.
  var resultText: String = ""
  /// The rucks before the edit, as encoded by ``RuckCopy``.
  @Attribute(.externalStorage) var original: Data?

  init(kind: TrackEditKind, date: Date, results: [UUID], original: Data) {
    self.id = UUID()
    self.date = date
    self.kind = kind
    self.resultText = results.map(\.uuidString).joined(separator: " ")
    self.original = original
  }

  /// The identifiers of the rucks after the edit.
  public var results: [UUID] {
    resultText.split(separator: " ").compactMap { UUID(uuidString: String($0)) }
  }
}

/// A kind of edit of a ruck's track.
public enum TrackEditKind: String, Codable, Sendable, CaseIterable {
  /// The removal of the beginning or the end.
  case trim
  /// The division of a ruck into two.
  case split
  /// The combination of several rucks into one.
  case join
}
