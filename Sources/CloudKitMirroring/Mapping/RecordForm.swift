// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import SwiftData

/// How a mirror writes records and reads them, in the style that a program has chosen.
///
/// What a mirror notes is the same in both: objects by their entities' ``EntityRecordLayout/recordType``,
/// pairs as ``LinkLayout/recordType``.
struct RecordForm: Sendable {
  let layout: RecordLayout
  /// Nil for the readable style.
  private let coreData: CoreDataLayout?

  /// The form of a schema's records.
  ///
  /// Throws ``SwiftDataError/modelValidationFailure`` for what the style can't say.
  init(_ layout: RecordLayout) throws {
    self.layout = layout
    coreData = layout.style == .coreData ? try CoreDataLayout(layout) : nil
  }

  /// The name of the zone that a style asks for; nil for any.
  static func zoneName(of options: MirroringOptions) -> String? {
    options.recordStyle == .coreData ? CoreDataLayout.zoneName : nil
  }

  /// What a mirror notes as the type of a record.
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

  /// The name of the record of an object with such values; nil if it is to have one of chance.
  func recordName(for values: [String: RecordValue], of layout: EntityRecordLayout) -> String? {
    guard let coreData else { return layout.recordName(for: values) }
    return coreData.recordName(for: values, of: layout)
  }

  /// What has to change in the record of a name so that it says what a snapshot does.
  func changes(
    of name: String, to snapshot: RecordSnapshot, of layout: EntityRecordLayout, sent: Set<String>?,
    from existing: [CKRecord.FieldKey: StoredValue], with transport: FieldTransport
  ) throws -> [CKRecord.FieldKey: StoredValue?] {
    guard let coreData else {
      return try layout.changes(
        of: name, to: snapshot, sent: sent, from: existing, with: transport)
    }
    return try coreData.changes(
      to: snapshot.values, of: layout, sent: sent, from: existing, with: transport)
  }

  /// What the fields of the record of a name say; `known` is what they said before, and may have been encrypted
  /// with another key.
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

  /// The type of the records of pairs.
  var linkType: String { coreData == nil ? LinkLayout.recordType : CoreDataLayout.linkType }

  /// The name of the record of a pair.
  func name(of link: LinkLayout, from source: String, to target: String) -> String {
    coreData?.linkName(link, from: source, to: target)
      ?? link.recordName(from: source, to: target)
  }

  /// The fields of the record of a pair.
  func fields(
    of link: LinkLayout, from source: String, to target: String, in zone: CKRecordZone.ID,
    _ clocks: FieldClocks
  ) -> [CKRecord.FieldKey: StoredValue] {
    coreData?.linkFields(link, from: source, to: target)
      ?? link.fields(from: source, to: target, in: zone, clocks)
  }

  /// The relationship and the ends of a pair; nil if it is of none of the schema.
  func readLink(_ fields: [CKRecord.FieldKey: StoredValue])
    -> (relationship: String, source: String, target: String)?
  {
    guard let coreData else {
      return LinkLayout.read(fields).flatMap { layout.links[$0.relationship] == nil ? nil : $0 }
    }
    return coreData.readLink(fields).map { ($0.link.relationship, $0.source, $0.target) }
  }
}
