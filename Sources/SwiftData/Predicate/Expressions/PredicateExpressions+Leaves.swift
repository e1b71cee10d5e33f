// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions.Variable: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    translation.variables[key] ?? .unknown
  }
}

extension PredicateExpressions.Value: SQLTranslatable {
  func translate(in translation: Translation) -> Operand { .value(value) }
}

extension PredicateExpressions.Captured: SQLTranslatable {
  func translate(in translation: Translation) -> Operand { .value(value) }
}

extension PredicateExpressions.NilLiteral: SQLTranslatable {
  func translate(in translation: Translation) -> Operand { .null }
}

extension PredicateExpressions.KeyPath: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    switch translation.operand(root) {
    case .model(let model): return translation.property(keyPath, of: model)
    case .identifier(let model) where keyPath == \PersistentIdentifier.id:
      return .identifier(model)
    case .constant(let value):
      guard let value = value as? Root.Output else { return .unknown }
      return .value(value[keyPath: keyPath as Swift.KeyPath<Root.Output, Output>])
    case .rows(let rows):
      switch kind {
      case .collectionCount: return .scalar(rows.count)
      case .collectionIsEmpty: return .condition(rows.contains(where: .always).negated)
      default: return .unknown
      }
    case .scalar(let scalar): return property(of: scalar)
    case .failure: return .failure
    default: return .unknown
    }
  }

  private func property(of scalar: Scalar) -> Operand {
    switch (kind, scalar.type) {
    case (.collectionCount, .text): return .scalar(scalar.counted(by: "cairn_count"))
    case (.collectionIsEmpty, .text): return .condition(scalar.condition("\(scalar.bytewise) = ''"))
    case (.collectionCount, .json):
      guard let length = scalar.listLength else { return .unknown }
      return .scalar(scalar.number(length))
    case (.collectionIsEmpty, .json):
      guard let length = scalar.listLength else { return .unknown }
      return .condition(scalar.condition("\(length) = 0"))
    case (.collectionFirst, .json): return StoredList.element("0", of: scalar)
    case (.bidirectionalCollectionLast, .json): return StoredList.element("#-1", of: scalar)
    default: break
    }
    if scalar.type == .data, let path = keyPath as AnyKeyPath as? Swift.KeyPath<Data, Int>,
      path == \Data.count
    {
      return .scalar(scalar.counted(by: "length"))
    }
    if scalar.type == .data, keyPath as AnyKeyPath == \Data.isEmpty {
      return .condition(scalar.condition("length(\(scalar.sql)) = 0"))
    }
    if scalar.type == .json, case .scalar(let member) = StoredMember.translate(keyPath, of: scalar)
    {
      return .scalar(member)
    }
    return EnumProperty.translate(keyPath, of: scalar)
  }
}

extension Scalar {
  /// The integer result of an SQL function of the value.
  fileprivate func counted(by function: SQLFragment) -> Scalar { number("\(function)(\(sql))") }

  /// An integer that is derived from the value, and NULL if the value is.
  fileprivate func number(_ sql: SQLFragment) -> Scalar {
    Scalar(
      sql: sql, path: path, isNullable: isNullable, type: .integer, swiftType: Int.self,
      requirements: requirements)
  }
}

extension RowSet {
  /// The number of elements.
  var count: Scalar {
    let all = filter
    guard all.isTotal else { return Scalar.unknownCount }
    var result = Scalar(
      sql: "(\(select("COUNT(*)", where: all.whenTrue)))", isNullable: false, type: .integer,
      swiftType: Int.self)
    result.requirements = owner.requirements
    return result
  }
}

extension Scalar {
  /// A count that only Swift can compute; its type prevents comparisons in SQL.
  fileprivate static var unknownCount: Scalar {
    Scalar(sql: "NULL", isNullable: true, type: .json, swiftType: Never.self)
  }
}

extension Translation {
  /// Translates a property of a model.
  func property(_ keyPath: AnyKeyPath, of model: ModelReference) -> Operand {
    guard let index = model.entity.indexByKeyPath[keyPath] else {
      return isIdentity(keyPath, of: model.entity.type) ? .identifier(model) : .unknown
    }
    let property = model.entity.properties[index]
    // A subclass overrides it, so only Swift can evaluate it.
    if property.isOverridden { return .unknown }
    switch property.storage {
    // An ephemeral attribute has no column, so only Swift can evaluate it.
    case .attribute(.ephemeral, _): return .unknown
    case .attribute(let type, let isExternal):
      // The column may contain only the name of an external file.
      let row = model.entered(in: self)
      guard let alias = row.alias else { return .unknown }
      var scalar = Scalar(
        sql: .identifier(alias) + "." + .identifier(property.column), path: row.path,
        isNullable: property.isOptional, type: isExternal ? .json : type,
        swiftType: JSONPath.wrapped(Swift.type(of: keyPath).valueType))
      scalar.requirements = row.requirements
      scalar.column = StoredColumn(alias: alias, entity: model.entity, property: index)
      if type == .json { scalar.jsonPath = JSONPath(column: scalar.sql) }
      if isExternal { return .scalar(scalar.opaque) }
      return .scalar(scalar)
    case .toOne(let destination):
      let row = model.entered(in: self)
      guard let alias = row.alias, let entity = entity(destination) else { return .unknown }
      var target = ModelReference(
        key: .identifier(alias) + "." + .identifier(property.column), path: row.path,
        isNullable: property.isOptional, entity: entity)
      target.requirements = row.requirements
      return .model(target)
    case .toManyByForeignKey(let destination, _), .toManyByJoin(let destination, _, _, _):
      guard let entity = entity(destination) else { return .unknown }
      return .rows(
        RowSet(owner: model, storage: property.storage, entity: entity, alias: newAlias()))
    }
  }

  /// True for `persistentModelID`, and for `id` where the model declares none of its own.
  private func isIdentity(_ keyPath: AnyKeyPath, of type: any PersistentModel.Type) -> Bool {
    func paths<Model: PersistentModel>(_: Model.Type) -> [AnyKeyPath] {
      [\Model.persistentModelID, Model._identityKeyPath]
    }
    return paths(type).contains(keyPath)
  }
}

extension PersistentModel {
  /// The key path of the default `id`, for models that declare none.
  ///
  /// The explicit type selects it: the key path of the Identifiable requirement is a different one.
  fileprivate static var _identityKeyPath: Swift.KeyPath<Self, PersistentIdentifier> { \.id }
}

extension Scalar {
  /// The column as a value that can only be tested for nil.
  fileprivate var opaque: Scalar {
    Scalar(
      sql: sql, path: path, isNullable: isNullable, type: .json, swiftType: Never.self,
      requirements: requirements)
  }
}
