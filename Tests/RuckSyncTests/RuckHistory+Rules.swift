// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData

extension RuckHistory {
  /// The violations of the rules that hold once all devices have all changes.
  func violations() throws -> [String] {
    let expected = try content(devices[0])
    var result = try accounting(devices[0])
    for (index, device) in devices.enumerated().dropFirst() {
      let found = try content(device)
      for key in Set(expected.keys).union(found.keys).sorted() where expected[key] != found[key] {
        result.append("\(key) on 0: \(expected[key] ?? "-"), on \(index): \(found[key] ?? "-")")
      }
    }
    return result + (try differencesOfOld())
  }

  /// The content of a device by object, as text.
  private func content(_ device: RuckDevice) throws -> [String: String] {
    let context = ModelContext(device.library.modelContainer)
    var result: [String: String] = [:]
    for session in try context.fetch(FetchDescriptor<RuckingSession>()) {
      let gear = session.equipment.map(\.name).sorted()
      result["ruck \(session.id)"] =
        "\(session.isCompleted) \(session.distance) \(session.duration) "
        + "\(session.elevationLoss) \(session.storedPace) \(session.calories) "
        + "\(session.packWeight) \(session.notes ?? "-") \(session.endDate?.description ?? "-") "
        + "\(session.user?.displayName ?? "-") \(gear)"
    }
    for use in try context.fetch(FetchDescriptor<EquipmentUse>()) {
      result["use \(use.id)"] =
        "\(use.distance) \(use.duration) \(use.equipment?.name ?? "-") "
        + "\(use.session?.id.uuidString ?? "-")"
    }
    for item in try context.fetch(FetchDescriptor<Equipment>()) {
      result["item \(item.id)"] =
        "\(item.name) \(item.totalDistance) \(item.totalHours) \(item.totalSessions) "
        + "\(item.lastUsed?.description ?? "-")"
    }
    return result
  }

  /// Compares the totals of gear with the rucks and the entries of the history.
  private func accounting(_ device: RuckDevice) throws -> [String] {
    let context = ModelContext(device.library.modelContainer)
    let sessions = try context.fetch(FetchDescriptor<RuckingSession>())
    let items = try context.fetch(FetchDescriptor<Equipment>())
    let counted = Dictionary(
      grouping: items.flatMap(\.countedUses).filter { $0.session != nil },
      by: { $0.session?.id ?? $0.id })
    var result: [String] = []
    for session in sessions {
      let used = (counted[session.id] ?? []).compactMap { $0.equipment?.name }.sorted()
      if Set(used).count < used.count { result.append("ruck \(session.id) uses \(used)") }
      for use in session.equipmentUses
      where use.distance != session.distance || use.duration != session.duration {
        result.append("the use \(use.id) of \(use.distance), ruck of \(session.distance)")
      }
      // A deletion that meets a change leaves either the choice of gear or its use. Of a removal
      // that meets a new choice of the same item, the choice may remain without a use.
      guard !deleted.contains(session.id), !removedGear.contains(session.id) else { continue }
      let chosen = session.isCompleted ? session.equipment.map(\.name).sorted() : []
      if used != chosen { result.append("ruck \(session.id) with \(chosen) uses \(used)") }
    }
    for item in items {
      let rucks = sessions.filter { session in
        (counted[session.id] ?? []).contains { $0.equipment?.id == item.id }
      }
      let entries = entries.filter { $0.item == item.id }
      let distance = rucks.map(\.distance).reduce(0, +) + entries.map(\.distance).reduce(0, +)
      let duration = rucks.map(\.duration).reduce(0, +) + entries.map(\.duration).reduce(0, +)
      if item.totalSessions != rucks.count + entries.count
        || abs(item.totalDistance - distance) > 1e-6 || abs(item.totalHours - duration) > 1e-6
      {
        result.append(
          "\(item.name): \(item.totalSessions) uses, \(item.totalDistance), \(item.totalHours); "
            + "rucks and entries: \(rucks.count + entries.count), \(distance), \(duration); "
            + "uses: \(item.uses.map { "\($0.id) of \($0.session?.id.uuidString ?? "-")" })")
      }
    }
    return result
  }

  /// Compares the rucks of the first release with those of the first device.
  private func differencesOfOld() throws -> [String] {
    guard let old else { return [] }
    let current = try ModelContext(devices[0].library.modelContainer)
      .fetch(FetchDescriptor<RuckingSession>())
    let expected = Dictionary(
      uniqueKeysWithValues: current.map {
        ($0.id, "\($0.isCompleted) \($0.distance) \($0.notes ?? "-") \($0.storedPace)")
      })
    let known = try ModelContext(old.container)
      .fetch(FetchDescriptor<ReleasedSchema.RuckingSession>())
    let found = Dictionary(
      uniqueKeysWithValues: known.map {
        ($0.id, "\($0.isCompleted) \($0.distance) \($0.notes ?? "-") \($0.storedPace)")
      })
    return Set(expected.keys).union(found.keys).filter { expected[$0] != found[$0] }
      .sorted { $0.uuidString < $1.uuidString }
      .map { "ruck \($0): \(expected[$0] ?? "-"), on the old device: \(found[$0] ?? "-")" }
  }
}
