// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// `Codable` values as the JSON text of a column.
///
/// Dates are seconds since 2001, data is base64, URLs are strings, decimals are exact numbers, and
/// numbers that JSON lacks are strings. The members of a value are in encoding order; dictionary
/// members are sorted.
enum StoredJSON {
  static func encode(_ value: some Encodable) throws -> String {
    try encode(value) { String(decoding: $0, as: UTF8.self) }
  }

  /// Encodes a value and calls `body` with the bytes of the JSON text.
  static func encode<R>(_ value: some Encodable, _ body: (UnsafeRawBufferPointer) throws -> R)
    throws -> R
  {
    var writer = JSONValueWriter()
    writer.write(try JSONValueEncoder.encode(value))
    if writer.isTooDeep { throw JSONValueEncoder.tooDeep(value) }
    return try writer.bytes.withUnsafeBytes(body)
  }

  /// Decodes a JSON text with a reusable document, whose content is replaced.
  static func decode<T: Decodable>(
    _ type: T.Type, from bytes: UnsafeRawBufferPointer, with document: JSONDocument
  ) throws -> T {
    try document.parse(bytes)
    return try document.value(type, at: 0)
  }

  static func decode<T: Decodable>(_ type: T.Type, from bytes: UnsafeRawBufferPointer) throws -> T {
    try decode(type, from: bytes, with: JSONDocument())
  }

  /// Describes a coding error: its path and its reason.
  static func describe(_ error: any Error) -> String {
    let context: DecodingError.Context
    switch error {
    case DecodingError.typeMismatch(_, let found), DecodingError.valueNotFound(_, let found),
      DecodingError.keyNotFound(_, let found), DecodingError.dataCorrupted(let found):
      context = found
    case EncodingError.invalidValue(_, let found): return found.debugDescription
    default: return "\(error)"
    }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return (path.isEmpty ? "" : path + ": ") + context.debugDescription
  }
}
