// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@_PersistedProperty(index)`: the accessors of one persisted property and its slot.
enum PersistedPropertyMacro: AccessorMacro, PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = property(of: declaration), let index = index(of: node) else { return [] }
    let slot = property.slot
    let path = "\\.\(property.identifier.text)"
    return [
      """
      @storageRestrictions(initializes: \(raw: slot))
      init(initialValue) {
        \(raw: slot) = .init(initialValue)
      }
      """,
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
  }

  // Exclusivity is not checked at run time for slots: the checks would cost more than all the rest
  // of an access. A slot is safe without: `_modify` moves the value out while it is changed.
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = property(of: declaration) else { return [] }
    if let type = property.type {
      return [
        """
        @exclusivity(unchecked) private var \(raw: property.slot) = SwiftData._slot((\(type)).self)
        """
      ]
    }
    guard let value = property.defaultValue else { return [] }
    return [
      """
      @exclusivity(unchecked) private var \(raw: property.slot) = SwiftData._slot(like: \(value))
      """
    ]
  }

  private static func property(of declaration: some DeclSyntaxProtocol) -> ModelProperty? {
    declaration.as(VariableDeclSyntax.self).flatMap { ModelProperty.all(in: $0).first }
  }

  private static func index(of node: AttributeSyntax) -> String? {
    node.arguments?.as(LabeledExprListSyntax.self)?.first?.expression.trimmedDescription
  }
}
