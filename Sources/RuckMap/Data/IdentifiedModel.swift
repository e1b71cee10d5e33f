// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A model with an identifier that is equal on every device.
public protocol IdentifiedModel: PersistentModel {
  /// The descriptor of the model with an identifier.
  static func descriptor(id: UUID) -> FetchDescriptor<Self>
}

extension User: IdentifiedModel {
  /// The descriptor of the user with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<User> {
    .first(#Predicate { $0.id == id })
  }
}

extension RuckingSession: IdentifiedModel {
  /// The descriptor of the ruck with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<RuckingSession> {
    .first(#Predicate { $0.id == id })
  }
}

extension Route: IdentifiedModel {
  /// The descriptor of the route with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<Route> {
    .first(#Predicate { $0.id == id })
  }
}

extension Equipment: IdentifiedModel {
  /// The descriptor of the item with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<Equipment> {
    .first(#Predicate { $0.id == id })
  }
}

extension FetchDescriptor {
  /// A descriptor of one model.
  fileprivate static func first(_ predicate: Predicate<T>) -> FetchDescriptor {
    var descriptor = FetchDescriptor(predicate: predicate)
    descriptor.fetchLimit = 1
    return descriptor
  }
}

extension ModelContext {
  /// Returns the model with an identifier; nil if there is none.
  func model<Model: IdentifiedModel>(_ type: Model.Type, id: UUID) throws -> Model? {
    try fetch(Model.descriptor(id: id)).first
  }
}
