// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Which records of a type are wanted, and in which order.
///
/// Servers know comparisons of a field with a value, `BEGINSWITH`, `IN`, `BETWEEN`, `CONTAINS` and
/// `ANY` on lists, distances, words (`self CONTAINS %@`), `AND`, and `NOT` of one comparison. Anything
/// else throws ``CKError/invalidArguments`` when the query is run.
public final class CKQuery: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
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

  /// A query for the records of a type that a `#Predicate` is true of: an addition to Apple's API.
  ///
  /// The predicate is about the properties of a type that says which field each of them stands for:
  /// ``CKRecordFieldProviding``.
  ///
  /// Servers know comparisons of a property with a value, `starts(with:)` of a text, `contains` of a list, of an array
  /// of values and of a range, `&&`, and `!` of these. As in any query, texts are equal whatever their case. After
  /// `??` comes what the comparison is not true of, since servers leave records out that lack the field. Anything else
  /// throws ``CKError/invalidArguments`` when the query is run.
  public convenience init<Model: CKRecordFieldProviding>(
    recordType: CKRecord.RecordType, predicate: Predicate<Model>
  ) {
    self.init(recordType: recordType, predicate: NSPredicate(SwiftPredicate.tree(predicate)))
  }

  /// The same value, or a record of its own.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = CKQuery(recordType: recordType, predicate: predicate)
    copy.sortDescriptors = sortDescriptors
    return copy
  }

  // MARK: Coding

  /// True: only the classes that are expected are read.
  public static var supportsSecureCoding: Bool { true }

  private static let typeKey = "RecordType"

  /// Reads a query that was encoded; nil if the archive has none.
  public init?(coder: NSCoder) {
    guard let type = coder.object(of: NSString.self, forKey: Self.typeKey),
      let archive = QueryArchive(coder)
    else { return nil }
    recordType = "\(type)"
    predicate = archive.predicate
    sortDescriptors = archive.sortDescriptors.isEmpty ? nil : archive.sortDescriptors
  }

  /// Writes it into an archive; a predicate that servers don't know is an error when the query is run later, too.
  public func encode(with coder: NSCoder) {
    coder.encode(recordType as NSString, forKey: Self.typeKey)
    QueryArchive.encode(self, with: coder)
  }
}
