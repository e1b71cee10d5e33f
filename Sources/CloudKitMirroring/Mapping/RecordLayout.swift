// Cairn
// SPDX-License-Identifier: Apache-2.0

package import SwiftData

/// How the objects of a schema lie in the records of a zone, readable for people and other programs.
///
/// - An entity is a record type, a property a field of the same name (``NameEscape`` where CloudKit has
///   no such name). A subclass is a type of its own, with the fields of its superclasses.
/// - Whole numbers and truth values are INT64, others DOUBLE, texts, URLs, UUIDs and decimal numbers
///   STRING, `Codable` values STRING with JSON, dates TIMESTAMP, data and transformed values BYTES.
///   Nil is no field. What CloudKit rounds is in ``ExactValues``; what is too long, in a file in
///   `cairn_asset_` and the field's name.
/// - A to-one relationship is a REFERENCE without an action. The other end has nothing, but a place in
///   a list is `cairn_position_` and the field's name in the record with the reference.
/// - Many-to-many, and to-many without an inverse, are records of their own: ``LinkLayout``.
/// - Rows of a series are in chunks: ``SeriesLayout``.
/// - ``FieldClocks`` are in `cairn_clocks`. Nothing else is hidden.
/// - `@Transient` and `.ephemeral` properties are not synced.
package final class RecordLayout: Sendable {
  package let entities: [EntityRecordLayout]
  /// How objects are written to records.
  package let style: MirroringOptions.RecordStyle
  /// The relationships that have records of their own, by their name.
  package let links: [String: LinkLayout]
  private let byType: [String: Int]
  private let byEntity: [String: Int]

  /// Works out how the objects of a schema lie in records.
  ///
  /// Throws ``SwiftDataError/modelValidationFailure``, which names the entity and the property, for
  /// what can't be synced.
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

  /// The layout of a schema's objects.
  package convenience init(_ schema: Schema, options: MirroringOptions = MirroringOptions()) throws
  {
    try self.init(try StoreLayout(schema), options: options)
  }

  /// The layout of the records of a type; nil for one that no entity has.
  package func entity(ofType recordType: String) -> EntityRecordLayout? {
    byType[recordType].map { entities[$0] }
  }

  /// The place in ``entities`` of the entity whose records have a type; nil if none has.
  package func index(ofType recordType: String) -> Int? { byType[recordType] }

  /// The place in ``entities`` of an entity whose objects are the rows of a series; nil for any other.
  package func index(ofSeries name: String) -> Int? {
    byEntity[name].flatMap { entities[$0].series == nil ? nil : $0 }
  }

  /// What of records is understood, in words: with other words, other things may be.
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
