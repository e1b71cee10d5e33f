// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A position in the history of one or more stores.
///
/// Store the token of the last processed transaction, and fetch the transactions after it the next
/// time:
///
/// ```swift
/// let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
///   predicate: #Predicate { $0.token > last })
/// for transaction in try context.fetchHistory(descriptor) {
///   show(transaction.changes)
/// }
/// ```
public protocol HistoryToken: Comparable, Decodable, Encodable, Hashable, Identifiable, Sendable {
  /// The type of the token's contents.
  associatedtype TokenType: Decodable, Encodable, Hashable, Sendable

  /// The token's contents; nil if they are unknown.
  var tokenValue: TokenType? { get }
}

extension HistoryToken {
  /// The identifier of the token's store; empty if it is unknown.
  public var storeIdentifier: String { (self as? DefaultHistoryToken)?.store ?? "" }
}

/// A position in the history of a container's stores.
///
/// ```swift
/// let transactions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
/// if let token = transactions.last?.token {
///   try JSONEncoder().encode(token).write(to: file)
/// }
/// let last = try JSONDecoder().decode(DefaultHistoryToken.self, from: Data(contentsOf: file))
/// ```
///
/// The token contains the last seen transaction of each store. Tokens of one container are ordered
/// as its history. They can be encoded and remain valid after a restart of the program.
public struct DefaultHistoryToken: HistoryToken {
  /// Transaction numbers by store identifier.
  public typealias TokenType = [String: Int64]
  /// The type of ``id``.
  public typealias ID = Int

  /// The number of the last seen transaction of each store, by store identifier.
  public let tokenValue: TokenType?
  /// The identifier of the store of the token's transaction.
  let store: String

  init(store: String, positions: [String: Int64]) {
    self.store = store
    tokenValue = positions
  }

  init(store: String, number: Int64) { self.init(store: store, positions: [store: number]) }

  /// The last seen transaction of a store; 0 for none.
  func position(in store: String) -> Int64 { tokenValue?[store] ?? 0 }

  /// A number that is equal for equal tokens within one process.
  public var id: Int { hashValue }

  /// Tokens are equal if they have the same position in each store.
  public static func == (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
    lhs.tokenValue == rhs.tokenValue
  }

  /// Hashes the positions.
  public func hash(into hasher: inout Hasher) { hasher.combine(tokenValue) }

  /// Orders tokens by the history of their container.
  ///
  /// In a container with several stores, a later token is at or after an earlier one in each store,
  /// so the sum of its positions is greater.
  public static func < (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
    let (left, right) = (lhs.tokenValue ?? [:], rhs.tokenValue ?? [:])
    if left == right { return false }
    let sums = (left.values.reduce(0, &+), right.values.reduce(0, &+))
    if sums.0 != sums.1 { return sums.0 < sums.1 }
    // Tokens of different histories: any stable order.
    let stores = Set(left.keys).union(right.keys).sorted()
    let differing = stores.first { left[$0] ?? 0 != right[$0] ?? 0 }
    guard let differing else { return left.count < right.count }
    return left[differing] ?? 0 < right[differing] ?? 0
  }
}
