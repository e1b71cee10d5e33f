// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A person to inform if a ruck is overdue; all values are encrypted for the server.
@Model
public final class EmergencyContact {
  #Index<EmergencyContact>([\.user])

  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The name.
  @Attribute(.allowsCloudEncryption) public var name: String = ""
  /// The telephone number.
  @Attribute(.allowsCloudEncryption) public var phone: String?
  /// The e-mail address.
  @Attribute(.allowsCloudEncryption) public var email: String?
  /// The relation to the user, such as "partner".
  @Attribute(.allowsCloudEncryption) public var relation: String?
  /// The user's notes.
  @Attribute(.allowsCloudEncryption) public var notes: String?
  /// Minutes after the expected end at which the contact is to be informed; nil for never.
  @Attribute(.allowsCloudEncryption) public var overdueMinutes: Int?
  /// True for the first contact.
  public var isPrimary: Bool = false

  /// The user whose contact it is.
  @Relationship(deleteRule: .nullify)
  public var user: User?

  /// Creates a contact.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - phone: The telephone number.
  ///   - user: The user whose contact it is.
  public init(name: String, phone: String?, user: User?) {
    self.id = UUID()
    self.name = name
    self.phone = phone
    self.user = user
  }
}
