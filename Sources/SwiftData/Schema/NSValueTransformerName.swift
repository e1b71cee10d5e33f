// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The name of a registered ``ValueTransformer``.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
  /// The name as text.
  public let rawValue: String

  /// A name with the text given.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A name with the text given.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}
