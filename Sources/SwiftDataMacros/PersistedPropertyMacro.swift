// Cairn
// SPDX-License-Identifier: Apache-2.0

package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `@_PersistedProperty(index)`: the accessors of one persisted property and its slot.
package enum PersistedPropertyMacro: AccessorMacro, PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = property(of: declaration), let index = index(of: node) else { return [] }
    let slot = property.slot
    let path = "\\.\(property.identifier.text)"
    // A default value moves to the slot, which evaluates it for new models only. With an init
    // accessor it would be evaluated for each model that is fetched, too.
    let initAccessor: [AccessorDeclSyntax] = [
      """
      @storageRestrictions(initializes: \(raw: slot))
      init(initialValue) {
        \(raw: slot) = .init(initialValue)
      }
      """
    ]
    let getter: AccessorDeclSyntax = """
      get {
        _$willGet(\(raw: path))
        return \(raw: slot)._get(self, \(raw: index))
      }
      """
    let start = property.defaultValue == nil ? initAccessor : []
    if property.willSet != nil || property.didSet != nil {
      return start + [getter, observedSetter(of: property, path, index)]
    }
    return start + [
      getter,
      """
      set {
        let _$observed = _$willSet(\(raw: path), \(raw: index))
        let _$change = \(raw: slot)._set(newValue, self, \(raw: index))
        _$didSet(\(raw: path), \(raw: index), _$change, _$observed)
      }
      """,
      """
      _modify {
        let _$observed = _$willSet(\(raw: path), \(raw: index))
        \(raw: slot)._prepare(self, \(raw: index))
        defer {
          let _$change = \(raw: slot)._finish()
          _$didSet(\(raw: path), \(raw: index), _$change, _$observed)
        }
        yield &\(raw: slot)._value
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
    -> AccessorDeclSyntax
  {
    let slot = property.slot
    let flag = "_$isObserving\(property.name)"
    var lines = [
      "let _$isObserved = _$willSet(\(path), \(index))",
      "let _$change = \(slot)._set(newValue, self, \(index))",
      "_$didSet(\(path), \(index), _$change, _$isObserved)",
    ]
    let unobserved = flag + (property.startsWithValue ? "" : " || \(slot)._isUnset")
    let store = lines.joined(separator: "\n  ")
    lines = []
    if let observer = property.willSet {
      lines.append(call(observer, of: property, with: "newValue"))
    }
    if property.didSet != nil { lines.append("let _$oldValue = \(slot)._get(self, \(index))") }
    lines.append("do {\n  \(store)\n}")
    if let observer = property.didSet {
      lines.append(call(observer, of: property, with: "_$oldValue"))
    }
    return """
      set {
        _$willGet(\(raw: path))
        if \(raw: unobserved) {
          \(raw: store)
          return
        }
        \(raw: flag) = true
        defer {
          \(raw: flag) = false
        }
        \(raw: lines.joined(separator: "\n"))
      }
      """
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
  private static func observers(of property: ModelProperty) -> [DeclSyntax] {
    let observers = [property.willSet, property.didSet].compactMap(\.self)
    if observers.isEmpty { return [] }
    let flag: DeclSyntax = "private var _$isObserving\(raw: property.name) = false"
    guard let type = property.writtenType else { return [flag] }
    return [flag]
      + observers.map { observer in
        """
        private func _$\(raw: observer.accessorSpecifier.text)\(raw: property.name)(_ \(
          raw: observer.valueName): \(raw: type)) {
          \(raw: observer.body?.statements.trimmedDescription ?? "")
        }
        """
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
    return ["@exclusivity(unchecked) private var \(raw: slot)"] + observers(of: property)
  }

  private static func property(of declaration: some DeclSyntaxProtocol) -> ModelProperty? {
    declaration.as(VariableDeclSyntax.self).flatMap { ModelProperty.all(in: $0).first }
  }

  private static func index(of node: AttributeSyntax) -> String? {
    node.arguments?.as(LabeledExprListSyntax.self)?.first?.expression.trimmedDescription
  }
}
