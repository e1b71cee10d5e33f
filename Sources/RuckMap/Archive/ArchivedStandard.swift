// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A standard of a physical test that the user has added, changed or hidden.
struct ArchivedStandard: ArchivedObject {
  static let key = "standard"
  static let noun = "standard"

  var id: UUID
  var organization: String
  var name: String
  var distance: Double
  var packWeight: Double
  var timeLimit: TimeInterval
  var source: String
  var isCustom: Bool
  var isActive: Bool

  init(_ model: PTStandard) {
    id = model.id
    organization = model.organization
    name = model.name
    distance = model.distance
    packWeight = model.packWeight
    timeLimit = model.timeLimit
    source = model.source
    isCustom = model.isCustom
    isActive = model.isActive
  }

  var title: String { name }

  func validate() throws(RuckArchiveError) {
    try ArchivedValues.check(texts: organization, name, source)
    try ArchivedValues.check(numbers: distance, packWeight, timeLimit)
  }

  func makeModel() -> PTStandard {
    let model = PTStandard(
      organization: organization, name: name, distance: distance, packWeight: packWeight,
      timeLimit: timeLimit, source: source)
    model.id = id
    model.isCustom = isCustom
    model.isActive = isActive
    return model
  }

  func relate(_ model: PTStandard, with restorer: StoreRestorer) {}
}
