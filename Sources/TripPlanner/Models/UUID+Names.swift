// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
package import Foundation

extension UUID {
  /// Creates an identifier of version 5 (RFC 9562): the SHA-1 of a namespace and a name.
  ///
  /// Devices that derive an identifier from equal names have equal identifiers.
  package init(namespace: UUID, name: String) {
    var hash = Insecure.SHA1()
    withUnsafeBytes(of: namespace.uuid) { hash.update(bufferPointer: $0) }
    hash.update(data: Data(name.utf8))
    var bytes = Array(hash.finalize().prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// The identifier in lowercase, as addresses and keys contain it.
  package var lowercaseText: String {
    String(unsafeUninitializedCapacity: 36) { buffer in
      withUnsafeBytes(of: uuid) { bytes in
        var end = 0
        func append(_ byte: UInt8) {
          buffer[end] = byte
          end += 1
        }
        func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
        for (index, byte) in bytes.enumerated() {
          if index == 4 || index == 6 || index == 8 || index == 10 { append(UInt8(ascii: "-")) }
          append(digit(byte >> 4))
          append(digit(byte & 15))
        }
        return end
      }
    }
  }

  /// The namespace of identifiers that depend on a name alone, such as the owner's.
  package static let tripNamespace = UUID(
    uuid: (
      0x63, 0x61, 0x69, 0x72, 0x6E, 0x2E, 0x74, 0x72, 0x89, 0x70, 0x73, 0x2E, 0x6E, 0x61, 0x6D, 0x65
    ))
}
