// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The cases of enums without associated values, found without `CaseIterable`.
enum EnumCases {
  /// All cases in the order of declaration; nil for any other type.
  ///
  /// `CaseIterable` is not sufficient, since `allCases` can omit cases. The number of cases is read
  /// from the type's runtime metadata, whose layout is part of Swift's ABI. A case is represented
  /// by the byte with its number.
  static func all<T>(_ type: T.Type) -> [T]? {
    guard let count = count(of: type), MemoryLayout<T>.size == (count == 1 ? 0 : 1) else {
      return nil
    }
    return (0..<count).map { number in
      withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { buffer in
        let bytes = UnsafeMutableRawBufferPointer(buffer)
        if bytes.count > 0 && count > 1 { bytes[0] = UInt8(number) }
        return buffer[0]
      }
    }
  }

  /// The metadata kind of enums.
  private static let enumKind: UInt = 0x201

  /// The number of cases, if none of them has associated values.
  private static func count(of type: Any.Type) -> Int? {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard metadata.load(as: UInt.self) == enumKind,
      let descriptor = metadata.load(
        fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer?.self)
    else { return nil }
    // Flags, parent, name, accessor, fields, payload cases, empty cases.
    let withValues = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
    let without = descriptor.load(fromByteOffset: 24, as: UInt32.self)
    guard withValues == 0, (1...256).contains(without) else { return nil }
    return Int(without)
  }

  /// The cases with their stored values in a column of a type.
  static func stored<T>(_ type: T.Type, as column: _ColumnType) -> [(value: T, stored: SQLValue)]? {
    guard let cases = all(type) else { return nil }
    var pairs: [(value: T, stored: SQLValue)] = []
    for each in cases {
      guard let stored = Scalar.stored(each, as: column) else { return nil }
      pairs.append((each, stored))
    }
    return pairs
  }

  /// The stored values of the cases for which the comparison with `constant` is true; nil for types
  /// that are not such enums, or not comparable.
  static func stored(
    of type: Any.Type, as column: _ColumnType, _ symbol: ComparisonSymbol, _ constant: Any
  ) -> [SQLValue]? {
    guard NativeType.column(of: type) == nil, !(type is any _ColumnValue.Type) else { return nil }
    if symbol == .equal {
      guard let type = type as? any Equatable.Type else { return nil }
      return equal(type, column, constant)
    }
    guard let type = type as? any Comparable.Type else { return nil }
    return ordered(type, column, symbol, constant)
  }

  private static func equal<T: Equatable>(
    _ type: T.Type, _ column: _ColumnType, _ constant: Any
  ) -> [SQLValue]? {
    guard let constant = constant as? T, let pairs = stored(type, as: column) else { return nil }
    return pairs.filter { $0.value == constant }.map(\.stored)
  }

  private static func ordered<T: Comparable>(
    _ type: T.Type, _ column: _ColumnType, _ symbol: ComparisonSymbol, _ constant: Any
  ) -> [SQLValue]? {
    guard let constant = constant as? T, let pairs = stored(type, as: column) else { return nil }
    return pairs.filter { pair in
      switch symbol {
      case .equal: pair.value == constant
      case .less: pair.value < constant
      case .lessOrEqual: pair.value <= constant
      case .greater: pair.value > constant
      case .greaterOrEqual: pair.value >= constant
      }
    }.map(\.stored)
  }

  /// The stored values of the cases in ascending order, with equal cases in one group.
  static func ranked(_ type: Any.Type, as column: _ColumnType) -> [[SQLValue]]? {
    guard !(type is any _ColumnValue.Type), let type = type as? any Comparable.Type else {
      return nil
    }
    return ranks(type, column)
  }

  private static func ranks<T: Comparable>(_ type: T.Type, _ column: _ColumnType) -> [[SQLValue]]? {
    guard let pairs = stored(type, as: column)?.sorted(by: { $0.value < $1.value }) else {
      return nil
    }
    var ranks: [[SQLValue]] = []
    var last: T?
    for pair in pairs {
      if let last, last == pair.value {
        ranks[ranks.count - 1].append(pair.stored)
      } else {
        ranks.append([pair.stored])
      }
      last = pair.value
    }
    return ranks
  }
}
