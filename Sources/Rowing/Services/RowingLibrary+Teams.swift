// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RowingLibrary {
  /// Returns the teams by name.
  package func teams() throws -> [TeamSnapshot] {
    try modelContext.fetch(
      FetchDescriptor<Team>(sortBy: [SortDescriptor(\.name), SortDescriptor(\.createdAt)])
    ).map { try snapshot($0) }
  }

  /// Returns a team; nil if no team has the identifier.
  package func team(_ id: UUID) throws -> TeamSnapshot? {
    let descriptor = FetchDescriptor<Team>(predicate: #Predicate { $0.id == id })
    return try modelContext.fetch(descriptor).first.map { try snapshot($0) }
  }

  /// Returns the identifiers of teams with a name, ignoring case, or a prefix of the identifier.
  package func teamIDs(matching text: String) throws -> [UUID] {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { return [] }
    let teams = try modelContext.fetch(FetchDescriptor<Team>(sortBy: [SortDescriptor(\.name)]))
    let folded = text.lowercased()
    let exact = teams.filter { $0.name.lowercased() == folded }
    if !exact.isEmpty { return exact.map(\.id) }
    return teams.filter {
      $0.name.lowercased().hasPrefix(folded) || $0.id.uuidString.hasPrefix(text.uppercased())
    }.map(\.id)
  }

  /// Adds a team without members.
  package func addTeam(name: String) throws -> TeamSnapshot {
    let name = try Self.teamName(name)
    return try saving {
      let team = Team(name: name)
      modelContext.insert(team)
      return try snapshot(team)
    }
  }

  /// Renames a team.
  package func editTeam(_ id: UUID, name: String) throws -> TeamSnapshot {
    let name = try Self.teamName(name)
    return try saving {
      let team = try model(team: id)
      team.name = name
      team.modifiedAt = Date()
      return try snapshot(team)
    }
  }

  /// Sets a team's members in one transaction.
  ///
  /// Athletes that aren't named leave the team, and named ones leave a former team.
  ///
  /// - Parameters:
  ///   - id: The team's identifier.
  ///   - members: The identifiers of all members.
  /// - Returns: The team.
  /// - Throws: ``RowingLibraryError/teamNotFound(_:)``,
  ///   ``RowingLibraryError/athleteNotFound(_:)``, or a `SwiftDataError`; nothing is changed then.
  @discardableResult
  package func setMembers(of id: UUID, to members: Set<UUID>) throws -> TeamSnapshot {
    try saving {
      let team = try model(team: id)
      let chosen = try members.map { try model(athlete: $0) }
      let now = Date()
      for athlete in team.members where !members.contains(athlete.id) {
        athlete.team = nil
        athlete.modifiedAt = now
      }
      for athlete in chosen where athlete.team?.id != id {
        athlete.team = team
        athlete.modifiedAt = now
      }
      team.modifiedAt = now
      return try snapshot(team)
    }
  }

  /// Deletes a team; its members and their sessions remain.
  package func deleteTeam(_ id: UUID) throws {
    try modelContext.transaction { modelContext.delete(try model(team: id)) }
  }

  /// Adds an athlete to a team, and removes the athlete from a former one.
  ///
  /// Later sessions are the new team's. Earlier ones stay with the former team.
  package func join(_ athlete: UUID, team: UUID) throws -> TeamSnapshot {
    try saving {
      let (athlete, team) = (try model(athlete: athlete), try model(team: team))
      athlete.team = team
      athlete.modifiedAt = Date()
      team.modifiedAt = Date()
      return try snapshot(team)
    }
  }

  /// Removes an athlete from the team.
  package func leave(_ athlete: UUID) throws {
    try modelContext.transaction {
      let athlete = try model(athlete: athlete)
      athlete.team = nil
      athlete.modifiedAt = Date()
    }
  }

  private func snapshot(_ team: Team) throws -> TeamSnapshot {
    TeamSnapshot(
      id: team.id, name: team.name,
      members: try team.members.sorted { ($0.name, $0.createdAt) < ($1.name, $1.createdAt) }
        .map { try snapshot($0) })
  }

  private static func teamName(_ name: String) throws -> String {
    let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !name.isEmpty else {
      throw RowingLibraryError.invalidValue(
        "A name", value: "empty", allowed: "at least one character")
    }
    return name
  }

  /// Returns the coach's board: a row for each active member.
  ///
  /// - Parameters:
  ///   - team: The team's identifier.
  ///   - now: The end of the periods.
  ///   - calendar: The calendar and time zone of days.
  /// - Returns: The rows by name.
  /// - Throws: ``RowingLibraryError/teamNotFound(_:)``, or a `SwiftDataError`.
  package func board(
    _ team: UUID, at now: Date = Date(), in calendar: Calendar = .current
  ) throws -> [BoardRow] {
    let members = try model(team: team).members.filter(\.isActive)
      .sorted { ($0.name, $0.createdAt) < ($1.name, $1.createdAt) }
    let active = try activeSessions(at: now)
    return try members.map { athlete in
      let id = athlete.id
      let week = try volume(of: id, days: 7, before: now)
      let month = try volume(of: id, days: 28, before: now)
      let before = try volume(of: id, days: 28, before: now.addingTimeInterval(-28 * 86_400))
      let history = try load(
        athlete: id, from: now.addingTimeInterval(-180 * 86_400), to: now, in: calendar)
      let hasLoad = history.days.contains { $0.banister > 0 }
      let best = try bestTimes(
        SessionQuery(
          athlete: id, machine: .rowErg, minimumDistance: 1999.9, maximumDistance: 2000.1,
          isEnded: true))[2000]
      var trend: Double?
      if let now = month.power, let earlier = before.power, earlier > 0 {
        trend = now / earlier - 1
      }
      return BoardRow(
        athlete: try snapshot(athlete), distance7: week.distance, distance28: month.distance,
        sessions7: week.count, load7: hasLoad ? history.days.last?.average7 : nil,
        load42: hasLoad ? history.days.last?.average42 : nil, best2k: best, trend: trend,
        lastSession: try lastStart(of: id),
        activeSession: active.first { $0.athleteID == id }?.id)
    }
  }

  private func volume(
    of athlete: UUID, days: Double, before end: Date
  ) throws -> (count: Int, distance: Double, power: Double?) {
    let query = SessionQuery(
      athlete: athlete, from: end.addingTimeInterval(-days * 86_400), to: end, isEnded: true)
    var descriptor = FetchDescriptor(predicate: query.condition)
    descriptor.propertiesToFetch = [\.totalDistance, \.totalTime, \.averagePower]
    let sessions = try modelContext.fetch(descriptor)
    let powered = sessions.filter { $0.averagePower > 0 && $0.totalTime > 0 }
    let time = powered.reduce(0) { $0 + $1.totalTime }
    return (
      sessions.count, sessions.reduce(0) { $0 + $1.totalDistance },
      time > 0 ? powered.reduce(0) { $0 + $1.averagePower * $1.totalTime } / time : nil
    )
  }

  private func lastStart(of athlete: UUID) throws -> Date? {
    var descriptor = FetchDescriptor<RowingSession>(
      predicate: #Predicate { $0.athlete?.id == athlete },
      sortBy: [SortDescriptor(\.startTime, order: .reverse)])
    descriptor.fetchLimit = 1
    return try modelContext.fetch(descriptor).first?.startTime
  }
}
