// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import SwiftData

/// Encodes and decodes records in the style that a program has chosen.
///
/// A mirror's metadata is equal in both styles: objects have the type
/// ``EntityRecordLayout/recordType``, links ``LinkLayout/recordType``.
struct RecordForm: Sendable {
  let layout: RecordLayout
  /// Nil for the readable style.
  private let coreData: CoreDataLayout?

  /// Creates the form of a schema's records.
  ///
  /// Throws ``SwiftDataError/modelValidationFailure`` if the style can't represent the schema.
  init(_ layout: RecordLayout) throws {
    self.layout = layout
    coreData = layout.style == .coreData ? try CoreDataLayout(layout) : nil
  }

  /// The name of the zone that a style requires; nil for any.
  static func zoneName(of options: MirroringOptions) -> String? {
    options.recordStyle == .coreData ? CoreDataLayout.zoneName : nil
  }

  /// The type of a record in a mirror's metadata.
  func noted(_ record: CKRecord) -> String {
    guard let coreData else { return record.recordType }
    if record.recordType == CoreDataLayout.linkType { return LinkLayout.recordType }
    return coreData.entity(ofType: record.recordType, record.storedValues)?.recordType
      ?? record.recordType
  }

  // MARK: Objects

  /// The type of the records of an entity.
  func recordType(of layout: EntityRecordLayout) -> String {
    coreData?.recordType(of: layout) ?? layout.recordType
  }

  /// The record name derived from an object's values; nil if the object gets a random name.
  func recordName(for values: [String: RecordValue], of layout: EntityRecordLayout) -> String? {
    guard let coreData else { return layout.recordName(for: values) }
    return coreData.recordName(for: values, of: layout)
  }

  /// The field changes that bring the record in line with `snapshot`, except for withheld fields.
  func changes(
    of name: String, to snapshot: RecordSnapshot, of layout: EntityRecordLayout, sent: Set<String>?,
    withholding withheld: Set<String>,
    from existing: [CKRecord.FieldKey: StoredValue], with transport: FieldTransport
  ) throws -> [CKRecord.FieldKey: StoredValue?] {
    guard let coreData else {
      return try layout.changes(
        of: name, to: snapshot, sent: sent, withholding: withheld, from: existing, with: transport)
    }
    return try coreData.changes(
      to: snapshot.values, of: layout, sent: sent, from: existing, with: transport)
  }

  /// Decodes the fields of a record; `known` is the copy decoded before, maybe with another key.
  func read(
    _ stored: [CKRecord.FieldKey: StoredValue], of name: String, _ layout: EntityRecordLayout,
    known: RecordSnapshot?, hasOtherKey: Bool, with transport: FieldTransport
  ) throws -> ReceivedRecord {
    guard let coreData else {
      return try layout.read(
        stored, of: name, known: hasOtherKey ? known?.clocks : nil, with: transport)
    }
    return try coreData.read(stored, of: layout, known: known?.values ?? [:], with: transport)
  }

  // MARK: Links

  /// The type of link records.
  var linkType: String { coreData == nil ? LinkLayout.recordType : CoreDataLayout.linkType }

  /// The name of a link record.
  func name(of link: LinkLayout, from source: String, to target: String) -> String {
    coreData?.linkName(link, from: source, to: target)
      ?? link.recordName(from: source, to: target)
  }

  /// The fields of a link record.
  func fields(
    of link: LinkLayout, from source: String, to target: String, in zone: CKRecordZone.ID,
    _ clocks: FieldClocks
  ) -> [CKRecord.FieldKey: StoredValue] {
    coreData?.linkFields(link, from: source, to: target)
      ?? link.fields(from: source, to: target, in: zone, clocks)
  }

  /// The relationship and the ends of a link record; nil if the relationship is not in the schema.
  func readLink(_ fields: [CKRecord.FieldKey: StoredValue])
    -> (relationship: String, source: String, target: String)?
  {
    guard let coreData else {
      return LinkLayout.read(fields).flatMap { layout.links[$0.relationship] == nil ? nil : $0 }
    }
    return coreData.readLink(fields).map { ($0.link.relationship, $0.source, $0.target) }
  }
}
