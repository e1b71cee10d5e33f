// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The fixture files.
enum Fixture {
  static func url(_ name: String) throws -> URL {
    let folder = try #require(Bundle.module.resourceURL).appendingPathComponent("Fixtures")
    return folder.appendingPathComponent(name)
  }

  static func data(_ name: String) throws -> Data {
    try Data(contentsOf: url(name))
  }

  /// The names of all GPX files.
  static func names() throws -> [String] {
    let folder = try url("ground-truth.json").deletingLastPathComponent()
    return try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".gpx") }.sorted()
  }
}
