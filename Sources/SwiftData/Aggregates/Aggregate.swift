// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A value that is computed from many models: a count, a sum, a minimum, a maximum or an average.
///
/// ```swift
/// let (count, length) = try context.aggregate(FetchDescriptor<Trip>(), .count, .sum(\.length))
/// ```
///
/// The store computes it without loading models, unless the context has unsaved changes of them or
/// SQL can't express the key path. A key path may lead through to-one relationships.
/// (Not in Apple's framework.)
public struct Aggregate<Model: PersistentModel, Value> {
  /// The SQL expression; nil if SQL can't express it.
  let expression: (AggregateScope) -> SQLFragment?
  /// Reads the result from a column.
  let read: (inout _RowReader, Int32) throws -> Value
  /// Computes the result from models.
  let evaluate: ([Model]) throws -> Value
  /// The position of a result in the order of groups.
  let rank: (Value) -> AggregateRank
}

extension Aggregate where Value == Int {
  /// The number of models.
  public static var count: Aggregate {
    Aggregate(
      expression: { _ in "COUNT(*)" }, read: { Int._read(&$0, $1) }, evaluate: { $0.count },
      rank: { .integer(Int64($0)) })
  }

  /// The number of models with a value other than nil.
  public static func count<Property>(_ keyPath: KeyPath<Model, Property?>) -> Aggregate {
    Aggregate(
      expression: { scope in
        scope.operand(keyPath).flatMap { operand in
          switch operand {
          case .scalar(let scalar): "COUNT(\(scalar.value))"
          case .model(let model): "COUNT(\(model.byForeignKey.keyValue))"
          default: nil
          }
        }
      },
      read: { Int._read(&$0, $1) },
      evaluate: { models in models.count { $0[keyPath: keyPath] != nil } },
      rank: { .integer(Int64($0)) })
  }

  /// The number of different values, without nil.
  public static func countDistinct<Property: _ColumnValue & Hashable>(
    _ keyPath: KeyPath<Model, Property>
  ) -> Aggregate {
    Aggregate(
      expression: { scope in
        scope.scalar(keyPath).map {
          "COUNT(DISTINCT \($0.value)\(ComparisonSQL.collation($0.type, true)))"
        }
      },
      read: { Int._read(&$0, $1) },
      evaluate: { models in
        Set(models.map { $0[keyPath: keyPath] }.filter { unwrapped($0) != nil }).count
      },
      rank: { .integer(Int64($0)) })
  }
}

// MARK: Sums

extension Aggregate where Value: FixedWidthInteger & _ColumnValue {
  /// The sum of a property, 0 for no models.
  ///
  /// The calculation throws ``SwiftDataError/storeFailure`` if the sum is out of range.
  public static func sum(_ keyPath: KeyPath<Model, Value>) -> Aggregate {
    integerSum(keyPath) { $0[keyPath: keyPath] }
  }

  /// The sum of a property without nil, 0 for no values.
  ///
  /// The calculation throws ``SwiftDataError/storeFailure`` if the sum is out of range.
  public static func sum(_ keyPath: KeyPath<Model, Value?>) -> Aggregate {
    integerSum(keyPath) { $0[keyPath: keyPath] }
  }

  private static func integerSum(
    _ keyPath: AnyKeyPath, _ value: @escaping (Model) -> Value?
  ) -> Aggregate {
    Aggregate(
      expression: { scope in scope.scalar(keyPath).map { "COALESCE(SUM(\($0.value)), 0)" } },
      read: { reader, column in
        guard let sum = Value(exactly: Int64._read(&reader, column)) else {
          throw SwiftDataError.sumIsOutOfRange(Value.self)
        }
        return sum
      },
      evaluate: { models in
        var total: Int64 = 0
        for model in models {
          guard let number = value(model) else { continue }
          let (sum, overflow) = total.addingReportingOverflow(Int64(clamping: number))
          if overflow { throw SwiftDataError.sumIsOutOfRange(Value.self) }
          total = sum
        }
        guard let sum = Value(exactly: total) else {
          throw SwiftDataError.sumIsOutOfRange(Value.self)
        }
        return sum
      },
      rank: { .integer(Int64(clamping: $0)) })
  }
}

extension Aggregate where Value: BinaryFloatingPoint & _ColumnValue {
  /// The sum of a property, 0 for no models.
  public static func sum(_ keyPath: KeyPath<Model, Value>) -> Aggregate {
    realSum(keyPath) { $0[keyPath: keyPath] }
  }

  /// The sum of a property without nil, 0 for no values.
  public static func sum(_ keyPath: KeyPath<Model, Value?>) -> Aggregate {
    realSum(keyPath) { $0[keyPath: keyPath] }
  }

  private static func realSum(
    _ keyPath: AnyKeyPath, _ value: @escaping (Model) -> Value?
  ) -> Aggregate {
    Aggregate(
      // The result of TOTAL is never NULL, except for NaN.
      expression: { scope in scope.scalar(keyPath).map { "TOTAL(\($0.value))" } },
      read: { reader, column in
        Value(reader.isNull(column) ? .nan : Double._read(&reader, column))
      },
      evaluate: { models in
        Value(models.reduce(0.0) { $0 + (value($1).map { Double($0) } ?? 0) })
      },
      rank: { .real(Double($0)) })
  }
}

extension Aggregate where Value == Decimal {
  /// The exact sum of a property, 0 for no models.
  public static func sum(_ keyPath: KeyPath<Model, Decimal>) -> Aggregate {
    decimalSum(keyPath) { $0[keyPath: keyPath] }
  }

  /// The exact sum of a property without nil, 0 for no values.
  public static func sum(_ keyPath: KeyPath<Model, Decimal?>) -> Aggregate {
    decimalSum(keyPath) { $0[keyPath: keyPath] }
  }

  private static func decimalSum(
    _ keyPath: AnyKeyPath, _ value: @escaping (Model) -> Decimal?
  ) -> Aggregate {
    Aggregate(
      expression: { scope in
        // A function has no collation, by which an order of groups compares its results.
        scope.scalar(keyPath).map {
          "cairn_decimal_sum(\($0.value))\(ComparisonSQL.collation(.decimal, true))"
        }
      },
      read: { Decimal._read(&$0, $1) },
      evaluate: { models in models.reduce(Decimal.zero) { $0 + (value($1) ?? .zero) } },
      rank: { .decimal($0) })
  }
}

extension SwiftDataError {
  fileprivate static func sumIsOutOfRange(_ type: Any.Type) -> SwiftDataError {
    storeFailure.withMessage(
      "A sum does not fit \(type). Declare the property with a wider type, or sum fewer models.")
  }
}
