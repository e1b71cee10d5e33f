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
    let accessors: [AccessorDeclSyntax] = [
      """
      get {
        _$willGet(\(raw: path))
        return \(raw: slot)._get(self, \(raw: index))
      }
      """,
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
    return property.defaultValue == nil ? initAccessor + accessors : accessors
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
    return ["@exclusivity(unchecked) private var \(raw: slot)"]
  }

  private static func property(of declaration: some DeclSyntaxProtocol) -> ModelProperty? {
    declaration.as(VariableDeclSyntax.self).flatMap { ModelProperty.all(in: $0).first }
  }

  private static func index(of node: AttributeSyntax) -> String? {
    node.arguments?.as(LabeledExprListSyntax.self)?.first?.expression.trimmedDescription
  }
}
