// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The imported segments and items of a store by their keys.
struct KeyIndex {
  /// An imported object.
  struct Reference: Hashable {
    var id: UUID
    var isSegment: Bool
  }

  private var strong: [String: Reference] = [:]
  private var weak: [String: Set<Reference>] = [:]

  /// Reads the keys of all imported objects, deleted ones included.
  init(_ context: ModelContext) throws {
    let segments = FetchDescriptor<Segment>(predicate: #Predicate { $0.sourceKeys != nil })
    for segment in try context.fetch(segments) {
      add(segment.sourceKeys, Reference(id: segment.id, isSegment: true))
    }
    let items = FetchDescriptor<DayPlanItem>(predicate: #Predicate { $0.sourceKeys != nil })
    for item in try context.fetch(items) {
      add(item.sourceKeys, Reference(id: item.id, isSegment: false))
    }
  }

  /// Adds the stored keys of an object.
  mutating func add(_ keys: String?, _ reference: Reference) {
    for key in (keys ?? "").split(separator: "\n") {
      if key.hasPrefix("~") {
        weak[String(key.dropFirst()), default: []].insert(reference)
      } else {
        strong[String(key)] = reference
      }
    }
  }

  /// Returns the object of a strong key.
  func match(_ keys: BookingKeys) -> Reference? {
    keys.strong.lazy.compactMap { strong[$0] }.first
  }

  /// Returns the only object of a weak key, other than objects that are taken.
  func weakMatch(_ keys: BookingKeys, except taken: Set<Reference>) -> Reference? {
    for key in keys.weak {
      let matches = (weak[key] ?? []).subtracting(taken)
      if matches.count == 1 { return matches.first }
    }
    return nil
  }

  /// Returns the stored form of the keys of an object, with those that it has.
  static func text(_ keys: BookingKeys, and stored: String?) -> String {
    var lines = (stored ?? "").split(separator: "\n").map(String.init)
    for key in keys.strong + keys.weak.map({ "~" + $0 }) where !lines.contains(key) {
      lines.append(key)
    }
    return lines.joined(separator: "\n")
  }

  // MARK: Cancellations

  /// Returns the key by which an object records that a calendar event of another form has cancelled it.
  static func cancellation(_ keys: BookingKeys) -> String {
    "cancelled:" + (keys.strong.first ?? keys.identity)
  }

  /// Returns whether the stored keys of an object contain a key.
  static func contains(_ key: String, _ stored: String?) -> Bool {
    (stored ?? "").split(separator: "\n").contains { $0 == key }
  }

  /// Returns the stored keys of an object with or without a key.
  static func text(_ key: String, isIncluded: Bool, in stored: String?) -> String {
    var lines = (stored ?? "").split(separator: "\n").filter { $0 != key }.map(String.init)
    if isIncluded { lines.append(key) }
    return lines.joined(separator: "\n")
  }
}
