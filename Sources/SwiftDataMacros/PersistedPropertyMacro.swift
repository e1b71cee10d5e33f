// Cairn
// SPDX-License-Identifier: Apache-2.0

package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `@_PersistedProperty(index)`: the accessors of one persisted property and its slot.
package enum PersistedPropertyMacro: AccessorMacro, PeerMacro {
  /// Expansions are written as they are to be.
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
    // A default value moves to the slot, which evaluates it for new models only. With an init
    // accessor it would be evaluated for each model that is fetched, too.
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
  /// As without `@Model`, they are not called for an assignment inside of them or for the one that
  /// gives a property its first value, and a change in place goes through the setter: there is no
  /// `_modify`.
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

  /// A text whose lines but the first begin with so many spaces.
  private static func indented(_ text: String, by count: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\n" + String(repeating: " ", count: count))
  }

  /// A call of an observer: of the method that has its body or, where the property's type is not
  /// known here and there is none, of a closure.
  private static func call(
    _ observer: AccessorDeclSyntax, of property: ModelProperty, with value: String
  ) -> String {
    if property.writtenType != nil {
      return "_$\(observer.accessorSpecifier.text)\(property.name)(\(value))"
    }
    return "_ = { (\(observer.valueName)) -> Swift.Void in\n  "
      + "\(observer.body?.statements.trimmedDescription ?? "")\n}(\(value))"
  }

  /// The observers' bodies as methods, and the flag that keeps them from calling each other.
  ///
  /// In the setter itself the compiler would warn of an assignment to the property.
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

  // Exclusivity is not checked at run time for slots: the checks would cost more than all the rest
  // of an access. A slot is safe without: `_modify` moves the value out while it is changed.
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
    // What can't be overridden is reached without a call, by key paths too.
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
