// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Something that two devices did to one object apart, and what of it was not kept.
///
/// It is in the log of the device that put the two together, until it is restored or let go.
public struct Conflict: Identifiable, Hashable, Sendable {
  /// What was not kept.
  public enum Kind: String, Hashable, Sendable {
    /// The value of a property: another one was written later, or has precedence.
    case value
    /// A deletion: the object was changed elsewhere, and is there again.
    case deletion
    /// Rows of a series: they were changed elsewhere too, and later.
    case rows
  }

  /// Whose it was.
  public enum Side: String, Hashable, Sendable {
    /// This device's.
    case here
    /// Another device's.
    case elsewhere
  }

  /// Its number in the log; no two have the same.
  public let id: Int64
  /// When it was noticed, by this device's clock.
  public let date: Date
  /// The name of the object's record.
  public let recordName: String
  /// The entity of the object.
  public let entityName: String
  /// What was not kept.
  public let kind: Kind
  /// Whose it was.
  public let side: Side
  /// The name of the property; nil for a deletion and for rows.
  public let propertyName: String?
  /// When it was written, by the clock of the device that did; nil for a deletion and for rows.
  public let written: Date?
  /// The value in words: text as it is, numbers with a point, data as the number of its bytes, how many
  /// rows; nil for a deletion, and for a property that had been cleared.
  public let valueDescription: String?
}
