// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// A record: typed fields with an ID in a zone of a database.
///
/// ```swift
/// let ruck = CKRecord(recordType: "RuckingSession")
/// ruck["distance"] = 8046.7
/// ruck["startDate"] = Date()
/// try await CKContainer.default().privateCloudDatabase.save(ruck)
/// ```
///
/// A record is a local copy: changes reach the server when the record is saved. It may be used from
/// any thread; each access is atomic.
public class CKRecord: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Unchecked because the class is not final (shares are records); a lock protects all state.

  /// The name of a record type: a letter, then letters, digits and underscores.
  public typealias RecordType = String
  /// The name of a field: a letter, then letters, digits and underscores.
  public typealias FieldKey = String

  private let storage: Mutex<RecordState>

  /// A new record.
  public init(recordType: RecordType, recordID: CKRecord.ID = CKRecord.ID()) {
    storage = Mutex(RecordState(recordType: recordType, recordID: recordID))
  }

  /// A new record with a random name in a zone.
  public convenience init(recordType: RecordType, zoneID: CKRecordZone.ID) {
    self.init(recordType: recordType, recordID: CKRecord.ID(zoneID: zoneID))
  }

  init(_ state: RecordState) { storage = Mutex(state) }

  var state: RecordState { storage.withLock { $0 } }

  func change<Result: Sendable>(_ body: (inout RecordState) -> Result) -> Result {
    storage.withLock { state in body(&state) }
  }

  // MARK: System fields

  /// The record type, such as `"RuckingSession"`.
  public var recordType: RecordType { state.recordType }
  /// The record's ID: name and zone.
  public var recordID: CKRecord.ID { state.recordID }
  /// The version of the record, which changes with each save; nil before the first.
  public var recordChangeTag: String? { state.changeTag }
  /// The time of the first save, by the server's clock.
  public var creationDate: Date? { state.created?.date }
  /// The time of the last save, by the server's clock.
  public var modificationDate: Date? { state.modified?.date }
  /// The user who saved the record first.
  public var creatorUserRecordID: CKRecord.ID? { state.created?.user }
  /// The user who saved the record last.
  public var lastModifiedUserRecordID: CKRecord.ID? { state.modified?.user }

  // MARK: Fields

  /// The sorted names of the fields with a value.
  public func allKeys() -> [FieldKey] { state.values.keys.sorted() }

  /// The sorted names of the fields changed since the record was fetched or saved.
  public func changedKeys() -> [FieldKey] { state.changedKeys.sorted() }

  /// The distinct lowercase words of all string fields, for full-text search.
  public func allTokens() -> [String] {
    var tokens: [String] = []
    var seen: Set<String> = []
    let values = state.values
    for key in values.keys.sorted() {
      for text in values[key]?.texts ?? [] {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        for word in words where seen.insert(String(word)).inserted { tokens.append(String(word)) }
      }
    }
    return tokens
  }

  /// The value of a field; integers are `Int64`, other numbers `Double`.
  public func object(forKey key: FieldKey) -> (any CKRecordValue)? { self[key] }

  /// Sets a field, or clears it.
  public func setObject(_ object: (any CKRecordValue)?, forKey key: FieldKey) {
    self[key] = object
  }

  /// The value of a field; integers are `Int64`, other numbers `Double`.
  public subscript(key: FieldKey) -> (any CKRecordValueProtocol)? {
    get { state.values[key]?.object }
    set { set(newValue?._fieldValue.storage, for: key) }
  }

  /// The value of a field as a type; nil if the field is empty or has another type.
  public subscript<Value: CKRecordValueProtocol>(key: FieldKey) -> Value? {
    get { state.values[key].flatMap { Value._value(of: _CKFieldValue($0)) } }
    set { set(newValue?._fieldValue.storage, for: key) }
  }

  private func set(_ value: StoredValue?, for key: FieldKey) {
    change {
      $0.values[key] = value
      $0.changedKeys.insert(key)
    }
  }

  // MARK: Other records

  /// The parent record, with which the record is shared; nil if none is set.
  public var parent: CKRecord.Reference? {
    get { state.parent }
    set {
      change {
        $0.parent = newValue
        $0.isParentChanged = true
      }
    }
  }

  /// Sets the parent record, which must be saved before this record or together with it.
  public func setParent(_ parentRecord: CKRecord?) { setParent(parentRecord?.recordID) }

  /// Sets the parent record, which must be saved before this record or together with it.
  public func setParent(_ parentRecordID: CKRecord.ID?) {
    parent = parentRecordID.map { CKRecord.Reference(recordID: $0, action: .none) }
  }

  // MARK: Copying and coding

  /// Returns an independent copy with the same ID, fields and changes.
  public func copy(with zone: NSZone? = nil) -> Any { CKRecord(state) }

  /// Always true: decoding accepts only the expected classes.
  public class var supportsSecureCoding: Bool { true }

  /// Decodes a record; nil if the archive has none.
  public required init?(coder: NSCoder) {
    guard let state = RecordState(coder: coder, withFields: true) else { return nil }
    storage = Mutex(state)
  }

  /// Encodes the record with its fields and its unsaved changes.
  public func encode(with coder: NSCoder) {
    state.encodeSystemFields(with: coder)
    state.encodeFields(with: coder)
  }

  /// Encodes only the system fields: type, ID, change tag, dates, users and parent.
  ///
  /// A record that is decoded from these can be changed and saved like a fetched one.
  public func encodeSystemFields(with coder: NSCoder) { state.encodeSystemFields(with: coder) }

  public override var description: String {
    let state = state
    let fields = state.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return "<CKRecord \(state.recordType) \(state.recordID)"
      + "\(state.changeTag.map { " tag \($0)" } ?? "") {\(fields.joined(separator: ", "))}>"
  }
}
