// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A place in the history of one or more stores.
///
/// Keep the token of the last transaction that was dealt with, and ask for those behind it the next
/// time:
///
/// ```swift
/// let news = HistoryDescriptor<DefaultHistoryTransaction>(
///   predicate: #Predicate { $0.token > last })
/// for transaction in try context.fetchHistory(news) { ... }
/// ```
public protocol HistoryToken: Comparable, Decodable, Encodable, Hashable, Identifiable, Sendable {
  /// What the token is made of.
  associatedtype TokenType: Decodable, Encodable, Hashable, Sendable

  /// What the token is made of; nil if that is not known.
  var tokenValue: TokenType? { get }
}

extension HistoryToken {
  /// The identifier of the store that the token belongs to; empty if that is not known.
  public var storeIdentifier: String { (self as? DefaultHistoryToken)?.store ?? "" }
}
