// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `@Model`: makes a class a persistent model.
package enum ModelMacro {
  /// Disabled, since expansions are already formatted.
  package static var formatMode: FormatMode { .disabled }
}

extension ModelMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let written = declaration.as(ClassDeclSyntax.self) else {
      diagnoseKind(of: declaration, at: node, in: context)
      return []
    }
    let model = written.resolvingConditions(in: context, reports: true)
    let properties = ModelProperty.all(in: model.memberBlock.members)
    let isSubclass = model.superclass != nil && protocols.isEmpty
    // Diagnostics need the nodes of the written class.
    diagnose(
      written, properties, isSubclass: isSubclass, hasInitializer: model.hasInitializer,
      in: context)
    let members =
      isSubclass ? subclassMembers(model, properties) : rootMembers(model, properties)
    return members.map(DeclSyntax.init(text:))
  }

  /// The generated members of a class without a superclass.
  private static func rootMembers(_ model: ClassDeclSyntax, _ properties: [ModelProperty])
    -> [String]
  {
    let access = model.memberAccess
    let head = model.isFinal ? access + "static" : model.overridableAccess + "class"
    let method = model.isFinal ? access : model.overridableAccess
    let metadata = properties.map { Self.metadata(of: $0, in: model.name.trimmed) }
    let state = model.isFinal ? "var" : "final var"
    var members = [
      "@exclusivity(unchecked) \(access)\(state) _$state = SwiftData._ModelState()",
      list("\(head) var schemaMetadata: [SwiftData.Schema.PropertyMetadata]", of: metadata),
      list(
        "\(access)static var _$optionalKeyPaths: [Swift.AnyKeyPath]",
        of: properties.map { "\\\(model.name.trimmed.text)?.?.\($0.identifier.text)" }),
      body(
        "\(access)required init(_$fault state: consuming SwiftData._ModelState)",
        ["_$state = state"]),
      body(
        "\(method)func _$load(_ reader: inout SwiftData._RowReader)", loads(properties, model)),
      body(
        "\(method)func _$bind(_ writer: inout SwiftData._RowWriter)", binds(properties, model)),
    ]
    let constraints = Self.constraints(of: model)
    if !constraints.isEmpty || !model.isFinal {
      members.append(
        list("\(head) var _$constraints: [any SwiftData.SchemaProperty]", of: constraints))
    }
    if !model.isFinal {
      members.append(
        body("\(head) var _$inheritance: SwiftData._Inheritance?", ["nil"]))
      members.append(keyPaths(of: properties, in: model))
    }
    if model.superclass != nil {
      members.append(body("private static var \(model.firstIndex): Swift.Int", ["0"]))
    }
    // Without this, the generated fault initialiser would be the class's only one.
    if !model.hasInitializer, properties.allSatisfy(\.startsWithValue) {
      members.append(body("\(access.isEmpty || model.isFinal ? "" : access)init()", []))
    }
    return members
  }

  /// The statements that read the class's own properties from a row.
  static func loads(_ properties: [ModelProperty], _ model: ClassDeclSyntax) -> [String] {
    properties.enumerated().map {
      "reader._load\($1.storage.rawValue)(&\($1.slot), \(model.index($0))"
        + ($1.storage == .plain ? ")" : ", Self.self)")
    }
  }

  /// The statements that bind the class's own properties.
  static func binds(_ properties: [ModelProperty], _ model: ClassDeclSyntax) -> [String] {
    properties.enumerated().filter { $1.storage != .ephemeral }.map {
      "writer._bind\($1.storage.rawValue)(&\($1.slot), \(model.index($0)))"
    }
  }

  /// A declaration with a body of statements.
  static func body(_ head: String, _ statements: [String]) -> String {
    head + " {\n" + statements.map { "  \($0)\n" }.joined() + "}"
  }

  /// A computed property that returns an array.
  static func list(_ head: String, of elements: [String]) -> String {
    let lines = elements.map { "\n    \($0)," }.joined()
    return body(head, ["[" + lines + (elements.isEmpty ? "]" : "\n  ]")])
  }

  /// The constraints and indexes that `#Unique`, `#Index` and `#FullText` declare in the class.
  static func constraints(of model: ClassDeclSyntax) -> [String] {
    model.memberBlock.members.compactMap { member in
      guard let macro = member.decl.as(MacroExpansionDeclSyntax.self),
        ["Unique", "Index", "FullText"].contains(macro.macroName.text)
      else { return nil }
      let generic = macro.genericArgumentClause?.trimmedDescription ?? "<\(model.name.trimmed)>"
      return "SwiftData.Schema.\(macro.macroName.text)\(generic)"
        + "(\(macro.arguments.trimmedDescription))"
    }
  }

  /// An element of `schemaMetadata`.
  static func metadata(of property: ModelProperty, in model: TokenSyntax) -> String {
    let path = "\\\(model.text).\(property.identifier.text)"
    let slot = "\\\(model.text).\(property.slot)"
    var arguments = "name: \"\(property.name)\", keypath: \(path), slot: \(slot)"
    if let value = property.defaultValue { arguments += ", defaultValue: { \(value) }" }
    if let marker = marker(of: property) {
      arguments += ", metadata: SwiftData.Schema.\(marker)"
    }
    return "SwiftData.Schema.PropertyMetadata._make(\(arguments))"
  }
}

