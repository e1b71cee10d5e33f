// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The key by which an aggregate combines models into groups: a property, or a period of a
/// calendar.
///
/// ```swift
/// let months = try context.aggregate(
///   FetchDescriptor<Trip>(), by: .month(of: \.start), values: .count, .sum(\.length))
/// for month in months { print(month.key, month.values.0, month.values.1) }
/// ```
///
/// (Not in Apple's framework.)
public struct AggregateGrouping<Model: PersistentModel, Key: Hashable> {
  /// The SQL expression; nil if SQL can't express it.
  let expression: (AggregateScope) -> SQLFragment?
  /// True if equal strings can have different bytes, so that SQL must compare them as Swift does.
  let comparesText: Bool
  /// Reads a key from a column.
  let read: (inout _RowReader, Int32, ContextCore) throws -> Key
  /// The key of a model.
  let key: (Model) -> Key

  private init(
    _ keyPath: AnyKeyPath, _ read: @escaping (inout _RowReader, Int32) -> Key,
    _ key: @escaping (Model) -> Key
  ) {
    expression = { scope in scope.key(keyPath) }
    comparesText = [.text, .url].contains(
      EntityLayout.columnType(of: JSONPath.wrapped(type(of: keyPath).valueType)))
    self.read = { reader, column, _ in read(&reader, column) }
    self.key = key
  }

  // MARK: Properties

  /// Groups by a property's value; nil is a group of its own.
  public static func value(_ keyPath: KeyPath<Model, Key>) -> AggregateGrouping
  where Key: _ColumnValue {
    AggregateGrouping(keyPath, { Key._read(&$0, $1) }, { $0[keyPath: keyPath] })
  }

  /// Groups by a property's value, such as an enumeration's case.
  @_disfavoredOverload
  public static func value(_ keyPath: KeyPath<Model, Key>) -> AggregateGrouping
  where Key: RawRepresentable, Key.RawValue: _ColumnValue {
    AggregateGrouping(
      expression: { scope in scope.scalar(keyPath)?.value },
      comparesText: Key.RawValue._columnType == .text,
      read: { reader, column, _ in
        guard let key = reader._rawValue(Key.RawValue._read(&reader, column), column) as Key? else {
          throw SwiftDataError.unreadableKey(Key.self, reader)
        }
        return key
      },
      key: { $0[keyPath: keyPath] })
  }

  /// Groups by a property's optional value, such as an enumeration's case; nil is a group of its
  /// own.
  @_disfavoredOverload
  public static func value<Raw: RawRepresentable>(_ keyPath: KeyPath<Model, Raw?>)
    -> AggregateGrouping where Key == Raw?, Raw.RawValue: _ColumnValue
  {
    AggregateGrouping(
      expression: { scope in scope.scalar(keyPath)?.value },
      comparesText: Raw.RawValue._columnType == .text,
      read: { reader, column, _ in
        if reader.isNull(column) { return nil }
        guard let key = reader._rawValue(Raw.RawValue._read(&reader, column), column) as Raw? else {
          throw SwiftDataError.unreadableKey(Raw.self, reader)
        }
        return key
      },
      key: { $0[keyPath: keyPath] })
  }

  /// Groups by the target of a to-one relationship; nil is a group of its own.
  public static func model<Target: PersistentModel>(_ keyPath: KeyPath<Model, Target?>)
    -> AggregateGrouping where Key == Target?
  {
    AggregateGrouping(
      expression: { scope in scope.reference(keyPath) }, comparesText: false,
      read: { reader, column, core in
        reader.isNull(column) ? nil : try core.groupKey(Target.self, reader.integer(column))
      },
      key: { $0[keyPath: keyPath] })
  }

  /// Groups by the target of a required to-one relationship.
  public static func model(_ keyPath: KeyPath<Model, Key>) -> AggregateGrouping
  where Key: PersistentModel {
    AggregateGrouping(
      expression: { scope in scope.reference(keyPath) }, comparesText: false,
      read: { reader, column, core in try core.groupKey(Key.self, reader.integer(column)) },
      key: { $0[keyPath: keyPath] })
  }

  private init(
    expression: @escaping (AggregateScope) -> SQLFragment?, comparesText: Bool,
    read: @escaping (inout _RowReader, Int32, ContextCore) throws -> Key,
    key: @escaping (Model) -> Key
  ) {
    self.expression = expression
    self.comparesText = comparesText
    self.read = read
    self.key = key
  }
}

// MARK: Periods

