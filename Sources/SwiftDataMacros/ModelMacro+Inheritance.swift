// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

// Subclasses of models. Each class has its own slots; only the root class has the state. Property
// indexes continue along the inheritance chain, inherited properties first. The number of inherited
// properties is known only at run time.

extension ModelMacro {
  /// The generated members of a subclass of a model.
  static func subclassMembers(_ model: ClassDeclSyntax, _ properties: [ModelProperty]) -> [String] {
    guard let superclass = model.superclass else { return [] }
    let access = model.memberAccess
    let method = (model.isFinal ? access : model.overridableAccess) + "override "
    let metadata = properties.map { Self.metadata(of: $0, in: model.name.trimmed) }
    let name = model.name.trimmed.text
    let inherited = "\(superclass)._$keyPaths(\(name).self)"
    var members = [
      body(
        "\(method)class var schemaMetadata: [SwiftData.Schema.PropertyMetadata]",
        [
          "super.schemaMetadata + [" + metadata.map { "\n    \($0)," }.joined()
            + (metadata.isEmpty ? "]" : "\n  ]")
        ]),
      body(
        "\(method)class var _$inheritance: SwiftData._Inheritance?",
        [
          "SwiftData._Inheritance(superclass: \(superclass).self, keyPaths: \(inherited), "
            + "overrides: [\(overrides(in: model).joined(separator: ", "))]"
            + (model.declaresOriginalName ? ", originalEntityName: \(name).\(originalName))" : ")")
        ]),
      list(
        "\(method)class var _$constraints: [any SwiftData.SchemaProperty]",
        of: constraints(of: model)),
      "private static let \(model.firstIndex) = \(inherited).count",
      body(
        "\(method)func _$load(_ reader: inout SwiftData._RowReader)",
        ["super._$load(&reader)"] + loads(properties, model)),
      body(
        "\(method)func _$bind(_ writer: inout SwiftData._RowWriter)",
        ["super._$bind(&writer)"] + binds(properties, model)),
    ]
    if !model.isFinal { members.append(keyPaths(of: properties, in: model, after: superclass)) }
    // A class without initialisers inherits all of its superclass's, including the generated one. A
    // generated initialiser would prevent that.
    if model.hasDesignatedInitializer {
      members.append(
        body(
          "\(access)required init(_$fault state: consuming SwiftData._ModelState)",
          ["super.init(_$fault: state)"]))
    }
    return members
  }

  /// The function that returns the key paths of the properties from a subclass.
  ///
  /// They don't equal the key paths from the class itself.
  static func keyPaths(
    of properties: [ModelProperty], in model: ClassDeclSyntax, after superclass: String? = nil
  ) -> String {
    let own = properties.map { "\n    \\Subclass.\($0.identifier.text)," }.joined()
    let before = superclass.map { "\($0)._$keyPaths(Subclass.self) + " } ?? ""
    return body(
      "\(model.memberAccess)static func _$keyPaths<Subclass: \(model.name.trimmed.text)>"
        + "(_ type: Subclass.Type) -> [Swift.AnyKeyPath]",
      [before + "[" + own + (own.isEmpty ? "]" : "\n  ]")])
  }

  /// The index expression of a property in a class whose first inherited type may be a superclass.
  static func index(_ index: String, in model: String) -> String {
    "\(model).\(firstIndex(of: model)) + \(index)"
  }

  static func firstIndex(of model: String) -> String {
    "_$first" + model.filter { $0 != "`" }
  }

  /// The name of the static property with a class's former entity name.
  ///
  /// A subclass shares its superclass's conformance, which does not use the subclass's own
  /// property.
  fileprivate static let originalName = "originalEntityName"

  /// The names of inherited properties that the class overrides with computed ones.
  private static func overrides(in model: ClassDeclSyntax) -> [String] {
    model.memberBlock.members.flatMap { member -> [String] in
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isOverride,
        !variable.isTypeMember
      else { return [] }
      return variable.bindings.filter(\.isComputed).compactMap {
        $0.pattern.as(IdentifierPatternSyntax.self).map {
          "\"\($0.identifier.text.filter { $0 != "`" })\""
        }
      }
    }
  }
}

extension ClassDeclSyntax {
  /// The first inherited type as written: a superclass, or a protocol.
  var superclass: String? {
    inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
  }

  /// True if the class itself declares its former entity name.
  fileprivate var declaresOriginalName: Bool {
    memberBlock.members.contains { member in
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isTypeMember else {
        return false
      }
      return variable.bindings.contains {
        $0.pattern.trimmedDescription == ModelMacro.originalName
      }
    }
  }

  var isFinal: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.final) } }

  /// The access level of members that other modules may override, with a trailing space.
  var overridableAccess: String {
    let isOpen = modifiers.contains { $0.name.tokenKind == .keyword(.open) }
    return isOpen ? "open " : memberAccess
  }

  /// The name of the constant with the index of the class's first own property.
  var firstIndex: String { ModelMacro.firstIndex(of: name.trimmed.text) }

  /// The index expression of a property of the class itself.
  func index(_ index: Int) -> String {
    superclass == nil ? "\(index)" : ModelMacro.index("\(index)", in: name.trimmed.text)
  }

  /// True if the class body declares a designated initialiser.
  var hasDesignatedInitializer: Bool {
    memberBlock.members.contains {
      guard let initializer = $0.decl.as(InitializerDeclSyntax.self) else { return false }
      return !initializer.modifiers.contains { $0.name.tokenKind == .keyword(.convenience) }
    }
  }
}
