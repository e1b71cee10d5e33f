// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension NSPredicate {
  /// A predicate from a format string such as `"distance > %f AND name BEGINSWITH %@"`.
  ///
  /// `%@` is a value, `%K` the name of a field; `%d`, `%i`, `%u`, `%ld` and `%f` are numbers. An
  /// invalid format gives a predicate that matches nothing; a query with it throws
  /// ``CKError/invalidArguments`` with the reason when it runs.
  public convenience init(format: String, _ arguments: Any?...) {
    self.init(format: format, argumentArray: arguments)
  }

  /// A predicate from a format string and an array of arguments.
  public convenience init(format: String, argumentArray arguments: [Any]?) {
    self.init(format: format, argumentArray: (arguments ?? []).map { Optional($0) })
  }

  private convenience init(format: String, argumentArray arguments: [Any?]) {
    self.init(PredicateParser.tree(format, arguments))
  }

  /// A predicate from a syntax tree.
  convenience init(_ tree: PredicateTree) {
    self.init { object, _ in
      guard let probe = object as? PredicateProbe else { return tree.evaluate(with: object) }
      probe.tree = tree
      return true
    }
  }
}
