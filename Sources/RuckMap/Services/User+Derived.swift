// Cairn
// SPDX-License-Identifier: Apache-2.0

extension User {
  /// The names of the properties that nobody writes: they follow from the change itself.
  public static let derivedProperties: Set<String> = ["modifiedAt", "lastSyncDate"]
}
