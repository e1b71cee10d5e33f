// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Optional numbers and texts, encoded as a value or null.
///
/// Swift prefers these functions to the generic one. That one makes an encoder for each optional
/// value, and looks for conformances of its type, which took most of the time of a long report.
extension KeyedEncodingContainer {
  /// Encodes a number, or null for nil.
  mutating func encode(_ value: Double?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
  }

  /// Encodes a number, or null for nil.
  mutating func encode(_ value: Int?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
  }

  /// Encodes a text, or null for nil.
  mutating func encode(_ value: String?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
  }
}
