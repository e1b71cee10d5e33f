// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

/// The collation and functions that our SQL uses beyond SQLite's own.
enum StoreFunctions {
  static func register(in database: Database) {
    database.add(collation: decimal)
  }

  /// Orders the text of decimal numbers by value.
  private static let decimal = DatabaseCollation("cairn_decimal") { left, right in
    let locale = Locale(identifier: "en_US_POSIX")
    guard let lhs = Decimal(string: left, locale: locale),
      let rhs = Decimal(string: right, locale: locale)
    else {
      return left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
    }
    return lhs < rhs ? .orderedAscending : lhs > rhs ? .orderedDescending : .orderedSame
  }
}
