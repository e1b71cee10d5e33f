// Cairn
// SPDX-License-Identifier: Apache-2.0

package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `@_PersistedProperty(index)`: generates the accessors and the slot of a persisted property.
package enum PersistedPropertyMacro: AccessorMacro, PeerMacro {
  /// Disabled, since expansions are already formatted.
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = property(of: declaration), let index = index(of: node) else { return [] }
    let path = "\\.\(property.identifier.text)"
    return accessors(of: property, path, index).map(AccessorDeclSyntax.init(text:))
  }

  private static func accessors(of property: ModelProperty, _ path: String, _ index: String)
    -> [String]
  {
    let slot = property.slot
    // The slot evaluates a default value, for new models only. With an init accessor, it would also
    // be evaluated for each fetched model.
    let start =
      property.defaultValue != nil
      ? []
      : [
        """
        @storageRestrictions(initializes: \(slot))
        init(initialValue) {
          \(slot) = .init(initialValue)
        }
        """
      ]
    let getter = """
      get {
        _$willGet(\(path))
        return \(slot)._get(self, \(index))
      }
      """
    if property.willSet != nil || property.didSet != nil {
      return start + [getter, observedSetter(of: property, path, index)]
    }
    return start + [
      getter,
      """
      set {
        let _$observed = _$willSet(\(path), \(index))
        let _$change = \(slot)._set(newValue, self, \(index))
        _$didSet(\(path), \(index), _$change, _$observed)
      }
      """,
      """
      _modify {
        let _$observed = _$willSet(\(path), \(index))
        \(slot)._prepare(self, \(index))
        defer {
          let _$change = \(slot)._finish()
          _$didSet(\(path), \(index), _$change, _$observed)
        }
        yield &\(slot)._value
      }
      """,
    ]
  }

  /// A setter that calls the property's own `willSet` and `didSet`.
  ///
  /// As without `@Model`, an assignment inside an observer or the first assignment does not call
  /// them. An in-place change uses the setter, so there is no `_modify`.
  private static func observedSetter(of property: ModelProperty, _ path: String, _ index: String)
    -> String
  {
    let slot = property.slot
    let flag = "_$isObserving\(property.name)"
    var lines = [
      "let _$isObserved = _$willSet(\(path), \(index))",
      "let _$change = \(slot)._set(newValue, self, \(index))",
      "_$didSet(\(path), \(index), _$change, _$isObserved)",
    ]
    let unobserved = flag + (property.startsWithValue ? "" : " || \(slot)._isUnset")
    let store = lines.joined(separator: "\n")
    lines = []
    if let observer = property.willSet {
      lines.append(call(observer, of: property, with: "newValue"))
    }
    if property.didSet != nil { lines.append("let _$oldValue = \(slot)._get(self, \(index))") }
    lines.append("do {\n  \(indented(store, by: 2))\n}")
    if let observer = property.didSet {
      lines.append(call(observer, of: property, with: "_$oldValue"))
    }
    return """
      set {
        _$willGet(\(path))
        if \(unobserved) {
          \(indented(store, by: 4))
          return
        }
        \(flag) = true
        defer {
          \(flag) = false
        }
        \(indented(lines.joined(separator: "\n"), by: 2))
      }
      """
  }

  /// Indents all lines but the first by a number of spaces.
  private static func indented(_ text: String, by count: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\n" + String(repeating: " ", count: count))
  }

  /// A call of an observer.
  ///
  /// The callee is the method with its body, or a closure if the property's type is not known here.
  private static func call(
    _ observer: AccessorDeclSyntax, of property: ModelProperty, with value: String
  ) -> String {
    if property.writtenType != nil {
      return "_$\(observer.accessorSpecifier.text)\(property.name)(\(value))"
    }
    return "_ = { (\(observer.valueName)) -> Swift.Void in\n  "
      + "\(observer.body?.statements.trimmedDescription ?? "")\n}(\(value))"
  }

  /// The observers' bodies as methods, and the flag that prevents recursive calls.
  ///
  /// In the setter itself, the compiler would warn about an assignment to the property.
  private static func observers(of property: ModelProperty) -> [String] {
    let observers = [property.willSet, property.didSet].compactMap(\.self)
    if observers.isEmpty { return [] }
    let flag = "private var _$isObserving\(property.name) = false"
    guard let type = property.writtenType else { return [flag] }
    return [flag]
      + observers.map { observer in
        let name = "_$\(observer.accessorSpecifier.text)\(property.name)"
        let body = observer.body?.statements.trimmedDescription ?? ""
        return "private func \(name)(_ \(observer.valueName): \(type)) {\n  \(body)\n}"
      }
  }

  // Slots have no dynamic exclusivity checks, which would cost more than the rest of an access.
  // They are safe without, since `_modify` moves the value out during the change.
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = property(of: declaration) else { return [] }
    var arguments: [String] = []
    if let type = property.type { arguments.append("(\(type)).self") }
    if let value = property.defaultValue { arguments.append("default: \(value)") }
    if arguments.isEmpty { return [] }
    let slot = "\(property.slot) = SwiftData._slot(\(arguments.joined(separator: ", ")))"
    // A final property is accessed without a call, also by key paths.
    let owner = context.lexicalContext.first?.as(ClassDeclSyntax.self)
    let isFinal = owner?.modifiers.contains { $0.name.tokenKind == .keyword(.final) } ?? true
    let variable = isFinal ? "private var" : "private final var"
    let peers = ["@exclusivity(unchecked) \(variable) \(slot)"] + observers(of: property)
    return peers.map(DeclSyntax.init(text:))
  }

  private static func property(of declaration: some DeclSyntaxProtocol) -> ModelProperty? {
    declaration.as(VariableDeclSyntax.self).flatMap { ModelProperty.all(in: $0).first }
  }

  private static func index(of node: AttributeSyntax) -> String? {
    guard let arguments = node.arguments?.as(LabeledExprListSyntax.self),
      let index = arguments.first?.expression.trimmedDescription
    else { return nil }
    guard let owner = arguments.dropFirst().first?.expression.as(StringLiteralExprSyntax.self),
      case .stringSegment(let name)? = owner.segments.first
    else { return index }
    return ModelMacro.index(index, in: name.content.text)
  }
}
