// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation

/// Somebody who uses the container, as far as they let others see it.
///
/// ```swift
/// if let ann = try await container.userIdentity(forEmailAddress: "ann@example.org") {
///   print(ann.nameComponents?.givenName ?? "somebody")
/// }
/// ```
public final class CKUserIdentity: NSObject, NSCopying, Sendable {
  /// The record that stands for them in the container.
  public let userRecordID: CKRecord.ID?
  /// What they were looked for by, or can be.
  public let lookupInfo: LookupInfo?
  /// Their name, if they have given one.
  public let nameComponents: PersonNameComponents?
  /// Whether they have an account on the server.
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

  /// The same identity: it never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}
