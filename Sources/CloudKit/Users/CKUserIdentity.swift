// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation

/// The public profile of a user of the container.
///
/// ```swift
/// if let ann = try await container.userIdentity(forEmailAddress: "ann@example.org") {
///   print(ann.nameComponents?.givenName ?? "somebody")
/// }
/// ```
public final class CKUserIdentity: NSObject, NSCopying, Sendable {
  /// The user's record in the container.
  public let userRecordID: CKRecord.ID?
  /// The lookup data of the user.
  public let lookupInfo: LookupInfo?
  /// The user's name, if known.
  public let nameComponents: PersonNameComponents?
  /// Whether the user has an account on the server.
  public let hasiCloudAccount: Bool

  init(_ identity: UserIdentity) {
    userRecordID = identity.userRecordName.map { CKRecord.ID(recordName: $0) }
    lookupInfo = identity.lookupInfo.map { LookupInfo($0) }
    nameComponents = identity.nameComponents.map { name in
      var components = PersonNameComponents()
      components.namePrefix = name.namePrefix
      components.givenName = name.givenName
      components.middleName = name.middleName
      components.familyName = name.familyName
      components.nameSuffix = name.nameSuffix
      components.nickname = name.nickname
      return components
    }
    hasiCloudAccount = identity.userRecordName != nil
  }

  /// Returns the receiver, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}
