// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Testing

/// Compares texts with snapshot files in Fixtures.
///
/// If `CAIRN_RECORD` is set in the environment, the files are overwritten instead.
package enum Snapshot {
  package static func expect(
    _ text: String, is name: String, sourceLocation: SourceLocation = #_sourceLocation,
    file: String = #filePath
  ) throws {
    if ProcessInfo.processInfo.environment["CAIRN_RECORD"] != nil {
      let tests = URL(filePath: file).pathComponents.prefix { $0 != "Tests" }
      let folder = tests.dropFirst().reduce(URL(filePath: "/")) { $0.appending(path: $1) }
      let target = folder.appending(
        path: "Tests/Support/PageTestSupport/Fixtures/Snapshots/\(name)")
      try Data(text.utf8).write(to: target)
      return
    }
    let expected = try Fixture.text("Snapshots/\(name)")
    let difference = firstDifference(text, expected)
    #expect(difference == nil, "\(name)", sourceLocation: sourceLocation)
  }

  /// The first line that differs, actual and expected.
  private static func firstDifference(_ text: String, _ expected: String) -> String? {
    guard text != expected else { return nil }
    let (lines, others) = (
      text.split(separator: "\n", omittingEmptySubsequences: false),
      expected.split(separator: "\n", omittingEmptySubsequences: false)
    )
    for index in 0..<max(lines.count, others.count) {
      let line = index < lines.count ? lines[index] : "(end)"
      let other = index < others.count ? others[index] : "(end)"
      if line != other { return "line \(index + 1): \(line)\nexpected: \(other)" }
    }
    return "only in bytes"
  }
}
