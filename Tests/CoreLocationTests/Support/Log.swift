// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Testing

/// The logs of receivers, which are with the tests of RuckMap.
func log(_ name: String) throws -> [String] {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(components: "RuckMapTests", "Fixtures")
  let text = String(
    decoding: try Data(contentsOf: folder.appending(path: "gpsd__\(name).log")), as: UTF8.self)
  return text.split(whereSeparator: \.isNewline).map(String.init)
}

/// The date of a text in ISO 8601.
func date(_ text: String) throws -> Date {
  try #require(try? Date(text, strategy: .iso8601))
}

/// Waits for a condition, at most for the time limit of the test.
@discardableResult
func wait<Value>(for condition: () async throws -> Value?) async throws -> Value {
  while true {
    if let value = try await condition() { return value }
    try await Task.sleep(for: .milliseconds(10))
  }
}
