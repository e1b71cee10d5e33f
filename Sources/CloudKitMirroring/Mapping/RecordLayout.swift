// Cairn
// SPDX-License-Identifier: Apache-2.0

package import SwiftData

/// The record format of a schema's objects, readable for people and other programs.
///
/// - An entity is a record type, a property a field of the same name (``NameEscape`` if CloudKit
///   does not allow the name). A subclass has its own type, with the fields of its superclasses.
/// - Integers and Booleans are INT64, other numbers DOUBLE, strings, URLs, UUIDs and decimal
///   numbers STRING, `Codable` values STRING with JSON, dates TIMESTAMP, data and transformed
///   values BYTES. Nil is a missing field. Details that CloudKit rounds are in ``ExactValues``;
///   long values are files in the field `cairn_asset_` and the field's name.
/// - A to-one relationship is a REFERENCE without an action. The inverse has no field, but the
///   position in a list is `cairn_position_` and the field's name, in the record with the
///   reference.
/// - Many-to-many relationships, and to-many without an inverse, have their own records:
///   ``LinkLayout``.
/// - Rows of a series are in chunks: ``SeriesLayout``.
/// - ``FieldClocks`` are in `cairn_clocks`. There are no other hidden fields.
/// - `@Transient` and `.ephemeral` properties are not synced.
package final class RecordLayout: Sendable {
  package let entities: [EntityRecordLayout]
  /// The record format.
  package let style: MirroringOptions.RecordStyle
  /// The relationships that have their own records, by name.
  package let links: [String: LinkLayout]
  private let byType: [String: Int]
  private let byEntity: [String: Int]

  /// Creates the record format of a store's objects.
  ///
  /// Throws ``SwiftDataError/modelValidationFailure``, with the names of the entity and the
  /// property, if something can't be synced.
  package init(_ layout: StoreLayout, options: MirroringOptions = MirroringOptions()) throws {
    try options.check(layout)
    style = options.recordStyle
    entities = try layout.entities.map { try EntityRecordLayout($0, options) }
    var byType: [String: Int] = [:]
    var byEntity: [String: Int] = [:]
    for (index, entity) in entities.enumerated() {
      byType[entity.recordType] = index
      byEntity[entity.entity.name] = index
    }
    self.byType = byType
    self.byEntity = byEntity
    var links: [String: LinkLayout] = [:]
    for entity in layout.entities {
      for property in entity.ownProperties {
        guard case .toManyByJoin(let other, let table, _, _) = property.storage,
          table == "\(entity.name)_\(property.name)"
        else { continue }
        links[table] = LinkLayout(
          relationship: table, source: entity.name, sourceProperty: property.name,
          target: other.entity, targetProperty: other.inverse)
      }
    }
    self.links = links
  }

  /// Creates the record format of a schema's objects.
  package convenience init(_ schema: Schema, options: MirroringOptions = MirroringOptions()) throws
  {
    try self.init(try StoreLayout(schema), options: options)
  }

  /// The layout of the records of a type; nil if no entity has the type.
  package func entity(ofType recordType: String) -> EntityRecordLayout? {
    byType[recordType].map { entities[$0] }
  }

  /// The index in ``entities`` of the entity with a record type; nil if there is none.
  package func index(ofType recordType: String) -> Int? { byType[recordType] }

  /// The index in ``entities`` of an entity whose objects are the rows of a series; nil for any
  /// other.
  package func index(ofSeries name: String) -> Int? {
    byEntity[name].flatMap { entities[$0].series == nil ? nil : $0 }
  }

  /// A description of all readable types and fields: when it changes, more records may be readable.
  package var vocabulary: String {
    let types = entities.map { entity in
      let fields = entity.fields.map { field in
        let kind = field.column.map { "\($0)" } ?? field.target ?? ""
        return "\(field.name):\(kind)\(field.isEncrypted ? "!" : "")"
      }
      let mark = entity.series == nil ? "" : "*"
      return "\(entity.recordType)\(mark) \(fields.joined(separator: " "))"
    }
    let style = style == .coreData ? "coreData" : "readable"
    return ([style] + types.sorted() + links.keys.sorted()).joined(separator: "\n")
  }

  /// The layout of the objects of an entity.
  package func entity(named name: String) -> EntityRecordLayout? {
    byEntity[name].map { entities[$0] }
  }
}
