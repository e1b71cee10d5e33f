// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
package import SwiftData

/// The record format of one entity's objects.
package final class EntityRecordLayout: Sendable {
  /// The layout of their table.
  package let entity: EntityLayout
  /// The type of their records.
  package let recordType: String
  /// The fields, in the order of the properties.
  package let fields: [FieldLayout]
  /// The merge rules for copies of them.
  package let rules: MergeRules
  /// The series that the entity's objects are rows of; nil if each object has its own record.
  package let series: SeriesLayout?
  /// Indexes in ``fields`` by the names of the fields with values, and of the fields with files.
  let byName: [String: Int]
  let byAsset: [String: Int]
  let byPosition: [String: Int]
  /// The constraint that names records: its declaring entity, and the indexes of its properties in
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
      throw SwiftDataError.modelValidationFailure.withMessage(
        "\(entity.name) can't be synced: CloudKit has no record type with the name \(recordType) "
          + "and \(fields.count) fields. Shorten the name or split the entity.")
    }
    self.byName = byName
    self.byAsset = byAsset
    self.byPosition = byPosition
    naming = Self.naming(entity, fields)
    encryptedFields = fields.filter(\.isEncrypted)
    hasRequiredTargets = fields.contains(where: \.isRequired)
    rules = try options.rules(of: entity)
    series = try options.series(of: entity, fields)
  }

  /// Whether its objects require other objects.
  let hasRequiredTargets: Bool

  /// The fields of attributes with the option `.allowsCloudEncryption`.
  let encryptedFields: [FieldLayout]

  /// Whether its objects have positions in lists.
  var hasPlaces: Bool { !byPosition.isEmpty }

  /// The field of a property by its name.
  package func field(ofProperty name: String) -> FieldLayout? {
    byName[NameEscape.field(name)].map { fields[$0] }
  }

  private static func check(_ field: FieldLayout, in entity: EntityLayout) throws {
    // The longest field name that is derived from it.
    let longest = HiddenFields.position(in: field.name)
    guard NameRules.isSchemaName(field.name), NameRules.isSchemaName(longest) else {
      throw SwiftDataError.modelValidationFailure.withMessage(
        "\(entity.name).\(field.property.name) can't be synced: its name is too long for a field of "
          + "a record. Shorten it.")
    }
    if field.isEncrypted, field.column == nil {
      throw SwiftDataError.modelValidationFailure.withMessage(
        "\(entity.name).\(field.property.name) can't be synced: relationships can't be encrypted.")
    }
  }

  // MARK: Names of records

  private static func naming(_ entity: EntityLayout, _ fields: [FieldLayout])
    -> (entity: String, fields: [Int])?
  {
    // With several constraints, two objects could be equal by the first one and different by the
    // second.
    guard entity.uniqueConstraints.count == 1 else { return nil }
    let places = entity.uniqueConstraints[0].compactMap { property in
      fields.firstIndex { $0.property.index == property }
    }
    guard places.count == entity.uniqueConstraints[0].count,
      !places.contains(where: { fields[$0].isEncrypted })
    else { return nil }
    return (entity.owner(ofConstraint: 0).name, places)
  }

  /// The fields of the constraint that names records; none if names are random.
  package var namingFields: [FieldLayout] { naming?.fields.map { fields[$0] } ?? [] }

  /// The record name derived from an object's values; nil if the object gets a random name.
  ///
  /// Names are random for an entity with no or several uniqueness constraints, and for an object
  /// with nil for a unique value. A record keeps its name when its values change. So the name may
  /// belong to an object that has other values by now; then the new object gets a random name, too.
  package func recordName(for values: [String: RecordValue]) -> String? {
    naming.flatMap { naming in
      RecordNames.unique(naming.entity, naming.fields.map { values[fields[$0].name] })
    }
  }
}
