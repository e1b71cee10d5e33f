// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// The comparison of values; strings compare case-insensitively, like index keys.
enum ValueOrder {
  /// True if two values are equal; a reference without a zone refers to the record's zone.
  static func areEqual(_ first: FieldValue, _ second: FieldValue, _ zone: String) -> Bool {
    switch (first, second) {
    case (.string(let first), .string(let second)):
      first == second || first.lowercased().utf8.elementsEqual(second.lowercased().utf8)
    case (.reference(let first), .reference(let second)):
      first.recordName == second.recordName
        && (first.zoneID?.zoneName ?? zone) == (second.zoneID?.zoneName ?? zone)
    case (.bytes(let first), .bytes(let second)): first == second
    default: compare(first, second) == 0
    }
  }

  /// Compares two values: negative, 0 or positive; nil for types without an order.
  static func compare(_ first: FieldValue, _ second: FieldValue) -> Int? {
    switch (first, second) {
    case (.string(let first), .string(let second)):
      compare(first.lowercased().utf8, second.lowercased().utf8)
    case (.int64(let first), .int64(let second)), (.timestamp(let first), .timestamp(let second)):
      first < second ? -1 : first == second ? 0 : 1
    case (.double(let first), .double(let second)):
      first < second ? -1 : first == second ? 0 : 1
    case (.int64(let first), .double(let second)), (.timestamp(let first), .double(let second)):
      compare(first, second)
    default: nil
    }
  }

  private static func compare(_ first: String.UTF8View, _ second: String.UTF8View) -> Int {
    if first.elementsEqual(second) { return 0 }
    return first.lexicographicallyPrecedes(second) ? -1 : 1
  }

  /// Compares exactly, even if no double equals the integer.
  static func compare(_ integer: Int64, _ number: Double) -> Int {
    if number >= 0x1p63 { return -1 }
    if number < -0x1p63 { return 1 }
    let whole = number.rounded(.down)
    let floor = Int64(whole)
    if integer != floor { return integer < floor ? -1 : 1 }
    return number > whole ? -1 : 0
  }
}
