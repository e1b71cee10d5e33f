// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// What a request shows of who sends it.
package struct Credentials: Sendable {
  /// The target as it was sent, with the tokens of its query.
  package var target: RequestTarget
  /// The page that sends it; nil if none does.
  package var origin: String?
  /// Nil unless a header names a key.
  package var signature: RequestSignature?

  package init(target: RequestTarget, origin: String? = nil, signature: RequestSignature? = nil) {
    self.target = target
    self.origin = origin
    self.signature = signature
  }
}
