// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The namespace of an element as a number.
struct XMLNamespace: Equatable {
  let number: Int

  /// The element has no prefix, and there is no default namespace.
  static let none = XMLNamespace(number: -1)

  /// The element's prefix is declared nowhere.
  static let undeclared = XMLNamespace(number: -2)

  /// A namespace that came after too many others to be told from them.
  static let other = XMLNamespace(number: -3)

  /// The namespace at a place in the list that the stream was given; others follow it.
  static func known(_ index: Int) -> XMLNamespace { XMLNamespace(number: index) }
}
