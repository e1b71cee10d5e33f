// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension ModelMacro {
  /// Diagnoses a declaration that is not a class.
  static func diagnoseKind(
    of declaration: some DeclGroupSyntax, at node: AttributeSyntax,
    in context: some MacroExpansionContext
  ) {
    var fixIts: [FixIt] = []
    if let structure = declaration.as(StructDeclSyntax.self) {
      let keyword = structure.structKeyword
      fixIts = [
        ModelFixIt.replacing(
          keyword, with: keyword.with(\.tokenKind, .identifier("final class")),
          "replace 'struct' with 'final class'", id: "makeClass")
      ]
    }
    ModelDiagnostic.notAClass.diagnose(at: node, fixIts: fixIts, in: context)
  }

  /// Diagnoses the members of a model that can't be persisted.
  ///
  /// `properties` and `hasInitializer` also describe the members in active clauses of `#if`, which
  /// are not diagnosed themselves.
  static func diagnose(
    _ model: ClassDeclSyntax, _ properties: [ModelProperty], isSubclass: Bool,
    hasInitializer: Bool, in context: some MacroExpansionContext
  ) {
    if !isSubclass { diagnoseSuperclass(of: model, in: context) }
    diagnoseIsolation(of: model, in: context)
    for member in model.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), !variable.isTypeMember,
        !variable.attributes.hasCondition
      else { continue }
      if variable.isOverride {
        diagnoseOverride(variable, in: context)
      } else if variable.attribute(named: "Transient") != nil {
        diagnoseTransient(variable, in: context)
      } else if variable.bindings.contains(where: { !$0.isComputed }) {
        diagnosePersisted(variable, in: context)
      }
    }
    if !hasInitializer, properties.contains(where: { !$0.startsWithValue }) {
      ModelDiagnostic.noInitializer.diagnose(
        at: model.name, fixIts: initializerFixIt(model, properties), in: context)
    }
  }

  /// Diagnoses a superclass that is not a model, if the members show that there is a superclass.
  private static func diagnoseSuperclass(
    of model: ClassDeclSyntax, in context: some MacroExpansionContext
  ) {
    guard let superclass = model.inheritanceClause?.inheritedTypes.first?.type,
      model.mentionsSuperclass
    else { return }
    // No fix-it: the required change is in the superclass.
    ModelDiagnostic.superclassIsNoModel.diagnose(at: superclass, in: context)
  }

  /// Diagnoses a class that is isolated to the main actor explicitly.
  private static func diagnoseIsolation(
    of model: ClassDeclSyntax, in context: some MacroExpansionContext
  ) {
    func isIsolation(_ element: AttributeListSyntax.Element) -> Bool {
      guard case .attribute(let attribute) = element else { return false }
      return attribute.writtenName == "MainActor"
    }
    guard let isolation = model.attributes.first(where: isIsolation) else { return }
    var others = AttributeListSyntax(Array(model.attributes).filter { !isIsolation($0) })
    others.leadingTrivia = model.attributes.leadingTrivia
    ModelDiagnostic.isolated.diagnose(
      at: isolation,
      fixIts: [
        ModelFixIt.replacing(
          model.attributes, with: others, "remove '@MainActor'", id: "removeIsolation")
      ], in: context)
  }

  /// Diagnoses a stored property that overrides an inherited one.
  private static func diagnoseOverride(
    _ variable: VariableDeclSyntax, in context: some MacroExpansionContext
  ) {
    guard let binding = variable.bindings.first(where: { $0.accessorBlock == nil }) else { return }
    ModelDiagnostic.storedOverride.diagnose(
      at: binding, fixIts: overrideFixIt(variable, binding), in: context)
  }

  private static func diagnosePersisted(
    _ variable: VariableDeclSyntax, in context: some MacroExpansionContext
  ) {
    let specifier = variable.bindingSpecifier
    if specifier.tokenKind == .keyword(.let) {
      let isRestricted = variable.modifiers.contains { $0.detail != nil }
      let replacement = isRestricted ? "var" : "private(set) var"
      ModelDiagnostic.constant.diagnose(
        at: specifier,
        fixIts: [
          ModelFixIt.replacing(
            specifier, with: specifier.with(\.tokenKind, .identifier(replacement)),
            "replace 'let' with '\(replacement)'", id: "makeVariable")
        ], in: context)
    }
    if variable.isLazy {
      let transient: AttributeSyntax = "@Transient "
      var marked = variable
      marked.leadingTrivia = []
      marked.attributes.insert(.attribute(transient), at: marked.attributes.startIndex)
      marked.leadingTrivia = variable.leadingTrivia
      ModelDiagnostic.lazy.diagnose(
        at: variable,
        fixIts: [
          ModelFixIt.replacing(variable, with: marked, "mark it '@Transient'", id: "markTransient")
        ], in: context)
    }
    if variable.bindings.count > 1 {
      ModelDiagnostic.severalBindings.diagnose(
        at: variable, fixIts: [splitFixIt(variable)], in: context)
    } else if let pattern = variable.bindings.first?.pattern, pattern.is(TuplePatternSyntax.self) {
      ModelDiagnostic.pattern.diagnose(at: pattern, fixIts: patternFixIt(variable), in: context)
    }
  }

  private static func diagnoseTransient(
    _ variable: VariableDeclSyntax, in context: some MacroExpansionContext
  ) {
    guard !variable.isLazy, let binding = variable.bindings.first, variable.bindings.count == 1,
      !binding.isComputed, binding.initializer == nil,
      let type = binding.typeAnnotation?.type.trimmed, !type.isOptional
    else { return }
    var optional = binding
    optional.typeAnnotation?.type = "\(type)?"
    optional.accessorBlock = binding.accessorBlock
    ModelDiagnostic.transientWithoutDefault.diagnose(
      at: binding,
      fixIts: [
        ModelFixIt.replacing(binding, with: optional, "make it optional", id: "makeOptional")
      ], in: context)
  }

  /// Splits a declaration of several names into one for each.
  private static func splitFixIt(_ variable: VariableDeclSyntax) -> FixIt {
    var members: [String] = []
    let head = head(of: variable)
    // In `var a, b: Int`, both names have the type.
    var type: TypeAnnotationSyntax?
    for binding in variable.bindings.reversed() {
      type = binding.typeAnnotation ?? (binding.initializer == nil ? type : nil)
      let annotation = type?.trimmedDescription ?? ""
      let value = binding.initializer.map { " \($0.trimmedDescription)" } ?? ""
      members.append("\(head) \(binding.pattern.trimmedDescription)\(annotation)\(value)")
    }
    return splitting(variable, into: members.reversed())
  }

  /// Splits a tuple pattern whose elements have their own values or types.
  private static func patternFixIt(_ variable: VariableDeclSyntax) -> [FixIt] {
    guard let binding = variable.bindings.first,
      let names = binding.pattern.as(TuplePatternSyntax.self)?.elements.map({ $0.pattern.trimmed }),
      names.allSatisfy({ $0.is(IdentifierPatternSyntax.self) })
    else { return [] }
    let values = binding.initializer?.value.as(TupleExprSyntax.self)?.elements.map {
      " = \($0.expression.trimmed)"
    }
    let types = binding.typeAnnotation?.type.as(TupleTypeSyntax.self)?.elements.map {
      ": \($0.type.trimmed)"
    }
    let nothing = names.map { _ in "" }
    // A value that is not a tuple literal can't be split.
    if binding.initializer != nil && values == nil { return [] }
    guard (values ?? nothing).count == names.count, (types ?? nothing).count == names.count else {
      return []
    }
    let head = head(of: variable)
    let declarations = zip(names, zip(types ?? nothing, values ?? nothing)).map {
      "\(head) \($0)\($1.0)\($1.1)"
    }
    return [splitting(variable, into: declarations)]
  }

  /// Replaces a stored property with a type annotation by a computed one.
  private static func overrideFixIt(
    _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax
  ) -> [FixIt] {
    guard variable.bindings.count == 1, let type = binding.typeAnnotation?.trimmed else {
      return []
    }
    let name = binding.pattern.trimmedDescription
    let (getter, setter) =
      if let value = binding.initializer?.value.trimmed {
        ("get { \(value) }", "set {}")
      } else {
        ("get { super.\(name) }", "set { super.\(name) = newValue }")
      }
    let text = "\(head(of: variable)) \(name)\(type) { \(getter) \(setter) }"
    let computed = DeclSyntax(stringLiteral: text).with(\.leadingTrivia, variable.leadingTrivia)
    return [ModelFixIt.replacing(variable, with: computed, "compute it", id: "compute")]
  }

  /// The attributes, modifiers and specifier of a declaration.
  private static func head(of variable: VariableDeclSyntax) -> String {
    variable.attributes.trimmedDescription
      + (variable.attributes.isEmpty ? "" : " ") + variable.modifiers.trimmedDescription
      + (variable.modifiers.isEmpty ? "" : " ") + variable.bindingSpecifier.text
  }

  private static func splitting(_ variable: VariableDeclSyntax, into declarations: [String])
    -> FixIt
  {
    let indentation = variable.leadingTrivia.indentation
    let text = declarations.joined(separator: "\n\(indentation)")
    let split = DeclSyntax(stringLiteral: text).with(\.leadingTrivia, variable.leadingTrivia)
    return ModelFixIt.replacing(
      variable, with: split, "declare each with its own 'var'", id: "split")
  }

  /// Adds an initialiser with a parameter for every property without a default value.
  private static func initializerFixIt(_ model: ClassDeclSyntax, _ properties: [ModelProperty])
    -> [FixIt]
  {
    let missing = properties.filter { !$0.startsWithValue }
    let parameters = missing.map { "\($0.name): \($0.type.map(\.description) ?? "<#Type#>")" }
    let body = missing.map { "    self.\($0.name) = \($0.name)" }.joined(separator: "\n")
    let text =
      "\n\n  \(model.memberAccess)init(\(parameters.joined(separator: ", "))) {\n\(body)\n  }"
    var block = model.memberBlock
    block.members.append(MemberBlockItemSyntax(decl: DeclSyntax(stringLiteral: text)))
    return [
      ModelFixIt.replacing(
        model.memberBlock, with: block, "add an initialiser", id: "addInitializer")
    ]
  }
}

extension ClassDeclSyntax {
  /// True if the class body declares an initialiser.
  var hasInitializer: Bool {
    memberBlock.members.contains { $0.decl.is(InitializerDeclSyntax.self) }
  }
}

extension ClassDeclSyntax {
  /// True if a member is an override, or an initialiser uses `super`.
  fileprivate var mentionsSuperclass: Bool {
    memberBlock.members.contains { member in
      if member.decl.as(VariableDeclSyntax.self)?.isOverride == true { return true }
      if let function = member.decl.as(FunctionDeclSyntax.self) {
        return function.modifiers.contains { $0.name.tokenKind == .keyword(.override) }
      }
      guard let initializer = member.decl.as(InitializerDeclSyntax.self) else { return false }
      if initializer.modifiers.contains(where: { $0.name.tokenKind == .keyword(.override) }) {
        return true
      }
      return initializer.body?.tokens(viewMode: .sourceAccurate).contains {
        $0.tokenKind == .keyword(.super)
      } ?? false
    }
  }
}

extension Trivia {
  /// The spaces and tabs after the last line break.
  fileprivate var indentation: String {
    String(description.split(separator: "\n", omittingEmptySubsequences: false).last ?? "")
  }
}
