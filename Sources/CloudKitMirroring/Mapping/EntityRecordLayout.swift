// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
package import SwiftData

/// How the objects of one entity lie in records.
package final class EntityRecordLayout: Sendable {
  /// How they lie in their table.
  package let entity: EntityLayout
  /// The type of their records.
  package let recordType: String
  /// The fields, in the order of the properties.
  package let fields: [FieldLayout]
  /// How their copies are merged.
  package let rules: MergeRules
  /// How the entity is a series of another; nil for one whose objects have a record each.
  package let series: SeriesLayout?
  /// Places in ``fields`` by the names of the fields with values and of those with files.
  let byName: [String: Int]
  let byAsset: [String: Int]
  let byPosition: [String: Int]
  /// The constraint that names records: the entity that declares it, and its properties' places in
  /// ``fields``.
  private let naming: (entity: String, fields: [Int])?

  init(_ entity: EntityLayout, _ options: MirroringOptions) throws {
    self.entity = entity
    recordType = NameEscape.recordType(entity.name)
    fields = entity.properties.compactMap { property -> FieldLayout? in
      switch property.storage {
      case .attribute(.ephemeral, _), .toManyByForeignKey, .toManyByJoin: nil
      case .attribute, .toOne:
        FieldLayout(property, of: entity, hasPlaces: options.recordStyle == .readable)
      }
    }
    var byName: [String: Int] = [:]
    var byAsset: [String: Int] = [:]
    var byPosition: [String: Int] = [:]
    for (place, field) in fields.enumerated() {
      try Self.check(field, in: entity)
      byName[field.name] = place
      if let asset = field.assetName { byAsset[asset] = place }
      if let position = field.positionName { byPosition[position] = place }
    }
    guard NameRules.isRecordType(recordType), fields.count + byAsset.count < Limits.fields else {
      throw SwiftDataError.modelValidationFailure.saying(
        "\(entity.name) can't be synced: CloudKit has no record type with the name \(recordType) "
          + "and \(fields.count) fields. Shorten the name or split the entity.")
    }
    self.byName = byName
    self.byAsset = byAsset
    self.byPosition = byPosition
    naming = Self.naming(entity, fields)
    hasRequiredTargets = fields.contains(where: \.isRequired)
    rules = try options.rules(of: entity)
    series = try options.series(of: entity, fields)
  }

  /// Whether its objects can't be without some others.
  let hasRequiredTargets: Bool

  /// Whether its objects have places in lists.
  var hasPlaces: Bool { !byPosition.isEmpty }

  /// The field of a property by its name.
  package func field(ofProperty name: String) -> FieldLayout? {
    byName[NameEscape.field(name)].map { fields[$0] }
  }

  private static func check(_ field: FieldLayout, in entity: EntityLayout) throws {
    // The longest of the names that are made of it.
    let longest = HiddenFields.position(in: field.name)
    guard NameRules.isSchemaName(field.name), NameRules.isSchemaName(longest) else {
      throw SwiftDataError.modelValidationFailure.saying(
        "\(entity.name).\(field.property.name) can't be synced: its name is too long for a field of "
          + "a record. Shorten it.")
    }
    if field.isEncrypted, field.column == nil {
      throw SwiftDataError.modelValidationFailure.saying(
        "\(entity.name).\(field.property.name) can't be synced: relationships can't be encrypted.")
    }
  }

  // MARK: Names of records

  private static func naming(_ entity: EntityLayout, _ fields: [FieldLayout])
    -> (entity: String, fields: [Int])?
  {
    // With several, two objects could be one by the first and two by the second.
    guard entity.uniqueConstraints.count == 1 else { return nil }
    let places = entity.uniqueConstraints[0].compactMap { property in
      fields.firstIndex { $0.property.index == property }
    }
    guard places.count == entity.uniqueConstraints[0].count,
      !places.contains(where: { fields[$0].isEncrypted })
    else { return nil }
    return (entity.owner(ofConstraint: 0).name, places)
  }

  /// The fields of the constraint that names records; none if they get a name of chance.
  package var namingFields: [FieldLayout] { naming?.fields.map { fields[$0] } ?? [] }

  /// The name of the record of an object with such values; nil if it is to have a name of chance.
  ///
  /// That is so for an entity with no or several uniqueness constraints, and for an object with nil in
  /// place of a unique value. The record keeps its name when its values change: so a name may be taken
  /// by an object that has other values by now, and a name of chance is to be given then.
  package func recordName(for values: [String: RecordValue]) -> String? {
    naming.flatMap { naming in
      RecordNames.unique(naming.entity, naming.fields.map { values[fields[$0].name] })
    }
  }
}
