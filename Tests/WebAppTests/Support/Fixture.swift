// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The fixture files.
enum Fixture {
  static func url(_ name: String) throws -> URL {
    let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
    return folder.appending(path: name)
  }

  static func text(_ name: String) throws -> String {
    try String(contentsOf: url(name), encoding: .utf8)
  }
}
