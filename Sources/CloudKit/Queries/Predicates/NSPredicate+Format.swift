// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension NSPredicate {
  /// A predicate by its format, as `"distance > %f AND name BEGINSWITH %@"`.
  ///
  /// `%@` stands for a value, `%K` for the name of a field, `%d`, `%i`, `%u`, `%ld` and `%f` for
  /// numbers. Where the format can't be understood, the predicate is true of nothing, and a query
  /// with it throws ``CKError/invalidArguments`` with the reason when it is run.
  public convenience init(format: String, _ arguments: Any?...) {
    self.init(format: format, argumentArray: arguments)
  }

  /// A predicate by its format and its arguments in an array.
  public convenience init(format: String, argumentArray arguments: [Any]?) {
    self.init(format: format, argumentArray: (arguments ?? []).map { Optional($0) })
  }

  private convenience init(format: String, argumentArray arguments: [Any?]) {
    self.init(PredicateParser.tree(format, arguments))
  }

  /// A predicate of which the tree is known.
  convenience init(_ tree: PredicateTree) {
    self.init { object, _ in
      guard let probe = object as? PredicateProbe else { return tree.evaluate(with: object) }
      probe.tree = tree
      return true
    }
  }
}
