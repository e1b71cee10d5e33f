// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// A predicate, and whether SQL alone evaluates it.
struct PredicateCase: Sendable, CustomTestStringConvertible {
  let predicate: Predicate<Trek>
  let isExact: Bool
  let line: Int

  init(_ predicate: Predicate<Trek>, isExact: Bool = true, line: Int = #line) {
    self.predicate = predicate
    self.isExact = isExact
    self.line = line
  }

  /// Returns a case that Swift evaluates in part.
  static func inSwift(_ predicate: Predicate<Trek>, line: Int = #line) -> PredicateCase {
    PredicateCase(predicate, isExact: false, line: line)
  }

  var testDescription: String { "line \(line)" }
}
