// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RowingLibrary {
  /// The name of the athlete of a store without athletes.
  static let defaultName = "Me"

  /// The identifier of the default athlete, equal on every device.
  static let defaultID = UUID(namespace: .rowingNamespace, name: "default athlete")

  /// Returns the athletes by name.
  ///
  /// - Parameter includingInactive: Whether deactivated athletes are included.
  /// - Returns: The athletes.
  /// - Throws: A `SwiftDataError`.
  package func athletes(includingInactive: Bool = false) throws -> [AthleteSnapshot] {
    let descriptor = FetchDescriptor<Athlete>(
      predicate: #Predicate { includingInactive || $0.isActive },
      sortBy: [SortDescriptor(\.name), SortDescriptor(\.createdAt)])
    return try modelContext.fetch(descriptor).map { try snapshot($0) }
  }

  /// Returns an athlete; nil if no athlete has the identifier.
  package func athlete(_ id: UUID) throws -> AthleteSnapshot? {
    let descriptor = FetchDescriptor<Athlete>(predicate: #Predicate { $0.id == id })
    return try modelContext.fetch(descriptor).first.map { try snapshot($0) }
  }

  /// Returns an athlete's picture; nil if there is none.
  package func picture(of athlete: UUID) throws -> Data? {
    try model(athlete: athlete).profileImageData
  }

  /// Returns the only active athlete, and creates one in a store without athletes.
  ///
  /// - Throws: ``RowingLibraryError/athleteRequired`` if there are several.
  package func defaultAthlete() throws -> AthleteSnapshot {
    try saving { try snapshot(try defaultModel()) }
  }

  /// Returns the default athlete inside a transaction.
  func defaultModel() throws -> Athlete {
    let active = try modelContext.fetch(
      FetchDescriptor<Athlete>(predicate: #Predicate { $0.isActive }))
    if let only = active.first, active.count == 1 { return only }
    guard active.isEmpty else { throw RowingLibraryError.athleteRequired }
    let athlete = Athlete(name: Self.defaultName, email: "")
    athlete.id = Self.defaultID
    modelContext.insert(athlete)
    return athlete
  }

  /// Returns the identifiers of athletes with a name, ignoring case, or a prefix of the identifier.
  ///
  /// A whole name or email address precedes a part of a name.
  package func athleteIDs(matching text: String) throws -> [UUID] {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { return [] }
    let athletes = try modelContext.fetch(
      FetchDescriptor<Athlete>(sortBy: [SortDescriptor(\.name)]))
    let folded = text.lowercased()
    let exact = athletes.filter {
      $0.name.lowercased() == folded || (!$0.email.isEmpty && $0.isSameEmail(text))
    }
    if !exact.isEmpty { return exact.map(\.id) }
    let partial = athletes.filter {
      $0.name.lowercased().hasPrefix(folded) || $0.id.uuidString.hasPrefix(text.uppercased())
    }
    return partial.map(\.id)
  }

  /// Adds an athlete.
  ///
  /// - Throws: ``RowingLibraryError/duplicateEmail(_:)``,
  ///   ``RowingLibraryError/invalidValue(_:value:allowed:)``, or a `SwiftDataError`.
  package func addAthlete(name: String, edit: AthleteEdit = .init()) throws -> AthleteSnapshot {
    var edit = edit
    edit.name = name
    return try saving {
      let athlete = Athlete(name: name, email: "")
      try apply(edit, to: athlete)
      modelContext.insert(athlete)
      return try snapshot(athlete)
    }
  }

  /// Changes an athlete.
  ///
  /// - Throws: ``RowingLibraryError/athleteNotFound(_:)``,
  ///   ``RowingLibraryError/duplicateEmail(_:)``,
  ///   ``RowingLibraryError/invalidValue(_:value:allowed:)``, or a `SwiftDataError`; nothing is
  ///   changed then.
  package func editAthlete(_ id: UUID, _ edit: AthleteEdit) throws -> AthleteSnapshot {
    try saving {
      let athlete = try model(athlete: id)
      try apply(edit, to: athlete)
      return try snapshot(athlete)
    }
  }

  /// Deletes an athlete with all sessions.
  package func deleteAthlete(_ id: UUID) throws {
    try modelContext.transaction { modelContext.delete(try model(athlete: id)) }
  }

  func snapshot(_ athlete: Athlete) throws -> AthleteSnapshot {
    let id = athlete.id
    let sessions = try modelContext.fetchCount(
      FetchDescriptor<RowingSession>(predicate: #Predicate { $0.athlete?.id == id }))
    return AthleteSnapshot(athlete, sessions: sessions)
  }

  private func apply(_ edit: AthleteEdit, to athlete: Athlete) throws {
    try edit.check()
    if let email = edit.email?.trimmingCharacters(in: .whitespacesAndNewlines), !email.isEmpty {
      let others = try modelContext.fetch(FetchDescriptor<Athlete>())
      guard !others.contains(where: { $0.id != athlete.id && $0.isSameEmail(email) }) else {
        throw RowingLibraryError.duplicateEmail(email)
      }
    }
    if let name = edit.name { athlete.name = name.trimmingCharacters(in: .whitespacesAndNewlines) }
    if let email = edit.email {
      athlete.email = email.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    if let role = edit.role { athlete.userRole = role }
    if let change = edit.preferredBoat { athlete.preferredBoat = change.value }
    if let change = edit.weight { athlete.weight = change.value }
    if let change = edit.height { athlete.height = change.value }
    if let change = edit.birthYear { athlete.birthYear = change.value }
    if let change = edit.sex { athlete.sex = change.value }
    if let change = edit.maxHeartRate { athlete.maxHeartRate = change.value }
    if let change = edit.restingHeartRate { athlete.restingHeartRate = change.value }
    if let change = edit.timeZone { athlete.timeZoneIdentifier = change.value }
    if let change = edit.picture { athlete.profileImageData = change.value }
    if let isActive = edit.isActive { athlete.isActive = isActive }
    athlete.modifiedAt = Date()
  }
}

extension AthleteEdit {
  /// Throws for a value outside its range.
  fileprivate func check() throws(RowingLibraryError) {
    if let name, name.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty {
      throw .invalidValue("A name", value: "empty", allowed: "at least one character")
    }
    try Self.check(weight?.value, in: 20...300, "A weight in kilograms")
    try Self.check(height?.value, in: 50...300, "A height in centimetres")
    try Self.check(birthYear?.value, in: 1900...2100, "A year of birth")
    try Self.check(maxHeartRate?.value, in: 60...250, "A highest heart rate")
    try Self.check(restingHeartRate?.value, in: 20...150, "A resting heart rate")
    if let picture = picture?.value { try AthletePicture.check(picture) }
    if let zone = timeZone?.value, TimeZone(identifier: zone) == nil {
      throw .invalidValue(
        "A time zone", value: zone, allowed: "an identifier such as Europe/Ljubljana")
    }
  }

  private static func check<Value>(
    _ value: Value?, in range: ClosedRange<Value>, _ name: String
  ) throws(RowingLibraryError) {
    guard let value, !range.contains(value) else { return }
    throw .invalidValue(
      name, value: "\(value)", allowed: "\(range.lowerBound) to \(range.upperBound)")
  }
}
