// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A lossless conversion of a column's values to another type.
struct ColumnConversion {
  /// Builds the SQL expression of the new value from the old column.
  let expression: (String) -> String
  /// Builds a condition that matches values the new type can't hold; nil if it holds all.
  let misfit: ((String) -> String)?
  /// True if the values don't change.
  let isIdentity: Bool

  private init(
    isIdentity: Bool = false, misfit: ((String) -> String)? = nil,
    _ expression: @escaping (String) -> String
  ) {
    self.expression = expression
    self.misfit = misfit
    self.isIdentity = isIdentity
  }

  private static func same(misfit: ((String) -> String)? = nil) -> ColumnConversion {
    ColumnConversion(isIdentity: true, misfit: misfit) { $0 }
  }

  /// A conversion in Swift; NULL for a value that does not fit.
  private static func swift(_ rule: ConversionFunction) -> ColumnConversion {
    func call(_ column: String) -> String {
      "\(ConversionFunction.name)('\(rule.rawValue)', \(column))"
    }
    return ColumnConversion(misfit: { "\(call($0)) IS NULL" }, call)
  }

  /// Creates the conversion between two types; nil if every conversion would lose data.
  ///
  /// `declaration` is the old column's declared type. It identifies the stored type in stores that
  /// did not record it.
  init?(from old: StoredValue, declared declaration: String, to new: StoredValue) {
    if old.kind == "?" {
      if declaration == Self.declaration(of: new) {
        self = .same(misfit: Self.outside(new.number))
        return
      }
      let guesses = [
        "INTEGER": StoredValue(kind: "integer", number: "Int64"),
        "REAL": StoredValue(kind: "real", number: "Double"), "TEXT": StoredValue(kind: "text"),
        "BLOB": StoredValue(kind: "data"), "ANY": StoredValue(kind: "data", isExternal: true),
      ]
      guard let guess = guesses[declaration] else { return nil }
      self.init(from: guess, declared: declaration, to: new)
      return
    }
    guard let found = Self.between(old, new) else { return nil }
    self = found
  }

  private static func between(_ old: StoredValue, _ new: StoredValue) -> ColumnConversion? {
    switch (old.kind, new.kind) {
    case ("integer", "integer"):
      return same(misfit: includes(new.number, old.number) ? nil : outside(new.number))
    case ("real", "real"):
      return old.number == "Double" && new.number == "Float"
        ? same(misfit: { "\(ConversionFunction.name)('float', \($0)) IS NULL" }) : same()
    case (let kind, new.kind) where kind == new.kind: return same()
    case ("boolean", "integer"): return same()
    case ("integer", "boolean"): return same(misfit: { "\($0) NOT IN (0, 1)" })
    case ("integer", "real"): return exactReal(old.number, new.number)
    case ("real", "integer"):
      let outside = outside(new.number)
      return ColumnConversion(
        misfit: { column in
          "(\(column) <> CAST(\(column) AS INTEGER)"
            + (outside.map { " OR " + $0("CAST(\(column) AS INTEGER)") } ?? "") + ")"
        }, { "CAST(\($0) AS INTEGER)" })
    case ("integer", "decimal"), ("integer", "text"):
      return ColumnConversion { "CAST(\($0) AS TEXT)" }
    case ("boolean", "text"):
      return ColumnConversion { "CASE \($0) WHEN 0 THEN 'false' WHEN 1 THEN 'true' END" }
    case ("decimal", "text"), ("url", "text"), ("uuid", "data"): return same()
    case ("data", "uuid") where !old.isExternal: return same(misfit: { "length(\($0)) <> 16" })
    case ("real", "decimal"): return swift(.realToDecimal)
    case ("real", "text"): return swift(.realToText)
    case ("uuid", "text"): return swift(.uuidToText)
    case ("text", "uuid"): return swift(.textToUUID)
    case ("text", "url"): return swift(.textToURL)
    case ("text", "decimal"): return swift(.textToDecimal)
    case ("text", "boolean"): return swift(.textToBoolean)
    case ("text", "integer"), ("decimal", "integer"): return integer(fromText: new.number)
    case ("text", "real"), ("decimal", "real"):
      return swift(new.number == "Float" ? .textToFloat : .textToReal)
    default: return nil
    }
  }

  private static func integer(fromText number: String) -> ColumnConversion {
    let plain = swift(.textToInteger)
    guard let outside = outside(number) else { return plain }
    return ColumnConversion(
      misfit: { column in
        let value = plain.expression(column)
        return "(\(value) IS NULL OR \(outside(value)))"
      }, plain.expression)
  }

  private static func exactReal(_ old: String, _ new: String) -> ColumnConversion {
    let bits = new == "Float" ? 24 : 53
    let width = ranges[old].map { $0.upperBound.bitWidth - $0.upperBound.leadingZeroBitCount } ?? 64
    let limit = 1 << bits
    return ColumnConversion(
      misfit: width <= bits ? nil : { "\($0) NOT BETWEEN -\(limit) AND \(limit)" },
      { "CAST(\($0) AS REAL)" })
  }

  // MARK: Integers

  private static let ranges: [String: ClosedRange<Int64>] = [
    "Int8": -128...127, "Int16": -32_768...32_767,
    "Int32": Int64(Int32.min)...Int64(Int32.max), "Int": .min ... .max, "Int64": .min ... .max,
    "UInt8": 0...255, "UInt16": 0...65_535, "UInt32": 0...Int64(UInt32.max),
    // Greater ones can't be stored.
    "UInt": 0 ... .max, "UInt64": 0 ... .max,
  ]

  private static func includes(_ new: String, _ old: String) -> Bool {
    guard let outer = ranges[new], let inner = ranges[old] else { return false }
    return outer.contains(inner.lowerBound) && outer.contains(inner.upperBound)
  }

  /// A condition for values outside an integer type; nil for one that holds all.
  private static func outside(_ number: String) -> ((String) -> String)? {
    guard let range = ranges[number], range != .min ... .max else { return nil }
    return { "\($0) NOT BETWEEN \(range.lowerBound) AND \(range.upperBound)" }
  }

  private static func declaration(of value: StoredValue) -> String {
    if value.isExternal { return "ANY" }
    return switch value.kind {
    case "integer", "boolean": "INTEGER"
    case "real", "date": "REAL"
    case "text", "url", "decimal", "json": "TEXT"
    default: "BLOB"
    }
  }
}
