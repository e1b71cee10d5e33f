// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

// The compiler receives an expansion as text and parses it. In a plugin that is built without
// optimisation, as by `swift build`, parsing the text here as well would take most of a model's
// compile time. The whole text is therefore one token.

extension DeclSyntax {
  /// Creates an unparsed declaration.
  init(text: String) {
    self.init(MissingDeclSyntax(placeholder: .identifier(text)))
  }
}

extension AccessorDeclSyntax {
  /// Creates an unparsed accessor.
  init(text: String) {
    self.init(accessorSpecifier: .identifier(text))
  }
}

extension AttributeSyntax {
  /// Creates an unparsed attribute from the text after the `@`.
  init(text: String) {
    self.init(attributeName: IdentifierTypeSyntax(name: .identifier(text)))
  }
}
