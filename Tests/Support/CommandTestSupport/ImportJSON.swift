// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The report of an import as `--json` prints it.
package struct ImportJSON: Decodable, Sendable {
  package struct Failed: Decodable, Sendable {
    package let file: String
    package let line: Int?
    package let error: String
  }

  package let imported: [RuckJSON]
  package let unchanged: [RuckJSON]
  package let failed: [Failed]
}
