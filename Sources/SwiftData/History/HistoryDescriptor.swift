// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Which transactions of a history are asked for, and in which order.
public struct HistoryDescriptor<TransactionType: HistoryTransaction>: Sendable {
  /// The condition; nil for all.
  ///
  /// Comparisons of the token, the author, the timestamp and the number are carried out by SQLite,
  /// all else in Swift.
  public var predicate: Predicate<TransactionType>?
  /// The most that are wanted; 0 for all.
  public var fetchLimit: UInt64 = 0
  /// The order; oldest first without one.
  public var sortBy: [SortDescriptor<TransactionType>]

  /// The transactions that match, in an order.
  public init(
    predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []
  ) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}
