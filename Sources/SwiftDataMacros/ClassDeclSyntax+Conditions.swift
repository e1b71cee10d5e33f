// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftIfConfig
import SwiftSyntax
import SwiftSyntaxMacros

// A macro receives the class as it is written, with each `#if`. The compiler itself sees the active
// clauses only, so that the expansion has to select the same ones.

extension ClassDeclSyntax {
  /// Replaces each `#if` among the members, and among the attributes of properties, by its active
  /// clause.
  ///
  /// With `reports`, an `#if` that decides about a persisted property is diagnosed if its conditions
  /// can't be evaluated.
  func resolvingConditions(in context: some MacroExpansionContext, reports: Bool = false)
    -> ClassDeclSyntax
  {
    guard memberBlock.members.contains(where: \.isConditional) else { return self }
    let conditions = Conditions(context: context, reports: reports)
    var result = self
    result.memberBlock.members = MemberBlockItemListSyntax(
      conditions.members(of: memberBlock.members))
    return result
  }
}

/// Selects the active clauses in an expansion.
private struct Conditions<Context: MacroExpansionContext> {
  let context: Context
  let reports: Bool

  /// The active members of a list.
  func members(of list: MemberBlockItemListSyntax) -> [MemberBlockItemSyntax] {
    list.flatMap { item -> [MemberBlockItemSyntax] in
      if let condition = item.decl.as(IfConfigDeclSyntax.self) {
        guard case .decls(let active)? = activeClause(of: condition)?.elements else { return [] }
        return members(of: active)
      }
      guard var variable = item.decl.as(VariableDeclSyntax.self), item.isConditional else {
        return [item]
      }
      variable.attributes = AttributeListSyntax(attributes(of: variable.attributes))
      return [item.with(\.decl, DeclSyntax(variable))]
    }
  }

  /// The active attributes of a list.
  private func attributes(of list: AttributeListSyntax) -> [AttributeListSyntax.Element] {
    list.flatMap { element -> [AttributeListSyntax.Element] in
      guard case .ifConfigDecl(let condition) = element else { return [element] }
      guard case .attributes(let active)? = activeClause(of: condition)?.elements else {
        return []
      }
      return attributes(of: active)
    }
  }

  /// The active clause of an `#if`; nil if there is none, or if the conditions can't be evaluated.
  private func activeClause(of condition: IfConfigDeclSyntax) -> IfConfigClauseSyntax? {
    let clauses = [true, false].map { assumption in
      condition.activeClause(
        in: ModelBuildConfiguration(base: context.buildConfiguration, assumption: assumption)
      ).clause
    }
    if clauses[0]?.id == clauses[1]?.id { return clauses[0] }
    if reports, condition.clauses.contains(where: \.concernsModel) {
      ModelDiagnostic.unknownCondition.diagnose(at: condition, in: context)
    }
    return nil
  }
}

extension MemberBlockItemSyntax {
  /// True for an `#if`, and for a property that has an `#if` among its attributes.
  fileprivate var isConditional: Bool {
    decl.is(IfConfigDeclSyntax.self)
      || decl.as(VariableDeclSyntax.self)?.attributes.hasCondition == true
  }
}

extension AttributeListSyntax {
  /// True if some of the attributes are in an `#if`.
  var hasCondition: Bool {
    contains { element in
      if case .ifConfigDecl = element { true } else { false }
    }
  }
}

extension IfConfigClauseSyntax {
  /// True if `@Model` reads a member or an attribute in the clause.
  fileprivate var concernsModel: Bool {
    switch elements {
    case .decls(let members)?:
      members.contains { item in
        if let inner = item.decl.as(IfConfigDeclSyntax.self) {
          return inner.clauses.contains(where: \.concernsModel)
        }
        if let variable = item.decl.as(VariableDeclSyntax.self) {
          return !ModelProperty.all(in: variable).isEmpty
        }
        return item.decl.is(MacroExpansionDeclSyntax.self)
      }
    case .attributes(let attributes)?:
      attributes.contains { element in
        switch element {
        case .attribute(let attribute):
          ["Attribute", "Relationship", "Transient"].contains(attribute.writtenName)
        case .ifConfigDecl(let inner): inner.clauses.contains(where: \.concernsModel)
        }
      }
    default: false
    }
  }
}
