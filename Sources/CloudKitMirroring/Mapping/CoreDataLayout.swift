// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import CloudKitWire
import Foundation
import SwiftData

/// The record format of Apple's own mirroring, so that an app on Apple's systems and a program here
/// can share data.
///
/// - The zone is `com.apple.coredata.cloudkit.zone`. The record type of an entity and its
///   subentities is `CD_` and the name of the root entity; `CD_entityName` names the entity itself.
/// - A property is the field `CD_` and its name: integers and Booleans are INT64, other numbers and
///   decimals DOUBLE, strings, UUIDs and URLs STRING, dates TIMESTAMP, data, transformed and
///   `Codable` values BYTES. A long value is an ASSET in the field with the suffix `_ckAsset`.
/// - A to-one relationship is a STRING, the name of the target's record. Many-to-many relationships
///   are records of the type `CDMR`.
/// - There are no clocks: ``FieldClocks/attributed(_:to:ancestor:modified:summed:)`` derives them
///   from the record's date.
package final class CoreDataLayout: Sendable {
  /// The zone of all records.
  package static let zoneName = "com.apple.coredata.cloudkit.zone"
  /// The type of the records of many-to-many relationships, and their fields.
  package static let linkType = "CDMR"
  package static let entityNamesField = "CD_entityNames"
  package static let recordNamesField = "CD_recordNames"
  package static let relationshipsField = "CD_relationships"
  /// The field with the entity's name.
  package static let entityField = "CD_entityName"

  private static let prefix = "CD_"
  private static let assetSuffix = "_ckAsset"
  /// The maximum size of the values inside a record, in bytes.
  private static let recordLimit = 750_000

  /// The layout of the readable style, whose names and rules both styles share.
  package let records: RecordLayout

  /// Creates the layout of a schema's objects.
  ///
  /// Throws ``SwiftDataError/modelValidationFailure`` if Apple's record format can't represent the
  /// schema.
  package init(_ records: RecordLayout) throws {
    self.records = records
    for layout in records.entities {
      if let encrypted = layout.fields.first(where: \.isEncrypted) {
        throw SwiftDataError.modelValidationFailure.withMessage(
          "\(layout.entity.name).\(encrypted.property.name) can't be encrypted in Apple's record "
            + "format: only Apple has the keys. Remove .allowsCloudEncryption, or use the readable "
            + "style."
        )
      }
      for field in layout.fields
      where !NameRules.isSchemaName(Self.name(of: field) + Self.assetSuffix) {
        throw SwiftDataError.modelValidationFailure.withMessage(
          "\(layout.entity.name).\(field.property.name) can't be synced: CloudKit has no field "
            + "with its name. Rename it.")
      }
    }
    for link in records.links.values where link.targetProperty == nil {
      throw SwiftDataError.modelValidationFailure.withMessage(
        "\(link.source).\(link.sourceProperty) can't be synced in Apple's record format: it has no "
          + "inverse. Declare one, or use the readable style.")
    }
  }

  private static func name(of field: FieldLayout) -> String { prefix + field.property.name }

  /// The type of the records of an entity.
  package func recordType(of layout: EntityRecordLayout) -> String {
    Self.prefix + layout.entity.table
  }

  /// The layout of a record's object; nil for an entity that the schema doesn't have.
  package func entity(
    ofType recordType: String, _ fields: [CKRecord.FieldKey: StoredValue]
  ) -> EntityRecordLayout? {
    let name: String
    if case .string(let entity) = fields[Self.entityField] {
      name = entity
    } else {
      name = String(recordType.dropFirst(Self.prefix.count))
    }
    guard let layout = records.entity(named: name), self.recordType(of: layout) == recordType else {
      return nil
    }
    return layout
  }

  /// The record name derived from an object's values, a UUID like all names in this format.
  ///
  /// Nil if the object gets a random name.
  package func recordName(for values: [String: RecordValue], of layout: EntityRecordLayout)
    -> String?
  {
    layout.recordName(for: values).map { RecordNames.uuid($0).uuidString }
  }

  // MARK: Objects

  /// The field changes that bring a record in line with a snapshot; nil clears a field.
  ///
  /// Throws ``FieldProblem`` for an infinite number, and the errors of `transport`.
  package func changes(
    to values: [String: RecordValue], of layout: EntityRecordLayout, sent: Set<String>? = nil,
    from existing: [CKRecord.FieldKey: StoredValue], with transport: FieldTransport
  ) throws -> [CKRecord.FieldKey: StoredValue?] {
    var changes: [CKRecord.FieldKey: StoredValue?] = [:]
    let entity = StoredValue.string(layout.entity.name)
    if existing[Self.entityField] != entity { changes[Self.entityField] = entity }
    var room = Self.recordLimit
    for field in layout.fields where sent?.contains(field.name) ?? true {
      let name = Self.name(of: field)
      let asset = name + Self.assetSuffix
      changes[name] = .some(nil)
      changes[asset] = .some(nil)
      guard let value = values[field.name] else { continue }
      let stored = try stored(value, field, layout)
      let bytes: Data? =
        switch stored {
        case .string(let text) where text.utf8.count > 1_000: Data(text.utf8)
        case .data(let data): data
        default: nil
        }
      if let bytes, field.assetName != nil,
        bytes.count > field.inlineLimit || bytes.count > room
      {
        changes[asset] = .asset(try transport.file(bytes, of: field, layout.entity))
      } else {
        room -= bytes?.count ?? 0
        changes[name] = stored
      }
    }
    return changes.filter { $0.value != nil || existing[$0.key] != nil }
  }

  private func stored(
    _ value: RecordValue, _ field: FieldLayout, _ layout: EntityRecordLayout
  ) throws -> StoredValue {
    switch (field.column, value) {
    case (_, .reference(let name)): return .string(name)
    case (.json, .text(let text)): return .data(Data(text.utf8))
    case (.decimal, .text(let text)): return .double(Double(text) ?? 0)
    default: break
    }
    var exact = ExactValues()
    guard let stored = field.stored(value, in: .default, exact: &exact) else {
      throw FieldProblem(
        place: "\(layout.entity.name).\(field.property.name)", field: Self.name(of: field),
        reason: "it is infinite, which Apple's record format can't represent")
    }
    return stored
  }

  /// Decodes the fields of a record.
  ///
  /// `known` are the values decoded before: a date or decimal number that equals the rounded known
  /// value is unchanged.
  package func read(
    _ stored: [CKRecord.FieldKey: StoredValue], of layout: EntityRecordLayout,
    known: [String: RecordValue] = [:], with transport: FieldTransport
  ) throws -> ReceivedRecord {
    var record = ReceivedRecord()
    record.unknown = stored
    record.unknown[Self.entityField] = nil
    var exact = ExactValues()
    for field in layout.fields {
      let name = Self.name(of: field)
      let asset = name + Self.assetSuffix
      let before = known[field.name]
      if let before { _ = field.stored(before, in: transport.zone, exact: &exact) }
      do {
        var found = stored[name]
        if found == nil, case .asset(let file) = stored[asset], field.assetName != nil {
          found = .data(try transport.contents(file))
        }
        guard let found else { continue }
        record.values[field.name] = try value(found, field, layout, exact, before)
        record.unknown[name] = nil
        record.unknown[asset] = nil
      } catch let problem as FieldProblem {
        record.problems.append(problem)
      }
    }
    return record
  }

  private func value(
    _ stored: StoredValue, _ field: FieldLayout, _ layout: EntityRecordLayout,
    _ exact: ExactValues, _ known: RecordValue?
  ) throws -> RecordValue? {
    switch (field.column, stored) {
    case (nil, .string(let name)): return .reference(name)
    case (.decimal, .double(let number)):
      if case .text(let text) = known, Double(text) == number { return known }
    default: break
    }
    return try field.value(stored, exact: exact, of: layout.entity.name)
  }

  // MARK: Many-to-many

  /// The name of the record that links two others: a UUID derived from their names.
  package func linkName(_ link: LinkLayout, from source: String, to target: String) -> String {
    RecordNames.uuid(link.recordName(from: source, to: target)).uuidString
  }

  /// The fields of the record that links two others.
  package func linkFields(_ link: LinkLayout, from source: String, to target: String)
    -> [CKRecord.FieldKey: StoredValue]
  {
    var ends = [
      (link.source, source, link.sourceProperty), (link.target, target, link.targetProperty ?? ""),
    ]
    if ends[1].0 < ends[0].0 { ends.swapAt(0, 1) }
    func joined(_ part: ((String, String, String)) -> String) -> StoredValue {
      .string(ends.map(part).joined(separator: ":"))
    }
    return [
      Self.entityNamesField: joined { $0.0 }, Self.recordNamesField: joined { $0.1 },
      Self.relationshipsField: joined { $0.2 },
    ]
  }

  /// Decodes a record of the type `CDMR`; nil if its relationship is not in the schema.
  package func readLink(_ fields: [CKRecord.FieldKey: StoredValue])
    -> (link: LinkLayout, source: String, target: String)?
  {
    func parts(_ name: String) -> (String, String)? {
      guard case .string(let text) = fields[name] else { return nil }
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
    guard let entities = parts(Self.entityNamesField), let names = parts(Self.recordNamesField),
      let relationships = parts(Self.relationshipsField)
    else { return nil }
    for link in records.links.values {
      let forwards = (link.source, link.sourceProperty, link.target, link.targetProperty)
      if forwards == (entities.0, relationships.0, entities.1, relationships.1) {
        return (link, names.0, names.1)
      }
      if forwards == (entities.1, relationships.1, entities.0, relationships.0) {
        return (link, names.1, names.0)
      }
    }
    return nil
  }
}
