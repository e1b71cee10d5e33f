// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SwiftData

extension RuckMapStore {
  /// Returns whether a property is derived from other values, so that users don't edit it.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - entity: The name of the entity.
  /// - Returns: False for an unknown entity.
  public static func isDerived(_ property: String, of entity: String) -> Bool {
    switch entity {
    case "RuckingSession": RuckingSession.derivedProperties.contains(property)
    case "User": User.derivedProperties.contains(property)
    case "Equipment": Equipment.derivedProperties.contains(property)
    case "EquipmentUse": true
    case "SocialActivity": property != "text"
    case "Route", "RouteReview": ["createdAt", "lastModified"].contains(property)
    case "SessionSegment": ["calories", "averagePace"].contains(property)
    default: property == "createdAt"
    }
  }
}

extension RuckLibrary {
  /// Returns the title of an object by the name of its entity.
  ///
  /// - Parameters:
  ///   - entity: The name of the entity.
  ///   - id: The object's identifier.
  /// - Returns: The title; nil if the object does not exist, or has no title.
  /// - Throws: A `SwiftDataError`.
  public func objectTitle(_ entity: String, _ id: UUID) throws -> String? {
    func first<Model: PersistentModel>(_ predicate: Predicate<Model>) throws -> Model? {
      var descriptor = FetchDescriptor(predicate: predicate)
      descriptor.fetchLimit = 1
      return try modelContext.fetch(descriptor).first
    }
    let title: String? =
      switch entity {
      case "RuckingSession": try first(#Predicate<RuckingSession> { $0.id == id })?.name
      case "User": try first(#Predicate<User> { $0.id == id })?.displayName
      case "Route": try first(#Predicate<Route> { $0.id == id })?.name
      case "Waypoint": try first(#Predicate<Waypoint> { $0.id == id })?.name
      case "RouteReview": try first(#Predicate<RouteReview> { $0.id == id })?.route?.name
      case "RouteTag": try first(#Predicate<RouteTag> { $0.id == id })?.name
      case "Equipment": try first(#Predicate<Equipment> { $0.id == id })?.name
      case "EquipmentUse": try first(#Predicate<EquipmentUse> { $0.id == id })?.equipment?.name
      case "SessionSegment": try first(#Predicate<SessionSegment> { $0.id == id })?.session?.name
      case "Group": try first(#Predicate<Group> { $0.id == id })?.name
      case "GroupMembership":
        try first(#Predicate<GroupMembership> { $0.id == id })?.group?.name
      case "Challenge": try first(#Predicate<Challenge> { $0.id == id })?.name
      case "Achievement": try first(#Predicate<Achievement> { $0.id == id })?.title
      case "SocialActivity": try first(#Predicate<SocialActivity> { $0.id == id })?.text
      case "Goal": try first(#Predicate<Goal> { $0.id == id })?.name
      case "Event": try first(#Predicate<Event> { $0.id == id })?.name
      case "TrainingPlan": try first(#Predicate<TrainingPlan> { $0.id == id })?.name
      case "PlannedRuck": try first(#Predicate<PlannedRuck> { $0.id == id })?.title
      case "EmergencyContact": try first(#Predicate<EmergencyContact> { $0.id == id })?.name
      case "PrivacyZone": try first(#Predicate<PrivacyZone> { $0.id == id })?.name
      case "PTStandard": try first(#Predicate<PTStandard> { $0.id == id })?.name
      default: nil
      }
    return title.flatMap { $0.isEmpty ? nil : $0 }
  }
}
