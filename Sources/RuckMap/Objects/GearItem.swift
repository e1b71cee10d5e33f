// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Measures
package import SwiftData

/// An item of gear with its use, in SI units.
package struct GearItem: RuckObject {
  package static let noun = "item of gear"

  package var id = UUID()
  package var name = ""
  package var brand = ""
  package var model = ""
  package var type = EquipmentType.backpack
  /// Kilograms; nil if unknown.
  package var weight: Double?
  package var purchaseDate: Date?
  /// The price in the user's currency.
  package var price: Double?
  package var isActive = true
  package var maintenanceNotes = ""
  package var nextMaintenance: Date?
  /// Metres or seconds, by the type; nil for none.
  package var replacementThreshold: Double?

  /// Metres of all uses.
  package private(set) var distance = 0.0
  /// Seconds of all uses.
  package private(set) var duration: TimeInterval = 0
  /// The number of rucks.
  package private(set) var uses = 0
  package private(set) var lastUsed: Date?
  /// The remaining life as a fraction, 0...1; nil without a threshold.
  package private(set) var remainingLife: Double?
  package private(set) var needsReplacement = false

  /// A new item, bought today.
  package init(purchasedAt date: Date? = Date()) { purchaseDate = date }

  package init(_ model: Equipment) {
    id = model.id
    name = model.name
    brand = model.brand ?? ""
    self.model = model.model ?? ""
    type = model.equipmentType
    weight = model.weight > 0 ? Mass.kilograms(pounds: model.weight) : nil
    purchaseDate = model.purchaseDate
    price = model.purchasePrice
    isActive = model.isActive
    maintenanceNotes = model.maintenanceNotes ?? ""
    nextMaintenance = model.nextMaintenanceDate
    replacementThreshold = model.replacementThreshold.map {
      model.equipmentType.usesDistanceForReplacement ? Length.metres(miles: $0) : $0 * 3600
    }
    distance = Length.metres(miles: model.totalDistance)
    duration = model.totalHours
    uses = model.totalSessions
    lastUsed = model.lastUsed
    remainingLife = model.estimateRemainingLife()
    needsReplacement = model.needsReplacement
  }

  package var title: String { name }

  /// The use in the unit of the threshold: metres or seconds.
  package var usage: Double { type.usesDistanceForReplacement ? distance : duration }

  /// The price of a metre; nil without a price or a use.
  package var costPerMetre: Double? {
    guard let price, distance > 0 else { return nil }
    return price / distance
  }

  /// The suggested threshold of a type in metres or seconds.
  package static func suggestedThreshold(_ type: EquipmentType) -> Double {
    let value = type.typicalReplacementThreshold
    return type.usesDistanceForReplacement ? Length.metres(miles: value) : value * 3600
  }

  /// Whether the day of the next maintenance has come.
  package func needsMaintenance(at now: Date = Date()) -> Bool {
    nextMaintenance.map { now >= $0 } ?? false
  }

  package static var all: FetchDescriptor<Equipment> {
    FetchDescriptor(sortBy: [SortDescriptor(\.name), SortDescriptor(\.id)])
  }

  package static func descriptor(for id: UUID) -> FetchDescriptor<Equipment> {
    FetchDescriptor(predicate: #Predicate { $0.id == id })
  }

  package func validate() throws(RuckObjectError) {
    try RuckObjectError.check(name, "Name", field: "name")
    try RuckObjectError.check(weight, "Weight", in: 0...200, unit: "kg", field: "weight")
    try RuckObjectError.check(price, "Price", in: 0...1e6, unit: "", field: "price")
    try RuckObjectError.check(
      replacementThreshold, "Replace after", in: 0...1e9, unit: "", field: "replace-after")
  }

  package func makeModel(owner: User) -> Equipment {
    Equipment(name: name, type: type, weight: 0, owner: owner)
  }

  package func write(to model: Equipment, in context: ModelContext) {
    model.name = name
    model.brand = brand.isEmpty ? nil : brand
    model.model = self.model.isEmpty ? nil : self.model
    model.equipmentType = type
    model.weight = Mass.pounds(kilograms: weight ?? 0)
    model.purchaseDate = purchaseDate
    model.purchasePrice = price
    model.isActive = isActive
    model.maintenanceNotes = maintenanceNotes.isEmpty ? nil : maintenanceNotes
    model.nextMaintenanceDate = nextMaintenance
    model.replacementRecommendedAt = replacementThreshold.map {
      type.usesDistanceForReplacement ? Length.miles(metres: $0) : $0 / 3600
    }
    model.lastModified = Date()
  }
}
