// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The record type of users.
public let CKRecordTypeUserRecord: CKRecord.RecordType = "Users"

extension CKRecord {
  /// The record types of the system.
  public enum SystemType {
    /// The record type of users.
    public static let userRecord: CKRecord.RecordType = CKRecordTypeUserRecord
    /// The record type of shares.
    public static let share: CKRecord.RecordType = "cloudkit.share"
  }

  /// The names of system fields in queries.
  public enum SystemFieldKey {
    /// The record's name.
    public static let recordID: CKRecord.FieldKey = "___recordID"
    /// The user who created the record.
    public static let creatorUserRecordID: CKRecord.FieldKey = "___createdBy"
    /// The time of the first save.
    public static let creationDate: CKRecord.FieldKey = "___createTime"
    /// The user who saved the record last.
    public static let lastModifiedUserRecordID: CKRecord.FieldKey = "___modifiedBy"
    /// The time of the last save.
    public static let modificationDate: CKRecord.FieldKey = "___modTime"
    /// The parent record.
    public static let parent: CKRecord.FieldKey = "___parent"
    /// The share that contains the record.
    public static let share: CKRecord.FieldKey = "___share"
  }
}
