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

extension Waypoint: IdentifiedModel {
  /// The descriptor of the waypoint with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<Waypoint> {
    .first(#Predicate { $0.id == id })
  }
}

extension RouteReview: IdentifiedModel {
  /// The descriptor of the review with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<RouteReview> {
    .first(#Predicate { $0.id == id })
  }
}

extension EquipmentUse: IdentifiedModel {
  /// The descriptor of the use with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<EquipmentUse> {
    .first(#Predicate { $0.id == id })
  }
}

extension Group: IdentifiedModel {
  /// The descriptor of the group with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<Group> {
    .first(#Predicate { $0.id == id })
  }
}

extension GroupMembership: IdentifiedModel {
  /// The descriptor of the membership with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<GroupMembership> {
    .first(#Predicate { $0.id == id })
  }
}

extension Challenge: IdentifiedModel {
  /// The descriptor of the challenge with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<Challenge> {
    .first(#Predicate { $0.id == id })
  }
}

extension Achievement: IdentifiedModel {
  /// The descriptor of the award with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<Achievement> {
    .first(#Predicate { $0.id == id })
  }
}

extension SocialActivity: IdentifiedModel {
  /// The descriptor of the entry with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<SocialActivity> {
    .first(#Predicate { $0.id == id })
  }
}

extension Goal: IdentifiedModel {
  /// The descriptor of the goal with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<Goal> {
    .first(#Predicate { $0.id == id })
  }
}

extension Event: IdentifiedModel {
  /// The descriptor of the event with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<Event> {
    .first(#Predicate { $0.id == id })
  }
}

extension TrainingPlan: IdentifiedModel {
  /// The descriptor of the plan with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<TrainingPlan> {
    .first(#Predicate { $0.id == id })
  }
}

extension PlannedRuck: IdentifiedModel {
  /// The descriptor of the planned ruck with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<PlannedRuck> {
    .first(#Predicate { $0.id == id })
  }
}

extension EmergencyContact: IdentifiedModel {
  /// The descriptor of the contact with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<EmergencyContact> {
    .first(#Predicate { $0.id == id })
  }
}

extension BodyMeasurement: IdentifiedModel {
  /// The descriptor of the measurement with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<BodyMeasurement> {
    .first(#Predicate { $0.id == id })
  }
}

extension PrivacyZone: IdentifiedModel {
  /// The descriptor of the zone with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<PrivacyZone> {
    .first(#Predicate { $0.id == id })
  }
}

extension PTStandard: IdentifiedModel {
  /// The descriptor of the standard with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<PTStandard> {
    .first(#Predicate { $0.id == id })
  }
}

extension RuckRevision: IdentifiedModel {
  /// The descriptor of the revision with an identifier.
  public static func descriptor(id: UUID) -> FetchDescriptor<RuckRevision> {
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
