// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// The person who uses the pages and commands on this machine, with the permissions of the role.
///
/// The choice is a setting of the machine. Without a chosen person, everything is shown. It is no
/// security boundary: each user of the data folder can choose another person.
package struct RowingViewer: Sendable, Hashable {
  /// The person; nil if none is chosen.
  package let athlete: AthleteSnapshot?
  /// The identifiers of the athletes whose data is shown; nil for all.
  package let athletes: Set<UUID>?

  /// Creates a viewer.
  ///
  /// - Parameters:
  ///   - athlete: The person; nil for everybody.
  ///   - members: The identifiers of the members of the person's team.
  package init(athlete: AthleteSnapshot? = nil, members: [UUID] = []) {
    self.athlete = athlete
    switch athlete?.role {
    case nil, .admin?: athletes = nil
    case .coach?: athletes = Set(members + [athlete?.id].compactMap(\.self))
    case .athlete?: athletes = Set([athlete?.id].compactMap(\.self))
    }
  }

  /// The role; an administrator's if no person is chosen.
  package var role: UserRole { athlete?.role ?? .admin }

  /// Whether an athlete's data is shown; data without an athlete is shown to administrators.
  package func shows(_ id: UUID?) -> Bool {
    guard let athletes else { return true }
    return id.map { athletes.contains($0) } ?? false
  }

  /// Whether the board, and the forms of teams and other athletes are shown.
  package var isCoach: Bool { role != .athlete }

  /// Whether roles can be changed, and athletes and teams deleted.
  package var isAdministrator: Bool { role == .admin }

  /// Whether the team's name and members can be changed.
  package func edits(team: UUID) -> Bool {
    isAdministrator || (role == .coach && athlete?.teamID == team)
  }

  /// Throws unless the role includes the permissions of another one.
  ///
  /// - Throws: ``RowingLibraryError/roleRequired(_:present:)``.
  package func require(_ other: UserRole) throws(RowingLibraryError) {
    let ranks: [UserRole: Int] = [.athlete: 0, .coach: 1, .admin: 2]
    guard (ranks[role] ?? 0) >= (ranks[other] ?? 0) else {
      throw .roleRequired(other, present: role)
    }
  }
}

extension SessionQuery {
  /// Returns the query for the sessions of athletes that a person's role shows.
  package func restricted(to viewer: RowingViewer) -> SessionQuery {
    var query = self
    switch viewer.role {
    case .admin: break
    case .coach where viewer.athlete?.teamID != nil: query.team = viewer.athlete?.teamID
    case .coach, .athlete: query.athlete = viewer.athlete?.id
    }
    return query
  }
}

extension RowingLibrary {
  /// The name of the file with the identifier of the machine's person, beside the store.
  private static let viewerFile = "rowing-person"

  /// Returns the person who uses this machine; everybody if none is chosen or the person is
  /// deleted.
  package func viewer() throws -> RowingViewer {
    guard let file = viewerURL, let text = try? String(contentsOf: file, encoding: .utf8),
      let id = UUID(uuidString: text.trimmingCharacters(in: .whitespacesAndNewlines)),
      let athlete = try athlete(id)
    else { return RowingViewer() }
    let members = try athlete.teamID.flatMap { try team($0)?.members.map(\.id) } ?? []
    return RowingViewer(athlete: athlete, members: members)
  }

  /// Chooses the person who uses this machine.
  ///
  /// - Parameter id: The person's identifier; nil for everybody.
  /// - Returns: The viewer.
  /// - Throws: ``RowingLibraryError/athleteNotFound(_:)``,
  ///   ``RowingLibraryError/directoryUnusable(_:reason:)``, or a `SwiftDataError`.
  @discardableResult
  package func setViewer(_ id: UUID?) throws -> RowingViewer {
    if let id { _ = try model(athlete: id) }
    guard let file = viewerURL else { return RowingViewer() }
    do {
      if let id {
        try Data("\(id.uuidString)\n".utf8).write(to: file, options: .atomic)
      } else if FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) {
        try FileManager.default.removeItem(at: file)
      }
    } catch {
      throw RowingLibraryError.directoryUnusable(
        file.deletingLastPathComponent().path(percentEncoded: false),
        reason: error.localizedDescription)
    }
    return try viewer()
  }

  /// The file; nil for a store in memory.
  private var viewerURL: URL? {
    guard let configuration = modelContainer.configurations.first,
      !configuration.isStoredInMemoryOnly
    else { return nil }
    return configuration.url.deletingLastPathComponent().appending(path: Self.viewerFile)
  }
}
