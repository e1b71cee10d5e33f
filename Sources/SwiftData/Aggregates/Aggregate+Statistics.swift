// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: Averages

extension Aggregate where Value == Double? {
  /// The average of a property; nil for no models.
  public static func average<Number: BinaryInteger & _ColumnValue>(
    _ keyPath: KeyPath<Model, Number>
  ) -> Aggregate {
    average(keyPath) { Double($0[keyPath: keyPath]) }
  }

  /// The average of a property without nil; nil for no values.
  public static func average<Number: BinaryInteger & _ColumnValue>(
    _ keyPath: KeyPath<Model, Number?>
  ) -> Aggregate {
    average(keyPath) { $0[keyPath: keyPath].map { Double($0) } }
  }

  /// The average of a property; nil for no models.
  public static func average<Number: BinaryFloatingPoint & _ColumnValue>(
    _ keyPath: KeyPath<Model, Number>
  ) -> Aggregate {
    average(keyPath) { Double($0[keyPath: keyPath]) }
  }

  /// The average of a property without nil; nil for no values.
  public static func average<Number: BinaryFloatingPoint & _ColumnValue>(
    _ keyPath: KeyPath<Model, Number?>
  ) -> Aggregate {
    average(keyPath) { $0[keyPath: keyPath].map { Double($0) } }
  }

  private static func average(
    _ keyPath: AnyKeyPath, _ value: @escaping (Model) -> Double?
  ) -> Aggregate {
    Aggregate(
      expression: { scope in scope.scalar(keyPath).map { "AVG(\($0.value))" } },
      read: { Double?._read(&$0, $1) },
      evaluate: { models in
        let numbers = models.compactMap(value)
        let average = numbers.reduce(0, +) / Double(numbers.count)
        // SQLite has no NaN: the average of infinities of both signs is nil, too.
        return average.isNaN ? nil : average
      },
      rank: { $0.map { .real($0) } ?? .null })
  }
}

extension Aggregate where Value == Decimal? {
  /// The average of a property, rounded to 38 digits; nil for no models.
  public static func average(_ keyPath: KeyPath<Model, Decimal>) -> Aggregate {
    decimalAverage(keyPath) { $0[keyPath: keyPath] }
  }

  /// The average of a property without nil, rounded to 38 digits; nil for no values.
  public static func average(_ keyPath: KeyPath<Model, Decimal?>) -> Aggregate {
    decimalAverage(keyPath) { $0[keyPath: keyPath] }
  }

  private static func decimalAverage(
    _ keyPath: AnyKeyPath, _ value: @escaping (Model) -> Decimal?
  ) -> Aggregate {
    Aggregate(
      expression: { scope in
        scope.scalar(keyPath).map {
          "cairn_decimal_average(\($0.value))\(ComparisonSQL.collation(.decimal, true))"
        }
      },
      read: { Decimal?._read(&$0, $1) },
      evaluate: { models in
        let numbers = models.compactMap(value)
        return numbers.isEmpty ? nil : numbers.reduce(Decimal.zero, +) / Decimal(numbers.count)
      },
      rank: { $0.map { .decimal($0) } ?? .null })
  }
}

// MARK: Extremes

extension Aggregate {
  /// The least value of a property; nil for no models.
  ///
  /// Strings compare as in Swift.
  public static func minimum<Property: _ColumnValue & Comparable>(
    _ keyPath: KeyPath<Model, Property>
  ) -> Aggregate where Value == Property? {
    extreme("MIN", keyPath) { models in models.map { $0[keyPath: keyPath] }.min() }
  }

  /// The least value of a property without nil; nil for no values.
  ///
  /// Strings compare as in Swift.
  public static func minimum<Property: _ColumnValue & Comparable>(
    _ keyPath: KeyPath<Model, Property?>
  ) -> Aggregate where Value == Property? {
    extreme("MIN", keyPath) { models in models.compactMap { $0[keyPath: keyPath] }.min() }
  }

  /// The greatest value of a property; nil for no models.
  ///
  /// Strings compare as in Swift.
  public static func maximum<Property: _ColumnValue & Comparable>(
    _ keyPath: KeyPath<Model, Property>
  ) -> Aggregate where Value == Property? {
    extreme("MAX", keyPath) { models in models.map { $0[keyPath: keyPath] }.max() }
  }

  /// The greatest value of a property without nil; nil for no values.
  ///
  /// Strings compare as in Swift.
  public static func maximum<Property: _ColumnValue & Comparable>(
    _ keyPath: KeyPath<Model, Property?>
  ) -> Aggregate where Value == Property? {
    extreme("MAX", keyPath) { models in models.compactMap { $0[keyPath: keyPath] }.max() }
  }

  private static func extreme<Property: _ColumnValue & Comparable>(
    _ function: SQLFragment, _ keyPath: AnyKeyPath,
    _ evaluate: @escaping ([Model]) -> Property?
  ) -> Aggregate where Value == Property? {
    Aggregate(
      expression: { scope in
        guard let scalar = scope.scalar(keyPath), scalar.hasNativeOrder, scalar.type.isOrdered
        else { return nil }
        return "\(function)(\(scalar.value)\(ComparisonSQL.collation(scalar.type, true)))"
      },
      read: { Property?._read(&$0, $1) }, evaluate: evaluate,
      rank: { $0.map { AggregateRank($0) } ?? .null })
  }
}
