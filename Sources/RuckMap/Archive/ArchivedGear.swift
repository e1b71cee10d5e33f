// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A use of an item of gear.
struct ArchivedUse: Codable, Sendable, Hashable {
  var id: UUID
  var date: Date
  var distance: Double
  var duration: TimeInterval
  var sessionCount: Int
  /// The item; nil inside of an item.
  var equipment: UUID?

  init(_ model: EquipmentUse, equipment: UUID? = nil) {
    id = model.id
    date = model.date
    distance = model.distance
    duration = model.duration
    sessionCount = model.sessionCount
    self.equipment = equipment
  }

  /// The possible numbers of rucks: totals of many uses are sums of integers.
  private static let counts = -1_000_000...1_000_000

  /// Whether the date is within the calendar, and the figures are numbers.
  var isPlausible: Bool {
    ArchivedValues.isTime(date) && ArchivedValues.isNumber(distance)
      && ArchivedValues.isNumber(duration) && Self.counts.contains(sessionCount)
  }

  func makeModel() -> EquipmentUse {
    EquipmentUse(
      date: date, distance: distance, duration: duration, sessionCount: sessionCount, id: id)
  }
}

/// An item of gear with its uses without a ruck; a ruck has its own uses.
struct ArchivedGear: ArchivedObject {
  static let key = "gear"
  static let noun = "gear"

  var id: UUID
  var owner: UUID?
  var name: String
  var brand: String?
  var model: String?
  var equipmentType: EquipmentType
  var weight: Double
  var purchaseDate: Date?
  var purchasePrice: Double?
  var isActive: Bool
  var lastModified: Date
  var maintenanceNotes: String?
  var nextMaintenanceDate: Date?
  var replacementRecommendedAt: Double?
  var uses: [ArchivedUse]

  init(_ model: Equipment) {
    id = model.id
    owner = model.owner?.id
    name = model.name
    brand = model.brand
    self.model = model.model
    equipmentType = model.equipmentType
    weight = model.weight
    purchaseDate = model.purchaseDate
    purchasePrice = model.purchasePrice
    isActive = model.isActive
    lastModified = model.lastModified
    maintenanceNotes = model.maintenanceNotes
    nextMaintenanceDate = model.nextMaintenanceDate
    replacementRecommendedAt = model.replacementRecommendedAt
    uses = model.uses.filter { $0.session == nil }.map { ArchivedUse($0) }
      .sorted { $0.id.uuidString < $1.id.uuidString }
  }

  var title: String { name }

  func validate() throws(RuckArchiveError) {
    try ArchivedValues.check(texts: name, brand, model, maintenanceNotes)
    try ArchivedValues.check(dates: purchaseDate, lastModified, nextMaintenanceDate)
    try ArchivedValues.check(numbers: weight, purchasePrice, replacementRecommendedAt)
    guard uses.allSatisfy(\.isPlausible) else { throw .malformed }
  }

  func makeModel() -> Equipment {
    let item = Equipment(name: name, type: equipmentType, weight: weight, owner: nil)
    item.id = id
    item.brand = brand
    item.model = model
    item.purchaseDate = purchaseDate
    item.purchasePrice = purchasePrice
    item.isActive = isActive
    item.lastModified = lastModified
    item.maintenanceNotes = maintenanceNotes
    item.nextMaintenanceDate = nextMaintenanceDate
    item.replacementRecommendedAt = replacementRecommendedAt
    return item
  }

  func relate(_ model: Equipment, with restorer: StoreRestorer) throws {
    model.owner = try restorer.user(owner)
    for use in uses {
      guard let row = try restorer.inserted(use.makeModel(), id: use.id) else { continue }
      row.equipment = model
    }
    model.refreshTotals()
  }
}
