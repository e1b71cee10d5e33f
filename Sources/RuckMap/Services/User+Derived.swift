// Cairn
// SPDX-License-Identifier: Apache-2.0

extension User {
  /// The names of the properties that nobody writes: they follow from when the user was made or changed.
  public static let derivedProperties: Set<String> = ["createdAt", "modifiedAt", "lastSyncDate"]
}
