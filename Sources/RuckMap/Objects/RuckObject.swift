// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// A sendable value of a stored object, with values in SI units.
///
/// A library reads, inserts, edits and removes objects of all such types in one way:
///
/// - `init(_:)` reads the model;
/// - `makeModel(owner:)` creates it, and `write(to:)` stores all values that users edit;
/// - `validate()` rejects impossible values before anything is stored.
package protocol RuckObject: Sendable, Hashable, Identifiable where ID == UUID {
  /// The model of the object.
  associatedtype Model: PersistentModel

  /// The noun for messages, such as "goal".
  static var noun: String { get }
  /// All objects in the order of lists.
  static var all: FetchDescriptor<Model> { get }
  /// The object with an identifier.
  static func descriptor(for id: UUID) -> FetchDescriptor<Model>

  /// The identifier, equal on every device.
  var id: UUID { get }
  /// The name by which users find the object.
  var title: String { get }

  /// Reads a model.
  init(_ model: Model)
  /// Checks the values.
  ///
  /// - Throws: ``RuckObjectError/invalid(_:field:)``.
  func validate() throws(RuckObjectError)
  /// Creates the model of a new object; the values that users edit are written afterwards.
  func makeModel(owner: User) -> Model
  /// Stores the values that users edit.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - context: The model's context, to find related objects.
  /// - Throws: A `SwiftDataError`, or ``RuckObjectError/notFound(_:id:)`` for a related object.
  func write(to model: Model, in context: ModelContext) throws
  /// Reduces the audience of an object to the one that its owner permits.
  static func limit(_ model: Model, to audience: PrivacyLevel)
  /// The kind of the entry that a new object writes to the feed; nil for none.
  static var activityKind: SocialActivityKind? { get }
  /// Relates an entry of the feed to the object.
  static func link(_ entry: SocialActivity, to model: Model)
}

extension RuckObject {
  package static func limit(_ model: Model, to audience: PrivacyLevel) {}
}

/// The reason why a library rejects a change of an object.
package enum RuckObjectError: Error, LocalizedError, Equatable, Sendable {
  /// No object of the kind has the identifier.
  case notFound(String, id: String)
  /// A value is impossible; `field` is its name in forms and options.
  case invalid(String, field: String?)

  /// The reason and the remedy.
  package var errorDescription: String? {
    switch self {
    case .notFound(let noun, let id): "There is no \(noun) \(id). List them to see their IDs."
    case .invalid(let reason, _): reason
    }
  }

  /// Rejects a text without a visible character.
  static func check(_ text: String, _ label: String, field: String) throws(RuckObjectError) {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw .invalid("\(label): a value is needed.", field: field)
    }
  }

  /// Rejects a number outside a range, and NaN.
  static func check(
    _ value: Double?, _ label: String, in range: ClosedRange<Double>, unit: String, field: String
  ) throws(RuckObjectError) {
    guard let value, !range.contains(value) else { return }
    throw .invalid(
      "\(label): \(value) \(unit) is not possible. Give \(range.lowerBound) to "
        + "\(range.upperBound) \(unit).", field: field)
  }

  /// Rejects an end before its start.
  static func check(
    from start: Date?, to end: Date?, field: String
  ) throws(RuckObjectError) {
    if let start, let end, end < start {
      throw .invalid("The end is before the start.", field: field)
    }
  }
}
