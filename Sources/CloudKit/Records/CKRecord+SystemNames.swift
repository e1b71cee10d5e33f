// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The type of the records that stand for users.
public let CKRecordTypeUserRecord: CKRecord.RecordType = "Users"

extension CKRecord {
  /// The types of records that the system makes.
  public enum SystemType {
    /// Stands for a user.
    public static let userRecord: CKRecord.RecordType = CKRecordTypeUserRecord
    /// Says who takes part in a share.
    public static let share: CKRecord.RecordType = "cloudkit.share"
  }

  /// The names under which queries know what the system keeps of a record.
  public enum SystemFieldKey {
    /// The record's name.
    public static let recordID: CKRecord.FieldKey = "___recordID"
    /// Who made it.
    public static let creatorUserRecordID: CKRecord.FieldKey = "___createdBy"
    /// When it was made.
    public static let creationDate: CKRecord.FieldKey = "___createTime"
    /// Who changed it last.
    public static let lastModifiedUserRecordID: CKRecord.FieldKey = "___modifiedBy"
    /// When it was changed last.
    public static let modificationDate: CKRecord.FieldKey = "___modTime"
    /// The record above it.
    public static let parent: CKRecord.FieldKey = "___parent"
    /// The share that it is in.
    public static let share: CKRecord.FieldKey = "___share"
  }
}
