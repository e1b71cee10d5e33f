// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension RecordState {
  private enum Key {
    static let recordType = "RecordType"
    static let recordID = "RecordID"
    static let changeTag = "ETag"
    static let creationDate = "RecordCtime"
    static let modificationDate = "RecordMtime"
    static let creator = "CreatorUserRecordID"
    static let modifier = "LastModifiedUserRecordID"
    static let parent = "ParentReference"
    static let isParentChanged = "HasUpdatedParentReference"
    static let values = "ValueStore"
    static let changedKeys = "ChangedKeys"
    static let secrets = "EncryptedValueStore"
    static let changedSecrets = "ChangedEncryptedKeys"
  }

  func encodeSystemFields(with coder: NSCoder) {
    coder.encode(recordType as NSString, forKey: Key.recordType)
    coder.encode(recordID, forKey: Key.recordID)
    if let changeTag { coder.encode(changeTag as NSString, forKey: Key.changeTag) }
    Self.encode(created, with: coder, Key.creationDate, Key.creator)
    Self.encode(modified, with: coder, Key.modificationDate, Key.modifier)
    if let parent { coder.encode(parent, forKey: Key.parent) }
    coder.encode(isParentChanged, forKey: Key.isParentChanged)
  }

  func encodeFields(with coder: NSCoder) {
    let archive = FieldArchive(values)
    coder.encode(archive, forKey: Key.values)
    coder.encode(changedKeys.sorted().joined(separator: "\n") as NSString, forKey: Key.changedKeys)
    guard !secrets.isEmpty || !changedSecrets.isEmpty else { return }
    coder.encode(FieldArchive(secrets), forKey: Key.secrets)
    coder.encode(
      changedSecrets.sorted().joined(separator: "\n") as NSString, forKey: Key.changedSecrets)
  }

  init?(coder: NSCoder, withFields: Bool) {
    guard let type = coder.object(of: NSString.self, forKey: Key.recordType),
      let identifier = coder.object(of: CKRecord.ID.self, forKey: Key.recordID)
    else { return nil }
    self.init(recordType: "\(type)", recordID: identifier)
    changeTag = coder.object(of: NSString.self, forKey: Key.changeTag).map { "\($0)" }
    created = Self.stamp(coder, Key.creationDate, Key.creator)
    modified = Self.stamp(coder, Key.modificationDate, Key.modifier)
    parent = coder.object(of: CKRecord.Reference.self, forKey: Key.parent)
    isParentChanged = coder.decodeBool(forKey: Key.isParentChanged)
    guard withFields, coder.containsValue(forKey: Key.values) else { return }
    guard let archive = coder.object(of: FieldArchive.self, forKey: Key.values) else {
      return nil
    }
    values = archive.values
    changedKeys = Self.keys(coder, Key.changedKeys)
    guard coder.containsValue(forKey: Key.secrets) else { return }
    guard let archive = coder.object(of: FieldArchive.self, forKey: Key.secrets) else {
      return nil
    }
    secrets = archive.values
    changedSecrets = Self.keys(coder, Key.changedSecrets)
  }

  private static func keys(_ coder: NSCoder, _ key: String) -> Set<CKRecord.FieldKey> {
    let text = coder.object(of: NSString.self, forKey: key).map { "\($0)" } ?? ""
    return Set(text.split(separator: "\n").map(String.init))
  }

  private static func encode(
    _ stamp: Stamp?, with coder: NSCoder, _ dateKey: String, _ userKey: String
  ) {
    guard let stamp else { return }
    coder.encode(stamp.date.timeIntervalSinceReferenceDate, forKey: dateKey)
    if let user = stamp.user { coder.encode(user, forKey: userKey) }
  }

  private static func stamp(_ coder: NSCoder, _ dateKey: String, _ userKey: String) -> Stamp? {
    guard coder.containsValue(forKey: dateKey) else { return nil }
    return Stamp(
      date: Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: dateKey)),
      user: coder.object(of: CKRecord.ID.self, forKey: userKey))
  }
}
