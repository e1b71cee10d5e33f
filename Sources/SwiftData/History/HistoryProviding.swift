// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A store that keeps a history of its changes.
public protocol HistoryProviding {
  /// The kind of its transactions.
  associatedtype HistoryType: HistoryTransaction

  /// The kind of its transactions.
  static var historyType: HistoryType.Type { get }

  /// The transactions that match.
  func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]

  /// Forgets the transactions that match.
  func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}
