// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation
package import Logging

/// Writes each log event as one line of JSON.
///
/// Control characters are escaped, so that text from clients cannot forge lines or control a terminal.
package struct JSONLogHandler: LogHandler {
  package var logLevel = Logger.Level.info
  package var metadata = Logger.Metadata()

  private let label: String
  private let write: @Sendable ([UInt8]) -> Void

  /// A handler that passes each line, with its line feed, to `write`.
  package init(label: String, write: @escaping @Sendable ([UInt8]) -> Void) {
    self.label = label
    self.write = write
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var values = metadata
    if let more = event.metadata { values.merge(more) { $1 } }
    if let error = event.error { values["error"] = "\(error)" }
    var writer = JSONWriter(capacity: 256)
    writer.beginObject()
    writer.member("time", Date().formatted(.iso8601))
    writer.member("level", event.level.rawValue)
    writer.member("label", label)
    writer.member("message", Self.plain("\(event.message)"))
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      writer.key(Self.plain(key))
      writer.string(Self.plain("\(value)"))
    }
    writer.endObject()
    write(writer.bytes + [UInt8(ascii: "\n")])
  }

  /// Escapes invisible characters, which JSON itself may leave as they are.
  private static func plain(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(4_000) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
