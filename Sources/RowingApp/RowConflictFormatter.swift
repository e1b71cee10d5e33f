// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKitMirroring
import Foundation
import Rowing
import SwiftData

/// Formats the conflicts of sessions, athletes and teams.
struct RowConflictFormatter: ConflictFormatter {
  private static let session = "RowingSession"
  private static let athlete = "Athlete"
  private static let team = "Team"

  func isDerived(_ conflict: Conflict) -> Bool {
    guard let property = conflict.propertyName else { return false }
    return switch conflict.entityName {
    case Self.session: RowingSession.derivedProperties.contains(property)
    case Self.athlete: Athlete.derivedProperties.contains(property)
    case Self.team: ["createdAt", "modifiedAt"].contains(property)
    default: false
    }
  }

  func descriptions(
    of conflicts: [Conflict], in container: ModelContainer
  ) async throws -> [ConflictDescription] {
    guard !conflicts.isEmpty else { return [] }
    let context = ModelContext(container)
    return try conflicts.map { conflict in
      var description = ConflictDescription(conflict)
      if let id = UUID(uuidString: description.id) {
        (description.title, description.path) = try Self.object(
          description.entity, id, in: context)
      }
      if let property = conflict.propertyName, let value = description.value {
        description.value = Self.text(value, of: property) ?? value
      }
      return description
    }
  }

  func didRestore(_ conflict: Conflict, in model: any PersistentModel) {
    guard !isDerived(conflict) else { return }
    switch model {
    case let session as RowingSession: session.modifiedAt = .now
    case let athlete as Athlete: athlete.modifiedAt = .now
    case let team as Team: team.modifiedAt = .now
    default: break
    }
  }

  /// The title and the page of an object; nil if it is deleted.
  private static func object(
    _ entity: String, _ id: UUID, in context: ModelContext
  ) throws -> (title: String?, path: String?) {
    switch entity {
    case session:
      guard let session = try context.fetch(RowingSession.withIdentifier(id)).first else { break }
      let text = session.workoutText.flatMap { $0.isEmpty ? nil : $0 }
      let title = [text, session.startTime.localText].compactMap(\.self).joined(separator: ", ")
      return (title, RowPaths.session(id))
    case athlete:
      let all = FetchDescriptor<Athlete>(predicate: #Predicate { $0.id == id })
      guard let athlete = try context.fetch(all).first else { break }
      return (athlete.name, RowPaths.athlete(id))
    case team:
      let all = FetchDescriptor<Team>(predicate: #Predicate { $0.id == id })
      guard let team = try context.fetch(all).first else { break }
      return (team.name, RowPaths.board)
    default: break
    }
    return (nil, nil)
  }

  /// A value with its unit; nil for a value printed unchanged.
  static func text(_ value: String, of property: String) -> String? {
    switch property {
    case "isComplete", "isActive", "isRanked", "isDateAssumed", "isDayOnly", "hasGaps":
      return value == "0" || value == "false" ? "no" : "yes"
    case "profileImageData": return "a picture"
    case "powerZones": return zones(value)
    default: break
    }
    guard let number = Double(value) else { return nil }
    return switch property {
    case "startTime", "endTime", "createdAt", "modifiedAt":
      Date(timeIntervalSinceReferenceDate: number).localText
    case "totalDistance", "restDistance": RowFormat.distance(number)
    case "totalTime", "restTime": RowFormat.time(number)
    case "averagePace": RowFormat.pace(number)
    case "averagePower", "maxPower", "zoneBasePower": RowFormat.watts(number)
    case "averageStrokeRate": RowFormat.rate(number)
    case "averageHeartRate", "endingHeartRate", "recoveryHeartRate", "maxHeartRate",
      "restingHeartRate":
      RowFormat.beats(number)
    case "calories": RowFormat.kilocalories(number)
    case "weight": RowFormat.decimal(number, 1, "kg")
    case "height": RowFormat.decimal(number, 0, "cm")
    default: nil
    }
  }

  private static func zones(_ value: String) -> String? {
    guard let zones = try? JSONDecoder().decode([PowerZone].self, from: Data(value.utf8)) else {
      return nil
    }
    return zones.map { zone in
      let to = zone.to.map { "–\(RowFormat.percent($0))" } ?? " and more"
      return "\(zone.name) \(RowFormat.percent(zone.from))\(to)"
    }.joined(separator: ", ")
  }
}
