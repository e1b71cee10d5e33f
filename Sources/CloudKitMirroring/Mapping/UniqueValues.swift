// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// Values for the properties of a uniqueness constraint, which only one object can have.
struct UniqueValues: Hashable {
  /// The entity that declares the constraint.
  let entity: String
  /// The indexes of the properties.
  let properties: [Int]
  let values: [RecordValue]

  /// The values as in an ancestor, with digests.
  var shortened: UniqueValues {
    UniqueValues(
      entity: entity, properties: properties, values: values.map { $0.shortened() })
  }
}

extension EntityRecordLayout {
  /// The unique values of an object; constraints with a nil value are omitted, since nil equals
  /// nothing.
  func uniqueValues(of values: [String: RecordValue]) -> [UniqueValues] {
    entity.uniqueConstraints.enumerated().compactMap { place, properties in
      let found = properties.compactMap { property in
        fields.first { $0.property.index == property }.flatMap { values[$0.name] }
      }
      guard found.count == properties.count else { return nil }
      return UniqueValues(
        entity: entity.owner(ofConstraint: place).name, properties: properties, values: found)
    }
  }
}
