// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A place in the history of a container's stores.
///
/// It says of each store up to which transaction everything has been seen. Tokens of one container
/// are in the order of its history; they can be encoded, and mean the same after the program has
/// been started anew.
public struct DefaultHistoryToken: HistoryToken {
  /// The number of a transaction for the identifier of each store.
  public typealias TokenType = [String: Int64]
  /// The token as a number.
  public typealias ID = Int

  /// The number of the last transaction for the identifier of each store.
  public let tokenValue: TokenType?
  /// The store whose transaction the token was made for.
  let store: String

  init(store: String, positions: [String: Int64]) {
    self.store = store
    tokenValue = positions
  }

  init(store: String, number: Int64) { self.init(store: store, positions: [store: number]) }

  /// Up to which transaction of a store everything has been seen; 0 for nothing.
  func position(in store: String) -> Int64 { tokenValue?[store] ?? 0 }

  /// A number that is the same for equal tokens, in this process.
  public var id: Int { hashValue }

  /// Tokens are equal if they are the same place.
  public static func == (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
    lhs.tokenValue == rhs.tokenValue
  }

  /// Hashes the place.
  public func hash(into hasher: inout Hasher) { hasher.combine(tokenValue) }

  /// Orders tokens as the transactions that they stand for.
  ///
  /// With several stores a later token is not behind in any of them, so that the sum of its numbers
  /// is greater.
  public static func < (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
    let (left, right) = (lhs.tokenValue ?? [:], rhs.tokenValue ?? [:])
    if left == right { return false }
    let sums = (left.values.reduce(0, &+), right.values.reduce(0, &+))
    if sums.0 != sums.1 { return sums.0 < sums.1 }
    // Not of one history: any order that is always the same.
    let stores = Set(left.keys).union(right.keys).sorted()
    let differing = stores.first { left[$0] ?? 0 != right[$0] ?? 0 }
    guard let differing else { return left.count < right.count }
    return left[differing] ?? 0 < right[differing] ?? 0
  }
}
