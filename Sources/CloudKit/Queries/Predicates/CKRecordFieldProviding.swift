// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A type whose properties stand for fields of records, so that a `#Predicate` about it can be a query.
///
/// An addition to Apple's API:
///
/// ```swift
/// struct Hike: CKRecordFieldProviding {
///   var name: String
///   var distance: Double?
///
///   static var recordFields: [CKRecord.FieldKey: any PartialKeyPath<Hike> & Sendable] {
///     ["name": \Hike.name, "distance": \Hike.distance]
///   }
/// }
/// let long = CKQuery(
///   recordType: "Hike",
///   predicate: #Predicate<Hike> { ($0.distance ?? 0) > 20 && $0.name.starts(with: "North") })
/// ```
///
/// No value of the type is ever made: it says of which types the fields are. One that may be missing is optional.
public protocol CKRecordFieldProviding {
  /// The properties by the fields that they stand for, or by names such as `creationDate`.
  static var recordFields: [CKRecord.FieldKey: any PartialKeyPath<Self> & Sendable] { get }
}
