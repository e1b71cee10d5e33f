// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Testing

/// The fixture files.
package enum Fixture {
  package static func url(_ name: String) throws -> URL {
    let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
    return folder.appending(path: name)
  }

  package static func text(_ name: String) throws -> String {
    try String(contentsOf: url(name), encoding: .utf8)
  }
}