extension AggregateGrouping where Key == Date {
  /// Groups by the calendar day of a date; the key is the start of the day.
  ///
  /// The time zone of the calendar determines the days, including those of 23 or 25 hours.
  public static func day(of keyPath: KeyPath<Model, Date>, in calendar: Calendar = .current)
    -> AggregateGrouping
  {
    period(.day, of: keyPath, in: calendar)
  }

  /// Groups by the calendar week of a date; the key is the start of the week.
  ///
  /// The time zone of the calendar determines the weeks, and its `firstWeekday` their start.
  public static func week(of keyPath: KeyPath<Model, Date>, in calendar: Calendar = .current)
    -> AggregateGrouping
  {
    period(.weekOfYear, of: keyPath, in: calendar)
  }

  /// Groups by the calendar month of a date; the key is the start of the month.
  ///
  /// The time zone of the calendar determines the months.
  public static func month(of keyPath: KeyPath<Model, Date>, in calendar: Calendar = .current)
    -> AggregateGrouping
  {
    period(.month, of: keyPath, in: calendar)
  }

  /// Groups by the calendar year of a date; the key is the start of the year.
  ///
  /// The time zone of the calendar determines the years.
  public static func year(of keyPath: KeyPath<Model, Date>, in calendar: Calendar = .current)
    -> AggregateGrouping
  {
    period(.year, of: keyPath, in: calendar)
  }

  private static func period(
    _ unit: Calendar.Component, of keyPath: KeyPath<Model, Date>, in calendar: Calendar
  ) -> AggregateGrouping {
    let periods = CalendarPeriods(unit, calendar)
    return AggregateGrouping(
      expression: { scope in scope.scalar(keyPath).map { scope.period($0.value, periods) } },
      comparesText: false, read: { reader, column, _ in Date._read(&reader, column) },
      key: { periods.start(of: $0[keyPath: keyPath]) })
  }
}

extension AggregateGrouping where Key == Date? {
  /// Groups by the calendar day of a date; the key is the start of the day, or nil.
  ///
  /// The time zone of the calendar determines the days, including those of 23 or 25 hours.
  public static func day(of keyPath: KeyPath<Model, Date?>, in calendar: Calendar = .current)
    -> AggregateGrouping
  {
    period(.day, of: keyPath, in: calendar)
  }

  /// Groups by the calendar week of a date; the key is the start of the week, or nil.
  ///
  /// The time zone of the calendar determines the weeks, and its `firstWeekday` their start.
  public static func week(of keyPath: KeyPath<Model, Date?>, in calendar: Calendar = .current)
    -> AggregateGrouping
  {
    period(.weekOfYear, of: keyPath, in: calendar)
  }

  /// Groups by the calendar month of a date; the key is the start of the month, or nil.
  ///
  /// The time zone of the calendar determines the months.
  public static func month(of keyPath: KeyPath<Model, Date?>, in calendar: Calendar = .current)
    -> AggregateGrouping
  {
    period(.month, of: keyPath, in: calendar)
  }

  /// Groups by the calendar year of a date; the key is the start of the year, or nil.
  ///
  /// The time zone of the calendar determines the years.
  public static func year(of keyPath: KeyPath<Model, Date?>, in calendar: Calendar = .current)
    -> AggregateGrouping
  {
    period(.year, of: keyPath, in: calendar)
  }

  private static func period(
    _ unit: Calendar.Component, of keyPath: KeyPath<Model, Date?>, in calendar: Calendar
  ) -> AggregateGrouping {
    let periods = CalendarPeriods(unit, calendar)
    return AggregateGrouping(
      expression: { scope in scope.scalar(keyPath).map { scope.period($0.value, periods) } },
      comparesText: false, read: { reader, column, _ in Date?._read(&reader, column) },
      key: { $0[keyPath: keyPath].map(periods.start) })
  }
}

extension SwiftDataError {
  fileprivate static func unreadableKey(_ type: Any.Type, _ reader: _RowReader) -> SwiftDataError {
    storeIsCorrupt.withMessage(
      "A group's key is not a \(type): \(reader.failure?.reason ?? "unknown value").")
  }
}

extension ContextCore {
  /// The model that a group has in common.
  fileprivate func groupKey<Target: PersistentModel>(_ type: Target.Type, _ key: Int64) throws
    -> Target
  {
    if let model = try loaded(type, keys: [key]).first { return model }
    guard let entity = store.layout.index(of: type) else { throw SwiftDataError.notInSchema(type) }
    // The delete rule `noAction` leaves references to deleted rows, which have the same model as the
    // property.
    return model(type, entity: entity, key: key)
  }
}
