// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension CKDatabase {
  /// Encrypts bytes with the key of the container, for a place that is authenticated with them.
  ///
  /// Throws a ``CKError`` if there is no key.
  package func seal(_ data: Data, for place: String) throws -> Data {
    try connection().cipher().seal(data, for: place)
  }

  /// Decrypts what ``seal(_:for:)`` gave for the same place, here or on another device.
  ///
  /// Throws a ``CKError`` if there is no key or another one, or the bytes are others.
  package func open(_ sealed: Data, for place: String) throws -> Data {
    try connection().cipher().open(sealed, for: place)
  }
}
