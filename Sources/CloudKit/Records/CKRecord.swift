// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// Typed fields under a name in a zone of a database.
///
/// ```swift
/// let ruck = CKRecord(recordType: "RuckingSession")
/// ruck["distance"] = 8046.7
/// ruck["startDate"] = Date()
/// try await CKContainer.default().privateCloudDatabase.save(ruck)
/// ```
///
/// A record is a copy of what the server has: changes reach the server when it is saved. It may be used
/// from any thread; each access is atomic by itself.
public class CKRecord: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Unchecked, since the class is not final: shares are records. All its state is behind one lock.

  /// The name of a type of records: a letter, then letters, digits and underscores.
  public typealias RecordType = String
  /// The name of a field: a letter, then letters, digits and underscores.
  public typealias FieldKey = String

  private let storage: Mutex<RecordState>

  /// A record that the server doesn't have yet.
  public init(recordType: RecordType, recordID: CKRecord.ID = CKRecord.ID()) {
    storage = Mutex(RecordState(recordType: recordType, recordID: recordID))
  }

  /// A new record with a name of its own in a zone.
  public convenience init(recordType: RecordType, zoneID: CKRecordZone.ID) {
    self.init(recordType: recordType, recordID: CKRecord.ID(zoneID: zoneID))
  }

  init(_ state: RecordState) { storage = Mutex(state) }

  var state: RecordState { storage.withLock { $0 } }

  func change<Result: Sendable>(_ body: (inout RecordState) -> Result) -> Result {
    storage.withLock { state in body(&state) }
  }

  // MARK: What the server says of it

  /// The type, as `"RuckingSession"`.
  public var recordType: RecordType { state.recordType }
  /// The name and the zone.
  public var recordID: CKRecord.ID { state.recordID }
  /// Another one after each save; nil before the first.
  public var recordChangeTag: String? { state.changeTag }
  /// When the server first saved it, by the server's clock.
  public var creationDate: Date? { state.created?.date }
  /// When the server last saved it, by the server's clock.
  public var modificationDate: Date? { state.modified?.date }
  /// Who first saved it.
  public var creatorUserRecordID: CKRecord.ID? { state.created?.user }
  /// Who last saved it.
  public var lastModifiedUserRecordID: CKRecord.ID? { state.modified?.user }

  // MARK: Fields

  /// The names of the fields that have a value, sorted.
  public func allKeys() -> [FieldKey] { state.values.keys.sorted() }

  /// The names of the fields that were set or cleared since the record was fetched or saved, sorted.
  public func changedKeys() -> [FieldKey] { state.changedKeys.sorted() }

  /// The words in all text of the record, for searching: in lower case, each once.
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

  /// The value of a field; whole numbers are `Int64`, others `Double`.
  public func object(forKey key: FieldKey) -> (any CKRecordValue)? { self[key] }

  /// Sets a field, or clears it.
  public func setObject(_ object: (any CKRecordValue)?, forKey key: FieldKey) {
    self[key] = object
  }

  /// The value of a field; whole numbers are `Int64`, others `Double`.
  public subscript(key: FieldKey) -> (any CKRecordValueProtocol)? {
    get { state.values[key]?.object }
    set { set(newValue?._fieldValue.storage, for: key) }
  }

  /// The value of a field as a type; nil if it has none of that type.
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

  /// The record above it, with which it is shared; nil if none was set.
  public var parent: CKRecord.Reference? {
    get { state.parent }
    set {
      change {
        $0.parent = newValue
        $0.isParentChanged = true
      }
    }
  }

  /// Puts the record below another, which is to be saved before it or with it.
  public func setParent(_ parentRecord: CKRecord?) { setParent(parentRecord?.recordID) }

  /// Puts the record below another, which is to be saved before it or with it.
  public func setParent(_ parentRecordID: CKRecord.ID?) {
    parent = parentRecordID.map { CKRecord.Reference(recordID: $0, action: .none) }
  }

  // MARK: Copying and coding

  /// A record of its own with the same name, fields and changes.
  public func copy(with zone: NSZone? = nil) -> Any { CKRecord(state) }

  /// True: only the classes that are expected are read.
  public class var supportsSecureCoding: Bool { true }

  /// Reads a record that was encoded; nil if the archive has none.
  public required init?(coder: NSCoder) {
    guard let state = RecordState(coder: coder, withFields: true) else { return nil }
    storage = Mutex(state)
  }

  /// Writes the record with its fields and what is changed of them.
  public func encode(with coder: NSCoder) {
    state.encodeSystemFields(with: coder)
    state.encodeFields(with: coder)
  }

  /// Writes all but the fields: the record's type, name, tag, dates, users and parent.
  ///
  /// A record that is read from this can be given fields and saved like the one that was fetched.
  public func encodeSystemFields(with coder: NSCoder) { state.encodeSystemFields(with: coder) }

  public override var description: String {
    let state = state
    let fields = state.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return "<CKRecord \(state.recordType) \(state.recordID)"
      + "\(state.changeTag.map { " tag \($0)" } ?? "") {\(fields.joined(separator: ", "))}>"
  }
}
