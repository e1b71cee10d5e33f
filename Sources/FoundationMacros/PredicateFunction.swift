// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// A method that predicates support: its name, its labels, and whether its argument is a closure.
struct PredicateFunction {
  enum Arguments {
    /// Ordinary arguments with these labels (nil: none).
    case values([String?])
    /// One closure with this label, which a trailing closure drops.
    case closure(label: String?)
    /// Any number of arguments without labels.
    case inputs
  }

  let name: String
  let arguments: Arguments

  static let all: [PredicateFunction] = [
    PredicateFunction(name: "contains", arguments: .values([nil])),
    PredicateFunction(name: "contains", arguments: .closure(label: "where")),
    PredicateFunction(name: "allSatisfy", arguments: .closure(label: nil)),
    PredicateFunction(name: "flatMap", arguments: .closure(label: nil)),
    PredicateFunction(name: "filter", arguments: .closure(label: nil)),
    PredicateFunction(name: "starts", arguments: .values(["with"])),
    PredicateFunction(name: "min", arguments: .values([])),
    PredicateFunction(name: "max", arguments: .values([])),
    PredicateFunction(name: "localizedStandardContains", arguments: .values([nil])),
    PredicateFunction(name: "localizedCompare", arguments: .values([nil])),
    PredicateFunction(name: "caseInsensitiveCompare", arguments: .values([nil])),
    PredicateFunction(name: "evaluate", arguments: .inputs),
  ]

  /// The supported function of a call, if there is one.
  static func matching(
    name: String, arguments: LabeledExprListSyntax, hasTrailingClosure: Bool
  ) -> PredicateFunction? {
    let labels = arguments.map { $0.label?.text }
    return all.first { function in
      guard function.name == name else { return false }
      switch function.arguments {
      case .values(let wanted):
        return !hasTrailingClosure && wanted == labels && !arguments.isClosure(forLabels: wanted)
      case .closure(let label):
        if hasTrailingClosure { return arguments.isEmpty }
        return labels == [label]
      case .inputs:
        return !hasTrailingClosure && !labels.isEmpty && labels.allSatisfy { $0 == nil }
      }
    }
  }

  /// The replacement for a method that predicates don't support.
  static func replacement(for name: String) -> String? {
    replacements[name]
  }

  private static let replacements: [String: String] = [
    "hasPrefix": "use 'starts(with:)'",
    "lowercased": "use 'caseInsensitiveCompare(_:)' or 'localizedStandardContains(_:)'",
    "uppercased": "use 'caseInsensitiveCompare(_:)' or 'localizedStandardContains(_:)'",
    "localizedCaseInsensitiveContains": "use 'localizedStandardContains(_:)'",
    "localizedCaseInsensitiveCompare": "use 'localizedCompare(_:)'",
    "localizedStandardCompare": "use 'localizedCompare(_:)'",
    "first": "use 'contains(where:)'",
    "map": "use 'contains(where:)', 'allSatisfy(_:)' or 'flatMap(_:)'",
    "compactMap": "use 'contains(where:)', 'allSatisfy(_:)' or 'filter(_:)'",
    "isMultiple": "use '%': 'x % n == 0'",
    "count": "use 'filter { ... }.count'",
  ]
}

extension LabeledExprListSyntax {
  /// True if the only argument is a closure literal, which `contains(_:)` does not accept.
  fileprivate func isClosure(forLabels labels: [String?]) -> Bool {
    labels.count == 1 && first?.expression.is(ClosureExprSyntax.self) == true
  }
}
