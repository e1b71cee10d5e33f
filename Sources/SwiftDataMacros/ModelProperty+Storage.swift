// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension ModelProperty {
  /// How an attribute is read and written: the raw value is part of the methods' names.
  enum Storage: String {
    /// As its type says.
    case plain = ""
    /// By a value transformer: `@Attribute(.transformable(by: ...))`.
    case transformed = "Transformed"
    /// Not at all: `@Attribute(.ephemeral)`.
    case ephemeral = "Ephemeral"
  }

  var storage: Storage {
    guard case .argumentList(let arguments)? = attribute(named: "Attribute")?.arguments else {
      return .plain
    }
    for argument in arguments where argument.label == nil {
      let expression =
        argument.expression.as(FunctionCallExprSyntax.self)?.calledExpression ?? argument.expression
      switch expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text {
      case "transformable": return .transformed
      case "ephemeral": return .ephemeral
      default: continue
      }
    }
    return .plain
  }
}
