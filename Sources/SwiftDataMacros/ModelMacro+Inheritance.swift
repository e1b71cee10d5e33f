// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

// Subclasses of models. The slots of a class lie in the class itself, the state in the root class
// alone. Properties are numbered along the chain: those of the superclass come first, and how many
// they are is known when the program runs.

extension ModelMacro {
  /// What a subclass of a model gets.
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
    // Without initialisers of its own the class inherits all of them, ours too; with ours it would
    // inherit none.
    if model.hasDesignatedInitializer {
      members.append(
        body(
          "\(access)required init(_$fault state: consuming SwiftData._ModelState)",
          ["super.init(_$fault: state)"]))
    }
    return members
  }

  /// The function that gives the key paths of the properties as they are for a subclass, which are
  /// not equal to those for the class.
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

  /// The text of a property's index in a class whose first inherited type may be a superclass.
  static func index(_ index: String, in model: String) -> String {
    "\(model).\(firstIndex(of: model)) + \(index)"
  }

  static func firstIndex(of model: String) -> String {
    "_$first" + model.filter { $0 != "`" }
  }

  /// The static property with the name that a class had.
  ///
  /// The conformance of a subclass is that of its superclass, which does not know of the subclass's
  /// own.
  fileprivate static let originalName = "originalEntityName"

  /// The names of the properties of superclasses that the class computes.
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

  /// True if the class itself says which name it had.
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

  /// The access of members that subclasses elsewhere override, with a space behind it.
  var overridableAccess: String {
    let isOpen = modifiers.contains { $0.name.tokenKind == .keyword(.open) }
    return isOpen ? "open " : memberAccess
  }

  /// The name of the constant that holds the index of the first property of the class itself.
  var firstIndex: String { ModelMacro.firstIndex(of: name.trimmed.text) }

  /// The text of the index of a property of the class itself.
  func index(_ index: Int) -> String {
    superclass == nil ? "\(index)" : ModelMacro.index("\(index)", in: name.trimmed.text)
  }

  /// True if the class body declares an initialiser that is not a convenience.
  var hasDesignatedInitializer: Bool {
    memberBlock.members.contains {
      guard let initializer = $0.decl.as(InitializerDeclSyntax.self) else { return false }
      return !initializer.modifiers.contains { $0.name.tokenKind == .keyword(.convenience) }
    }
  }
}
