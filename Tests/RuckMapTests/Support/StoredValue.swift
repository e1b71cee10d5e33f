// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value of a column in a fixture with the rows of a store.
enum StoredValue: Decodable, Hashable {
  case number(Double)
  case text(String)
  case null

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  init(_ number: Double?) { self = number.map(Self.number) ?? .null }
  init(_ number: Int?) { self = number.map { .number(Double($0)) } ?? .null }
  init(_ flag: Bool) { self = .number(flag ? 1 : 0) }
  init(_ text: String?) { self = text.map(Self.text) ?? .null }
  init(_ id: UUID?) { self = id.map { .text($0.uuidString) } ?? .null }
  init(_ date: Date?) { self = date.map { .number($0.timeIntervalSinceReferenceDate) } ?? .null }

  /// The decoded value of a JSON column.
  func json<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    guard case .text(let text) = self else { return nil }
    return try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
