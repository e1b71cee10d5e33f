// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension SortDescriptor {
  /// Sorts by a string in the order `.localizedStandard`, the default on Apple's systems.
  public init(_ keyPath: any KeyPath<Compared, String> & Sendable, order: SortOrder = .forward) {
    self.init(standard: keyPath, .localizedStandard, order)
  }

  /// Sorts by an optional string in the order `.localizedStandard`, nil first.
  public init(_ keyPath: any KeyPath<Compared, String?> & Sendable, order: SortOrder = .forward) {
    self.init(standard: keyPath, .localizedStandard, order)
  }
}

// Foundation declares the same initializers for all types, without a default, and its comparators
// know no language. The compiler prefers these, because their types have a constraint.

extension SortDescriptor where Compared: PersistentModel {
  /// Sorts by a string in the comparator's order.
  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: String.StandardComparator
  ) {
    self.init(standard: keyPath, StringOrder(comparator), comparator.order)
  }

  /// Sorts by a string in the comparator's order, forward, or in reverse.
  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: String.StandardComparator,
    order: SortOrder
  ) {
    self.init(standard: keyPath, StringOrder(comparator), order)
  }

  /// Sorts by an optional string in the comparator's order, nil first.
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: String.StandardComparator
  ) {
    self.init(standard: keyPath, StringOrder(comparator), comparator.order)
  }

  /// Sorts by an optional string in the comparator's order, forward, nil first, or in reverse.
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: String.StandardComparator,
    order: SortOrder
  ) {
    self.init(standard: keyPath, StringOrder(comparator), order)
  }
}

extension SortDescriptor where Compared: Sendable {
  /// Sorts by a string in the comparator's order.
  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: String.StandardComparator
  ) {
    self.init(standard: keyPath, StringOrder(comparator), comparator.order)
  }

  /// Sorts by a string in the comparator's order, forward, or in reverse.
  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: String.StandardComparator,
    order: SortOrder
  ) {
    self.init(standard: keyPath, StringOrder(comparator), order)
  }

  /// Sorts by an optional string in the comparator's order, nil first.
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: String.StandardComparator
  ) {
    self.init(standard: keyPath, StringOrder(comparator), comparator.order)
  }

  /// Sorts by an optional string in the comparator's order, forward, nil first, or in reverse.
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: String.StandardComparator,
    order: SortOrder
  ) {
    self.init(standard: keyPath, StringOrder(comparator), order)
  }
}

extension SortDescriptor where Compared: PersistentModel & Sendable {
  /// Sorts by a string in the comparator's order.
  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: String.StandardComparator
  ) {
    self.init(standard: keyPath, StringOrder(comparator), comparator.order)
  }

  /// Sorts by a string in the comparator's order, forward, or in reverse.
  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: String.StandardComparator,
    order: SortOrder
  ) {
    self.init(standard: keyPath, StringOrder(comparator), order)
  }

  /// Sorts by an optional string in the comparator's order, nil first.
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: String.StandardComparator
  ) {
    self.init(standard: keyPath, StringOrder(comparator), comparator.order)
  }

  /// Sorts by an optional string in the comparator's order, forward, nil first, or in reverse.
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: String.StandardComparator,
    order: SortOrder
  ) {
    self.init(standard: keyPath, StringOrder(comparator), order)
  }
}

extension SortDescriptor where Compared: PersistentModel {
  /// The property of the descriptor; nil if it is unknown.
  public var keyPath: PartialKeyPath<Compared>? {
    guard let path = foundationKeyPath else { return nil }
    return LocalizedKey.source(of: path)?.base as? PartialKeyPath<Compared> ?? path
  }

  /// The order of the descriptor's strings; nil if its values are not strings.
  public var stringComparator: String.StandardComparator? { stringOrder?.comparator }
}

extension SortDescriptor {
  init(
    standard keyPath: any KeyPath<Compared, String> & Sendable, _ standard: StringOrder,
    _ order: SortOrder
  ) {
    if standard == .lexical {
      self.init(keyPath, comparator: .lexical, order: order)
    } else {
      self.init(LocalizedKey.path(keyPath, standard), order: order)
    }
  }

  init(
    standard keyPath: any KeyPath<Compared, String?> & Sendable, _ standard: StringOrder,
    _ order: SortOrder
  ) {
    if standard == .lexical {
      self.init(keyPath, comparator: .lexical, order: order)
    } else {
      self.init(LocalizedKey.path(keyPath, standard), order: order)
    }
  }

  /// The key path that Foundation stores.
  private var foundationKeyPath: PartialKeyPath<Compared>? { keyPath }
  private var foundationComparator: String.StandardComparator? { stringComparator }

  /// The order of the descriptor's strings; nil if its values are not strings.
  ///
  /// A descriptor that was created without this module, or by a generic function, has no comparator. It sorts in
  /// the default order.
  var stringOrder: StringOrder? {
    guard let path = foundationKeyPath else { return nil }
    if let source = LocalizedKey.source(of: path) { return source.order }
    if let comparator = foundationComparator { return StringOrder(comparator) }
    let type = Swift.type(of: path).valueType
    return type == String.self || type == String?.self ? .localizedStandard : nil
  }

  /// The descriptor whose comparison has the order of fetches.
  var standardized: SortDescriptor {
    guard let path = foundationKeyPath, let standard = stringOrder, standard != .lexical,
      LocalizedKey.source(of: path) == nil
    else { return self }
    if let path = path as? KeyPath<Compared, String> {
      return SortDescriptor(standard: LocalizedKey.sendable(path), standard, order)
    }
    if let path = path as? KeyPath<Compared, String?> {
      return SortDescriptor(standard: LocalizedKey.sendable(path), standard, order)
    }
    return self
  }
}
