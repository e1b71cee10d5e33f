// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import SwiftData

/// The record format of a series: its rows are in chunks, each with a reference to the owner.
///
/// A chunk's name is derived from the entity, the owner's record and the chunk's number
/// (``RecordNames``).
package struct SeriesLayout: Hashable, Sendable {
  /// The type of all such records.
  package static let recordType = "cairn_series"
  /// The maximum number of rows in a chunk.
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
  /// The names of the fields with the owner and with the order of rows.
  package let owner: String
  package let order: String
  /// The names of the fields that identify rows: those named in the options, the unique ones, or
  /// all.
  package let identity: [String]
  /// The names of the columns of chunks: all attributes.
  package let columns: [String]
  /// The maximum number of rows in a chunk that this program writes.
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
  /// The series whose rows are an entity's objects; throws if the entity can't be a series.
  func series(of entity: EntityLayout, _ fields: [FieldLayout]) throws -> SeriesLayout? {
    guard let series = seriesByEntity[entity.name], recordStyle == .readable else { return nil }
    func refusal(_ property: String, _ reason: String) -> SwiftDataError {
      .modelValidationFailure.withMessage(
        "\(entity.name) can't be a series because of \(property): \(reason).")
    }
    for property in entity.properties {
      switch property.storage {
      case .attribute(_, isExternal: true):
        throw refusal(property.name, "a series can't have values with external storage")
      case .attribute: continue
      case .toOne where property.name == series.owner: continue
      default: throw refusal(property.name, "rows can only have the relationship to their owner")
      }
    }
    if let encrypted = fields.first(where: \.isEncrypted) {
      throw refusal(encrypted.property.name, "a series can't have encrypted values")
    }
    guard let owner = fields.first(where: { $0.property.name == series.owner }),
      owner.column == nil
    else { throw refusal(series.owner, "the owner must be a to-one relationship") }
    guard let order = fields.first(where: { $0.property.name == series.order }),
      let column = order.column, [.integer, .real, .date].contains(column)
    else { throw refusal(series.order, "rows can only be ordered by a number or a date") }
    let attributes = fields.filter { $0.column != nil }
    let named = try series.identity.map { identity in
      guard let field = attributes.first(where: { $0.property.name == identity }) else {
        throw refusal(identity, "rows must be identified by an attribute")
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
