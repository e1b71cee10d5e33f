// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import SwiftData

/// How the rows of a series lie in records: in chunks, each with the reference to the owner.
///
/// A chunk's name is made of the entity, the owner's record and the chunk's number (``RecordNames``).
package struct SeriesLayout: Hashable, Sendable {
  /// The type of all such records.
  package static let recordType = "cairn_series"
  /// The most rows of a chunk.
  package static let rowsPerChunk = 1_000
  /// The fields: the rows' entity, STRING; the owner, REFERENCE; the chunk's number, INT64; and the
  /// rows, BYTES (``SeriesChunk``), or a file with them.
  package static let entityField = "entity"
  package static let ownerField = "owner"
  package static let numberField = "number"
  package static let rowsField = "rows"
  package static let rowsAsset = HiddenFields.asset(of: rowsField)

  /// The entity of the rows.
  package let entity: String
  /// The names of the fields of the owner and of what the rows are in the order of.
  package let owner: String
  package let order: String
  /// The names of the fields that tell rows apart: those that are said to, the unique ones, or all.
  package let identity: [String]
  /// The names of the fields that chunks have columns for: all attributes.
  package let columns: [String]
  /// The most rows that this program puts into a chunk.
  package let capacity: Int

  package init(
    entity: String, owner: String, order: String, identity: [String], columns: [String],
    capacity: Int = Self.rowsPerChunk
  ) {
    self.entity = entity
    self.owner = owner
    self.order = order
    self.identity = identity
    self.columns = columns
    self.capacity = capacity
  }
}

extension MirroringOptions {
  /// The series that an entity is; throws for one that can't be.
  func series(of entity: EntityLayout, _ fields: [FieldLayout]) throws -> SeriesLayout? {
    guard let series = seriesByEntity[entity.name], recordStyle == .readable else { return nil }
    func refusal(_ property: String, _ reason: String) -> SwiftDataError {
      .modelValidationFailure.saying(
        "\(entity.name) can't be a series because of \(property): \(reason).")
    }
    for property in entity.properties {
      switch property.storage {
      case .attribute(_, isExternal: true):
        throw refusal(property.name, "values in files of their own don't go into a series")
      case .attribute: continue
      case .toOne where property.name == series.owner: continue
      default: throw refusal(property.name, "rows have no relationship but that to the owner")
      }
    }
    if let encrypted = fields.first(where: \.isEncrypted) {
      throw refusal(encrypted.property.name, "encrypted values don't go into a series")
    }
    guard let owner = fields.first(where: { $0.property.name == series.owner }),
      owner.column == nil
    else { throw refusal(series.owner, "the owner is to be a to-one relationship") }
    guard let order = fields.first(where: { $0.property.name == series.order }),
      let column = order.column, [.integer, .real, .date].contains(column)
    else { throw refusal(series.order, "rows are in the order of numbers or dates only") }
    let attributes = fields.filter { $0.column != nil }
    let named = try series.identity.map { identity in
      guard let field = attributes.first(where: { $0.property.name == identity }) else {
        throw refusal(identity, "rows are told apart by an attribute")
      }
      return [field.name]
    }
    let unique = entity.uniqueConstraints.first.map { constraint in
      attributes.filter { constraint.contains($0.property.index) }.map(\.name)
    }
    return SeriesLayout(
      entity: entity.name, owner: owner.name, order: order.name,
      identity: named ?? unique.flatMap { $0.isEmpty ? nil : $0 } ?? attributes.map(\.name),
      columns: attributes.map(\.name), capacity: rowsPerChunk)
  }
}
