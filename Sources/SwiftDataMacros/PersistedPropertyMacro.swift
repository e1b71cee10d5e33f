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
  /// As without `@Model`, they are not called for an assignment inside of them, and a change in
  /// place (there is no `_modify`) goes through the setter.
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
    let store = lines.joined(separator: "\n  ")
    lines = []
    if let observer = property.willSet {
      let name = observer.parameters?.name.text ?? "newValue"
      lines.append(call(observer, with: name, "newValue"))
    }
    if property.didSet != nil { lines.append("let _$oldValue = \(slot)._get(self, \(index))") }
    lines.append("do {\n  \(store)\n}")
    if let observer = property.didSet {
      let name = observer.parameters?.name.text ?? "oldValue"
      lines.append(call(observer, with: name, "_$oldValue"))
    }
    return """
      set {
        if \(raw: flag) {
          \(raw: store)
          return
        }
        _$willGet(\(raw: path))
        \(raw: flag) = true
        defer {
          \(raw: flag) = false
        }
        \(raw: lines.joined(separator: "\n"))
      }
      """
  }

  /// The body of an observer, called with a value under the name that it has there.
  private static func call(_ observer: AccessorDeclSyntax, with name: String, _ value: String)
    -> String
  {
    let body = observer.body?.statements.trimmedDescription ?? ""
    return "_ = { (\(name)) -> Swift.Void in\n  \(body)\n}(\(value))"
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
    var peers: [DeclSyntax] = ["@exclusivity(unchecked) private var \(raw: slot)"]
    if property.willSet != nil || property.didSet != nil {
      peers.append("private var _$isObserving\(raw: property.name) = false")
    }
    return peers
  }

  private static func property(of declaration: some DeclSyntaxProtocol) -> ModelProperty? {
    declaration.as(VariableDeclSyntax.self).flatMap { ModelProperty.all(in: $0).first }
  }

  private static func index(of node: AttributeSyntax) -> String? {
    node.arguments?.as(LabeledExprListSyntax.self)?.first?.expression.trimmedDescription
  }
}
