// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A contact for emergencies.
struct ArchivedContact: ArchivedObject {
  static let key = "contact"
  static let noun = "contact"

  var id: UUID
  var user: UUID?
  var name: String
  var phone: String?
  var email: String?
  var relation: String?
  var notes: String?
  var overdueMinutes: Int?
  var isPrimary: Bool

  init(_ model: EmergencyContact) {
    id = model.id
    user = model.user?.id
    name = model.name
    phone = model.phone
    email = model.email
    relation = model.relation
    notes = model.notes
    overdueMinutes = model.overdueMinutes
    isPrimary = model.isPrimary
  }

  var title: String { name }

  func validate() throws(RuckArchiveError) {
    try ArchivedValues.check(texts: name, phone, email, relation, notes)
    try ArchivedValues.check(minutes: overdueMinutes)
  }

  func makeModel() -> EmergencyContact {
    let model = EmergencyContact(name: name, phone: phone, user: nil)
    model.id = id
    model.email = email
    model.relation = relation
    model.notes = notes
    model.overdueMinutes = overdueMinutes
    model.isPrimary = isPrimary
    return model
  }

  func relate(_ model: EmergencyContact, with restorer: StoreRestorer) throws {
    model.user = try restorer.user(user)
  }
}
