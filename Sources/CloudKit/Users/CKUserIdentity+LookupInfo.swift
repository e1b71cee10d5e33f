// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation

extension CKUserIdentity {
  /// What somebody is looked for by.
  public final class LookupInfo: NSObject, NSCopying, Sendable {
    /// Their address.
    public let emailAddress: String?
    /// Their number; Cairn's server knows none.
    public let phoneNumber: String?
    /// The record that stands for them.
    public let userRecordID: CKRecord.ID?

    private init(_ emailAddress: String?, _ phoneNumber: String?, _ userRecordID: CKRecord.ID?) {
      self.emailAddress = emailAddress
      self.phoneNumber = phoneNumber
      self.userRecordID = userRecordID
    }

    /// Looks by an address.
    public convenience init(emailAddress: String) { self.init(emailAddress, nil, nil) }

    /// Looks by a phone number.
    public convenience init(phoneNumber: String) { self.init(nil, phoneNumber, nil) }

    /// Looks by the record that stands for somebody.
    public convenience init(userRecordID: CKRecord.ID) { self.init(nil, nil, userRecordID) }

    convenience init(_ wire: CloudKitWire.LookupInfo) {
      self.init(
        wire.emailAddress, wire.phoneNumber,
        wire.userRecordName.map { CKRecord.ID(recordName: $0) })
    }

    var wire: CloudKitWire.LookupInfo {
      CloudKitWire.LookupInfo(
        emailAddress: emailAddress, phoneNumber: phoneNumber,
        userRecordName: userRecordID?.recordName)
    }

    /// One for each address.
    public class func lookupInfos(withEmails emails: [String]) -> [LookupInfo] {
      emails.map { LookupInfo(emailAddress: $0) }
    }

    /// One for each number.
    public class func lookupInfos(withPhoneNumbers phoneNumbers: [String]) -> [LookupInfo] {
      phoneNumbers.map { LookupInfo(phoneNumber: $0) }
    }

    /// One for each record that stands for a user.
    public class func lookupInfos(with recordIDs: [CKRecord.ID]) -> [LookupInfo] {
      recordIDs.map { LookupInfo(userRecordID: $0) }
    }

    /// The same: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? LookupInfo else { return false }
      return emailAddress == other.emailAddress && phoneNumber == other.phoneNumber
        && userRecordID == other.userRecordID
    }

    public override var hash: Int {
      var hasher = Hasher()
      hasher.combine(emailAddress)
      hasher.combine(phoneNumber)
      hasher.combine(userRecordID)
      return hasher.finalize()
    }
  }
}
