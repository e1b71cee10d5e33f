// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

// An expansion goes to the compiler as text, which parses it anyway. Parsing it here, to a tree that
// is only printed again, would take most of the time that a model takes to compile where the plugin
// is built without optimisation, as `swift build` does: so the text stands in one token.

extension DeclSyntax {
  /// A declaration of which only the text is known.
  init(text: String) {
    self.init(MissingDeclSyntax(placeholder: .identifier(text)))
  }
}

extension AccessorDeclSyntax {
  /// An accessor of which only the text is known.
  init(text: String) {
    self.init(accessorSpecifier: .identifier(text))
  }
}

extension AttributeSyntax {
  /// An attribute of which only the text behind the `@` is known.
  init(text: String) {
    self.init(attributeName: IdentifierTypeSyntax(name: .identifier(text)))
  }
}
