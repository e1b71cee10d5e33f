// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// A person to inform if a ruck is overdue.
package struct ContactItem: RuckObject {
  package static let noun = "contact"

  package var id = UUID()
  package var name = ""
  package var phone = ""
  package var email = ""
  package var relation = ""
  package var notes = ""
  /// Minutes after the expected end; nil for never.
  package var overdueMinutes: Int?
  package var isPrimary = false

  package init() {}

  package init(_ model: EmergencyContact) {
    id = model.id
    name = model.name
    phone = model.phone ?? ""
    email = model.email ?? ""
    relation = model.relation ?? ""
    notes = model.notes ?? ""
    overdueMinutes = model.overdueMinutes
    isPrimary = model.isPrimary
  }

  package var title: String { name }

  package static var all: FetchDescriptor<EmergencyContact> {
    FetchDescriptor(sortBy: [SortDescriptor(\.name), SortDescriptor(\.id)])
  }

  package static func descriptor(for id: UUID) -> FetchDescriptor<EmergencyContact> {
    FetchDescriptor(predicate: #Predicate { $0.id == id })
  }

  package func validate() throws(RuckObjectError) {
    try RuckObjectError.check(name, "Name", field: "name")
    if phone.isEmpty, email.isEmpty {
      throw .invalid("Enter a telephone number or an e-mail address.", field: "phone")
    }
  }

  package func makeModel(owner: User) -> EmergencyContact {
    EmergencyContact(name: name, phone: nil, user: owner)
  }

  package func write(to model: EmergencyContact, in context: ModelContext) {
    model.name = name
    model.phone = phone.isEmpty ? nil : phone
    model.email = email.isEmpty ? nil : email
    model.relation = relation.isEmpty ? nil : relation
    model.notes = notes.isEmpty ? nil : notes
    model.overdueMinutes = overdueMinutes
    model.isPrimary = isPrimary
  }
}
