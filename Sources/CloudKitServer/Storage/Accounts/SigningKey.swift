// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
package import Foundation

/// The public half of a server-to-server key.
package struct SigningKey: Sendable, Hashable {
  /// The key ID in requests, 64 hexadecimal digits.
  package var id: String
  package var container: String
  package var environment: Environment
  package var name: String
  /// The DER form of its `SubjectPublicKeyInfo`.
  package var publicKey: [UInt8]
  /// The user record name of the signing program.
  package var recordName: String
  package var created: Date

  package init(
    id: String, container: String, environment: Environment, name: String, publicKey: [UInt8],
    recordName: String, created: Date
  ) {
    self.id = id
    self.container = container
    self.environment = environment
    self.name = name
    self.publicKey = publicKey
    self.recordName = recordName
    self.created = created
  }
}