extension ModelMacro {
  /// The labels of the arguments of `@Attribute` and `@Relationship`, in the order of the
  /// initializers' parameters.
  private static let markerLabels = [
    "deleteRule", "minimumModelCount", "maximumModelCount", "originalName", "inverse",
    "hashModifier",
  ]

  /// The initializer call for the `@Attribute` or `@Relationship` of a property; nil without one.
  ///
  /// Several attributes become one call, with all options and with the first argument of each label.
  private static func marker(of property: ModelProperty) -> String? {
    let relationships = property.declaration.attributes(named: "Relationship")
    let attributes = property.declaration.attributes(named: "Attribute")
    let isRelationship = !relationships.isEmpty
    let own = isRelationship ? relationships : attributes
    guard let first = own.first else { return nil }
    let name = isRelationship ? "Relationship" : "Attribute"
    if relationships.count + attributes.count == 1 {
      return "\(name)(\(first.arguments?.trimmedDescription ?? ""))"
    }
    let options = own.flatMap(\.labeledArguments).filter { $0.label == nil }
    let all = (relationships + attributes).flatMap(\.labeledArguments)
    let labeled = markerLabels.compactMap { label in all.first { $0.label?.text == label } }
    let list = (options + labeled).map { argument in
      (argument.label.map { "\($0.text): " } ?? "") + argument.expression.trimmedDescription
    }
    return "\(name)(\(list.joined(separator: ", ")))"
  }
}

extension ModelMacro: MemberAttributeMacro {
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard let written = declaration.as(ClassDeclSyntax.self),
      let variable = member.as(VariableDeclSyntax.self),
      let property = ModelProperty.all(in: variable).first
    else { return [] }
    let model = written.resolvingConditions(in: context)
    let all = ModelProperty.all(in: model.memberBlock.members)
    guard let index = all.firstIndex(where: { $0.name == property.name }) else { return [] }
    // Whether the first inherited type is a superclass is not known here.
    let owner = model.superclass == nil ? "" : ", in: \"\(model.name.text)\""
    return [AttributeSyntax(text: "SwiftData._PersistedProperty(\(index)\(owner))")]
  }
}

extension ModelMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(ClassDeclSyntax.self), !protocols.isEmpty else { return [] }
    let conformance: DeclSyntax =
      """
      extension \(type.trimmed): nonisolated SwiftData.PersistentModel, nonisolated SwiftData.Observable {}
      """
    return [conformance.cast(ExtensionDeclSyntax.self)]
  }
}

extension ClassDeclSyntax {
  /// The access level that members need to satisfy public requirements, with a trailing space.
  var memberAccess: String {
    for modifier in modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.open), .keyword(.public): return "public "
      case .keyword(.package): return "package "
      default: continue
      }
    }
    return ""
  }
}
