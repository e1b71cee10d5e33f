// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

/// Conversions between column types that SQL can't do exactly; NULL for a value that would not
/// survive the way back.
enum ConversionFunction: String {
  case float, realToDecimal, realToText, uuidToText, textToUUID, textToURL, textToDecimal
  case textToBoolean, textToInteger, textToReal, textToFloat

  static let name = "cairn_convert"

  /// Registers the function on a connection.
  static func register(in database: Database) {
    database.add(
      function: DatabaseFunction(name, argumentCount: 2, pure: true) { values in
        guard let rule = String.fromDatabaseValue(values[0]).flatMap(Self.init) else { return nil }
        return rule.convert(values[1])
      })
  }

  private func convert(_ value: DatabaseValue) -> (any DatabaseValueConvertible)? {
    switch self {
    case .float, .realToDecimal, .realToText:
      guard let real = Double.fromDatabaseValue(value) else { return nil }
      return convert(real)
    case .uuidToText:
      guard let data = Data.fromDatabaseValue(value), data.count == 16 else { return nil }
      return UUID(uuid: data.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }).uuidString
    default:
      guard let text = String.fromDatabaseValue(value) else { return nil }
      return convert(text)
    }
  }

  /// True for "1.5", and for whole numbers with or without ".0".
  private static func isShown(
    _ value: some BinaryFloatingPoint & CustomStringConvertible, as text: String
  )
    -> Bool
  {
    value.description == text || Int64(exactly: value)?.description == text
  }

  private func convert(_ real: Double) -> (any DatabaseValueConvertible)? {
    switch self {
    case .float: return Double(Float(real)) == real ? real : nil
    case .realToText: return "\(real)"
    default:
      guard real.isFinite, let decimal = Decimal(string: "\(real)"),
        Double("\(decimal)") == real
      else { return nil }
      return "\(decimal)"
    }
  }

  private func convert(_ text: String) -> (any DatabaseValueConvertible)? {
    switch self {
    case .textToUUID:
      guard let uuid = UUID(uuidString: text) else { return nil }
      return withUnsafeBytes(of: uuid.uuid) { Data($0) }
    case .textToURL: return URL(string: text)?.absoluteString == text ? text : nil
    case .textToDecimal:
      return Decimal(string: text).flatMap { "\($0)" == text ? text : nil }
    case .textToBoolean: return text == "true" ? 1 : text == "false" ? 0 : nil
    case .textToInteger: return Int64(text).flatMap { "\($0)" == text ? $0 : nil }
    case .textToReal:
      return Double(text).flatMap { Self.isShown($0, as: text) ? $0 : nil }
    case .textToFloat:
      return Float(text).flatMap { Self.isShown($0, as: text) ? Double($0) : nil }
    default: return nil
    }
  }
}
