// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Which records of a type are wanted, and in which order.
///
/// Servers know comparisons of a field with a value, `BEGINSWITH`, `IN`, `BETWEEN`, `CONTAINS` and
/// `ANY` on lists, distances, words (`self CONTAINS %@`), `AND`, and `NOT` of one comparison. Anything
/// else throws ``CKError/invalidArguments`` when the query is run.
public final class CKQuery: NSObject, NSCopying, @unchecked Sendable {
  // Unchecked: set up first, then run.

  /// The type of the records.
  public let recordType: CKRecord.RecordType
  /// What is to be true of them.
  public let predicate: NSPredicate
  /// Their order; nil leaves it to the server.
  public var sortDescriptors: [NSSortDescriptor]?

  /// A query for the records of a type that a predicate is true of.
  public init(recordType: CKRecord.RecordType, predicate: NSPredicate) {
    self.recordType = recordType
    self.predicate = predicate
  }

  /// The same value, or a record of its own.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = CKQuery(recordType: recordType, predicate: predicate)
    copy.sortDescriptors = sortDescriptors
    return copy
  }
}
