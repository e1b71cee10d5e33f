// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TravelFiles

/// The recordings in the Fixtures folder.
enum Fixture {
  static let folder = Bundle.module.resourceURL?.appending(path: "Fixtures") ?? URL(filePath: "/")

  static func data(_ name: String) throws -> Data {
    try Data(contentsOf: folder.appending(path: name))
  }

  static func json(_ name: String) throws -> [StructuredValue] {
    try StructuredJSON.parse(Array(data(name))).values
  }

  /// The names with a prefix, in order.
  static func names(_ prefix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasPrefix(prefix)
    }.sorted()
  }

  /// The reservations of a document as objects of schema.org.
  static func objects(_ document: TravelDocument) -> [StructuredValue] {
    document.items.map { SchemaEncoder.encode($0) }
  }
}
