// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A query for records of a type that match a predicate.
///
/// ```swift
/// let query = CKQuery(
///   recordType: "Hike", predicate: NSPredicate(format: "distance > %f", 20.0))
/// query.sortDescriptors = [NSSortDescriptor(key: "date", ascending: false)]
/// let (matches, cursor) = try await database.records(matching: query, resultsLimit: 50)
/// ```
///
/// Servers support comparisons of a field with a value, `BEGINSWITH`, `IN`, `BETWEEN`, `CONTAINS`
/// and `ANY` on lists, distances, full-text search (`self CONTAINS %@`), `AND`, and `NOT` of one
/// comparison. Running a query with anything else throws ``CKError/invalidArguments``.
public final class CKQuery: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Unchecked: configured first, then run.

  /// The type of the records.
  public let recordType: CKRecord.RecordType
  /// The predicate that records must match.
  public let predicate: NSPredicate
  /// The order of the records; nil for the server's order.
  public var sortDescriptors: [NSSortDescriptor]?

  /// A query for the records of a type that match a predicate.
  public init(recordType: CKRecord.RecordType, predicate: NSPredicate) {
    self.recordType = recordType
    self.predicate = predicate
  }

  /// A query for the records of a type that match a `#Predicate`: an addition to Apple's API.
  ///
  /// The predicate uses the properties of a ``CKRecordFieldProviding`` type, which maps each
  /// property to a field.
  ///
  /// Servers support comparisons of a property with a value, `starts(with:)` of a string,
  /// `contains` of a list, of an array of values and of a range, `&&`, and `!` of these. As in any
  /// query, string comparisons ignore case. The default after `??` must make the comparison false,
  /// since servers omit records without the field. Running a query with anything else throws
  /// ``CKError/invalidArguments``.
  public convenience init<Model: CKRecordFieldProviding>(
    recordType: CKRecord.RecordType, predicate: Predicate<Model>
  ) {
    self.init(recordType: recordType, predicate: NSPredicate(SwiftPredicate.tree(predicate)))
  }

  /// Returns an independent copy.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = CKQuery(recordType: recordType, predicate: predicate)
    copy.sortDescriptors = sortDescriptors
    return copy
  }

  // MARK: Coding

  /// Always true: decoding accepts only the expected classes.
  public static var supportsSecureCoding: Bool { true }

  private static let typeKey = "RecordType"

  /// Decodes a query; nil if the archive has none.
  public init?(coder: NSCoder) {
    guard let type = coder.object(of: NSString.self, forKey: Self.typeKey),
      let archive = QueryArchive(coder)
    else { return nil }
    recordType = "\(type)"
    predicate = archive.predicate
    sortDescriptors = archive.sortDescriptors.isEmpty ? nil : archive.sortDescriptors
  }

  /// Encodes the query; a predicate that servers do not support makes a later run fail.
  public func encode(with coder: NSCoder) {
    coder.encode(recordType as NSString, forKey: Self.typeKey)
    QueryArchive.encode(self, with: coder)
  }
}
