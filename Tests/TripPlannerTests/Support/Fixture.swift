// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The files in the Fixtures folder.
enum Fixture {
  static let folder = Bundle.module.resourceURL?.appending(path: "Fixtures") ?? URL(filePath: "/")

  static func url(_ name: String) -> URL { folder.appending(path: name) }

  static func data(_ name: String) throws -> Data { try Data(contentsOf: url(name)) }
}
