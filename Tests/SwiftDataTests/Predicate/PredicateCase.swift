// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// A predicate of the big table, and whether SQL alone answers it.
struct PredicateCase: Sendable, CustomTestStringConvertible {
  let predicate: Predicate<Trek>
  let isExact: Bool
  let line: Int

  init(_ predicate: Predicate<Trek>, isExact: Bool = true, line: Int = #line) {
    self.predicate = predicate
    self.isExact = isExact
    self.line = line
  }

  /// The same, answered in part by Swift.
  static func inSwift(_ predicate: Predicate<Trek>, line: Int = #line) -> PredicateCase {
    PredicateCase(predicate, isExact: false, line: line)
  }

  var testDescription: String { "line \(line)" }
}
