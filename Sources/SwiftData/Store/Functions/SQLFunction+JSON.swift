// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Functions that decode JSON values exactly as Swift does. The argument is the text of one JSON
// value, the result of `column -> path`. The result is NULL for a JSON value of another kind.

extension SQLFunction {
  static let json: [SQLFunction] = [
    SQLFunction(name: "cairn_json_text", argumentCount: 1) { arguments in
      text(arguments.text(0)).map { .text($0) } ?? .null
    },
    // NULL also represents NaN.
    SQLFunction(name: "cairn_json_real", argumentCount: 1) { arguments in
      value(arguments.text(0)) { document, node in document.double(node).map { .real($0) } }
    },
    SQLFunction(name: "cairn_json_float", argumentCount: 1) { arguments in
      value(arguments.text(0)) { document, node in
        document.float(node).map { .real(Double($0)) }
      }
    },
    SQLFunction(name: "cairn_json_uuid", argumentCount: 1) { arguments in
      guard let uuid = text(arguments.text(0)).flatMap({ UUID(uuidString: $0) }) else {
        return .null
      }
      return withUnsafeBytes(of: uuid.uuid) { .blob(Data($0)) }
    },
    SQLFunction(name: "cairn_json_data", argumentCount: 1) { arguments in
      text(arguments.text(0)).flatMap { Data(base64Encoded: $0) }.map { .blob($0) } ?? .null
    },
  ]

  /// Decodes a JSON string.
  private static func text(_ json: UnsafeBufferPointer<UInt8>) -> String? {
    let quote = UInt8(ascii: "\"")
    guard json.count >= 2, json[0] == quote, json[json.count - 1] == quote else { return nil }
    let inner = UnsafeBufferPointer(rebasing: json[1..<(json.count - 1)])
    if !inner.contains(UInt8(ascii: "\\")) { return String(decoding: inner, as: UTF8.self) }
    let document = JSONDocument()
    guard (try? document.parse(UnsafeRawBufferPointer(json))) != nil else { return nil }
    return document.string(document[0])
  }

  private static func value(
    _ json: UnsafeBufferPointer<UInt8>, _ read: (JSONDocument, JSONDocument.Node) -> SQLValue?
  ) -> SQLValue {
    let document = JSONDocument()
    guard (try? document.parse(UnsafeRawBufferPointer(json))) != nil else { return .null }
    return read(document, document[0]) ?? .null
  }
}
