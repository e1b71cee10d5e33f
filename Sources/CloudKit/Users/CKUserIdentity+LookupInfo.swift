// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation

extension CKUserIdentity {
  /// The data for looking up a user.
  public final class LookupInfo: NSObject, NSCopying, Sendable {
    /// The user's email address.
    public let emailAddress: String?
    /// The user's phone number; Cairn's server stores none.
    public let phoneNumber: String?
    /// The user's record.
    public let userRecordID: CKRecord.ID?

    private init(_ emailAddress: String?, _ phoneNumber: String?, _ userRecordID: CKRecord.ID?) {
      self.emailAddress = emailAddress
      self.phoneNumber = phoneNumber
      self.userRecordID = userRecordID
    }

    /// A lookup by email address.
    public convenience init(emailAddress: String) { self.init(emailAddress, nil, nil) }

    /// A lookup by phone number.
    public convenience init(phoneNumber: String) { self.init(nil, phoneNumber, nil) }

    /// A lookup by user record.
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

    /// Returns a lookup for each email address.
    public class func lookupInfos(withEmails emails: [String]) -> [LookupInfo] {
      emails.map { LookupInfo(emailAddress: $0) }
    }

    /// Returns a lookup for each phone number.
    public class func lookupInfos(withPhoneNumbers phoneNumbers: [String]) -> [LookupInfo] {
      phoneNumbers.map { LookupInfo(phoneNumber: $0) }
    }

    /// Returns a lookup for each user record.
    public class func lookupInfos(with recordIDs: [CKRecord.ID]) -> [LookupInfo] {
      recordIDs.map { LookupInfo(userRecordID: $0) }
    }

    /// Returns the receiver, which is immutable.
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
