// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A concurrent change of two devices to one object, of which one was overwritten.
///
/// ```swift
/// for conflict in try await sync.conflicts() where conflict.side == .here {
///   print(conflict.entityName, conflict.propertyName ?? "", conflict.valueDescription ?? "nil")
///   try await sync.restore(conflict.id)
/// }
/// ```
///
/// It is in the log of the device that merged the changes, until it is restored or dismissed.
public struct Conflict: Identifiable, Hashable, Sendable {
  /// The kinds of overwritten changes.
  public enum Kind: String, Hashable, Sendable {
    /// The value of a property: another one was written later, or has precedence.
    case value
    /// A deletion: the object was changed elsewhere, and was restored.
    case deletion
    /// Rows of a series: another device has changed them later.
    case rows
  }

  /// The devices that can have written an overwritten change.
  public enum Side: String, Hashable, Sendable {
    /// This device.
    case here
    /// Another device.
    case elsewhere
  }

  /// The unique number in the log.
  public let id: Int64
  /// The time of the merge, by this device's clock.
  public let date: Date
  /// The name of the object's record.
  public let recordName: String
  /// The entity of the object.
  public let entityName: String
  /// The kind of the overwritten change.
  public let kind: Kind
  /// The device that wrote it.
  public let side: Side
  /// The name of the property; nil for a deletion and for rows.
  public let propertyName: String?
  /// The time of the write, by the writing device's clock; nil for a deletion and for rows.
  public let written: Date?
  /// The value in words: a string as it is, a number with a decimal point, data as its size in
  /// bytes, rows as their number.
  ///
  /// Nil for a deletion, and for a property that had been cleared.
  public let valueDescription: String?
}
