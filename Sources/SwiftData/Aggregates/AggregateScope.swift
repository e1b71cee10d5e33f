// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The translation of the key paths of one aggregate query.
final class AggregateScope {
  private let translation: Translation
  private let row: ModelReference
  /// The calendar periods of the query, by the placeholders of their parameters.
  private(set) var periods: [(placeholder: SQLValue, periods: CalendarPeriods)] = []

  init(_ translator: PredicateTranslator, entity: EntityLayout, alias: String) {
    translation = Translation(translator, alias: alias)
    row = ModelReference(row: alias, entity: entity)
  }

  /// The tables that the key paths read.
  var entities: Set<String> { translation.entities }

  /// The operand of a key path from the model; nil if SQL can't express it.
  func operand(_ keyPath: AnyKeyPath) -> Operand? {
    let operand: Operand?
    if row.entity.indexByKeyPath[keyPath] != nil {
      operand = translation.property(keyPath, of: row)
    } else if let count = translation.count(keyPath, row) {
      operand = .scalar(count)
    } else {
      operand = translation.related(keyPath, row)
    }
    switch operand {
    case .scalar(let scalar) where !scalar.requirements.isEmpty || scalar.swiftType == Never.self:
      return nil
    case .model(let model) where !model.requirements.isEmpty: return nil
    default: return operand
    }
  }

  /// The value of a key path; nil if it is not a single SQL value.
  func scalar(_ keyPath: AnyKeyPath) -> Scalar? {
    guard case .scalar(let scalar) = operand(keyPath), scalar.type != .json else { return nil }
    return scalar
  }

  /// The value of a key path as the key of groups; nil if it is not a single SQL value.
  ///
  /// A column of a related row is the result of a subquery, which has no collation.
  func key(_ keyPath: AnyKeyPath) -> SQLFragment? {
    scalar(keyPath).map {
      $0.value + ($0.type == .decimal ? ComparisonSQL.collation(.decimal, true) : "")
    }
  }

  /// The key of a to-one relationship's target.
  func reference(_ keyPath: AnyKeyPath) -> SQLFragment? {
    guard case .model(let model) = operand(keyPath) else { return nil }
    return model.byForeignKey.keyValue
  }

  /// The start of the period of a date, in seconds since the reference date.
  func period(_ date: SQLFragment, _ periods: CalendarPeriods) -> SQLFragment {
    let placeholder = SQLValue.text("periods \(UUID().uuidString)")
    self.periods.append((placeholder, periods))
    return "\(SQLFunction.period)(\(date), \(value: placeholder))"
  }
}
