// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// A stored property of a model class, as `@Model` sees it.
struct ModelProperty {
  let declaration: VariableDeclSyntax
  let binding: PatternBindingSyntax
  /// The name as written, with backticks if it has any.
  let identifier: TokenSyntax

  /// The name without backticks.
  var name: String {
    let text = identifier.text
    return text.hasPrefix("`") && text.hasSuffix("`") ? String(text.dropFirst().dropLast()) : text
  }

  /// The name of the slot that the accessors read and write.
  var slot: String { "_" + name }

  /// The type annotation; nil if the type is inferred from the default value.
  ///
  /// `T!` is replaced by `T?`, as which it is stored.
  var type: TypeSyntax? {
    guard let type = binding.typeAnnotation?.type.trimmed else { return nil }
    guard let implicit = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else { return type }
    return TypeSyntax(OptionalTypeSyntax(wrappedType: implicit.wrappedType))
  }

  var defaultValue: ExprSyntax? { binding.initializer?.value.trimmed }

  /// The type annotation, or the type of a literal default value.
  var writtenType: String? {
    if let type { return type.description }
    guard let value = defaultValue else { return nil }
    if value.is(IntegerLiteralExprSyntax.self) { return "Swift.Int" }
    if value.is(FloatLiteralExprSyntax.self) { return "Swift.Double" }
    if value.is(StringLiteralExprSyntax.self) { return "Swift.String" }
    return value.is(BooleanLiteralExprSyntax.self) ? "Swift.Bool" : nil
  }

  /// True if the property has a value before an initialiser assigns one.
  var startsWithValue: Bool { defaultValue != nil || type?.isOptional == true }

  /// The `willSet` of the property, if it has one.
  var willSet: AccessorDeclSyntax? { binding.observer(.willSet) }

  /// The `didSet` of the property, if it has one.
  var didSet: AccessorDeclSyntax? { binding.observer(.didSet) }

  /// The persisted properties among `members`, in order.
  static func all(in members: MemberBlockItemListSyntax) -> [ModelProperty] {
    members.flatMap { member -> [ModelProperty] in
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { return [] }
      return all(in: variable)
    }
  }

  /// The persisted properties that one `var` declares.
  static func all(in variable: VariableDeclSyntax) -> [ModelProperty] {
    guard !variable.isTypeMember, !variable.isLazy, !variable.isOverride,
      variable.bindings.count == 1,
      variable.attribute(named: "Transient") == nil
    else { return [] }
    return variable.bindings.compactMap { binding in
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
        !binding.isComputed, !pattern.identifier.text.hasPrefix("_$")
      else { return nil }
      return ModelProperty(
        declaration: variable, binding: binding, identifier: pattern.identifier.trimmed)
    }
  }
}

extension VariableDeclSyntax {
  /// True for `static` and `class` variables.
  var isTypeMember: Bool {
    modifiers.contains {
      $0.name.tokenKind == .keyword(.static) || $0.name.tokenKind == .keyword(.class)
    }
  }

  /// True for overrides.
  var isOverride: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.override) } }

  /// True for `lazy` variables.
  var isLazy: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.lazy) } }

  /// The attribute with a name, qualified or not.
  func attribute(named name: String) -> AttributeSyntax? { attributes(named: name).first }

  /// The attributes with a name, qualified or not, outside of any `#if`.
  func attributes(named name: String) -> [AttributeSyntax] {
    attributes.compactMap { element in
      guard case .attribute(let attribute) = element, attribute.writtenName == name else {
        return nil
      }
      return attribute
    }
  }
}

extension AttributeSyntax {
  /// The attribute's name without a qualifier.
  var writtenName: String? {
    attributeName.as(IdentifierTypeSyntax.self)?.name.text
      ?? attributeName.as(MemberTypeSyntax.self)?.name.text
  }

  /// The arguments of a macro.
  var labeledArguments: [LabeledExprSyntax] {
    guard case .argumentList(let list)? = arguments else { return [] }
    return Array(list)
  }
}

extension PatternBindingSyntax {
  /// True if the binding has accessors other than observers.
  var isComputed: Bool {
    guard let accessors = accessorBlock?.accessors else { return false }
    switch accessors {
    case .getter: return true
    case .accessors(let list):
      return !list.allSatisfy {
        $0.accessorSpecifier.tokenKind == .keyword(.willSet)
          || $0.accessorSpecifier.tokenKind == .keyword(.didSet)
      }
    }
  }

  /// The binding's observer of a kind, if there is one.
  func observer(_ kind: Keyword) -> AccessorDeclSyntax? {
    guard case .accessors(let list)? = accessorBlock?.accessors else { return nil }
    return list.first { $0.accessorSpecifier.tokenKind == .keyword(kind) }
  }
}

extension AccessorDeclSyntax {
  /// The name of an observer's parameter.
  var valueName: String {
    let isBefore = accessorSpecifier.tokenKind == .keyword(.willSet)
    return parameters?.name.text ?? (isBefore ? "newValue" : "oldValue")
  }
}

extension TypeSyntax {
  /// True if the type is spelled as an optional; such a property is initially nil.
  var isOptional: Bool {
    if self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return true
    }
    return self.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
  }
}

extension ModelProperty {
  /// The storage kind of an attribute; the raw value is part of the accessors' names.
  enum Storage: String {
    /// By the representation of its type.
    case plain = ""
    /// By a value transformer: `@Attribute(.transformable(by: ...))`.
    case transformed = "Transformed"
    /// Not stored: `@Attribute(.ephemeral)`.
    case ephemeral = "Ephemeral"
  }

  var storage: Storage {
    let arguments = declaration.attributes(named: "Attribute").flatMap(\.labeledArguments)
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
