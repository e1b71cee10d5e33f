// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation

/// A value of the command's JSON output; all keys of an object are always present.
enum RuckJSON: Encodable, Sendable {
  case null
  case text(String)
  case number(Double)
  case integer(Int)
  case flag(Bool)
  case list([RuckJSON])
  case object([String: RuckJSON])

  /// The text, or null.
  init(_ text: String?) { self = text.map(RuckJSON.text) ?? .null }

  /// The number to three decimals, or null.
  init(_ number: Double?) { self = number?.toThousandths.map(RuckJSON.number) ?? .null }

  /// The number to six decimals, which are 0.1 m of a degree, or null.
  init(degrees: Double?) {
    self = degrees.map { .number(($0 * 1_000_000).rounded() / 1_000_000) } ?? .null
  }

  init(_ number: Int?) { self = number.map(RuckJSON.integer) ?? .null }
  init(_ date: Date?) { self = date.map { .text($0.jsonText) } ?? .null }
  init(_ id: UUID?) { self = id.map { .text($0.idText) } ?? .null }
  init(_ items: [RuckJSON]) { self = .list(items) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .integer(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    case .list(let items): try container.encode(items)
    case .object(let values): try container.encode(values)
    }
  }
}
