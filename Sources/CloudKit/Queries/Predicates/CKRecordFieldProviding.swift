// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A type whose properties map to record fields, for queries with a `#Predicate`.
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
/// The type is never instantiated: it only defines the types of the fields. Declare a property of
/// an optional field as optional.
public protocol CKRecordFieldProviding {
  /// The properties by field name, or by a system field name such as `creationDate`.
  static var recordFields: [CKRecord.FieldKey: any PartialKeyPath<Self> & Sendable] { get }
}
