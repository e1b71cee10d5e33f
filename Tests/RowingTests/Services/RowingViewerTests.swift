// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import SwiftData
import Testing

/// The person of this machine, whose role selects what is shown.
struct RowingViewerTests {
  /// A squad: a coach and two members, and an athlete without a team.
  private struct Squad {
    let folder: TemporaryFolder
    let library: RowingLibrary
    let team: UUID
    let coach: UUID
    let member: UUID
    let other: UUID

    init() async throws {
      folder = try TemporaryFolder()
      library = try RowingLibrary.open(directory: folder.url)
      team = try await library.addTeam(name: "Masters").id
      coach = try await library.addAthlete(name: "Cora", edit: .init(role: .coach)).id
      member = try await library.addAthlete(name: "Mia").id
      other = try await library.addAthlete(name: "Otto").id
      try await library.setMembers(of: team, to: [coach, member])
      let container = library.modelContainer
      let context = ModelContext(container)
      for athlete in try context.fetch(FetchDescriptor<Athlete>()) {
        let session = RowingSession(athlete: athlete)
        session.workoutText = "2000m"
        session.isComplete = true
        context.insert(session)
      }
      try context.save()
    }

    func names(_ viewer: RowingViewer) async throws -> [String] {
      try await library.sessions(SessionQuery().restricted(to: viewer)).sessions
        .compactMap(\.athleteName).sorted()
    }
  }

  @Test func `each role shows the sessions of its athletes`() async throws {
    let squad = try await Squad()
    let everybody = try await squad.library.viewer()
    #expect(everybody == RowingViewer() && everybody.role == .admin)
    #expect(try await squad.names(everybody) == ["Cora", "Mia", "Otto"])
    let coach = try await squad.library.setViewer(squad.coach)
    #expect(try await squad.names(coach) == ["Cora", "Mia"])
    #expect(coach.shows(squad.member) && !coach.shows(squad.other) && !coach.shows(nil))
    #expect(coach.edits(team: squad.team) && !coach.edits(team: UUID()))
    #expect(coach.isCoach && !coach.isAdministrator)
    let athlete = try await squad.library.setViewer(squad.member)
    #expect(try await squad.names(athlete) == ["Mia"])
    #expect(!athlete.isCoach && !athlete.edits(team: squad.team))
    #expect(throws: RowingLibraryError.roleRequired(.coach, present: .athlete)) {
      try athlete.require(.coach)
    }
    let found = try await squad.library.search("2000m", limit: 9, for: athlete)
    #expect(found.compactMap(\.athleteName) == ["Mia"])
  }

  @Test func `records and curves show the athletes of the role`() async throws {
    let squad = try await Squad()
    let context = ModelContext(squad.library.modelContainer)
    for session in try context.fetch(FetchDescriptor<RowingSession>()) {
      let isOther = session.athlete?.id == squad.other
      (session.totalDistance, session.totalTime) = (2000, isOther ? 400 : 480)
    }
    try context.save()
    let coach = try await squad.library.setViewer(squad.coach)
    for (viewer, isShown) in [(coach, false), (RowingViewer(), true)] {
      let records = try await squad.library.records(athlete: nil, for: viewer)
      #expect(records.contains { $0.athlete == squad.other } == isShown)
      #expect(!records.isEmpty)
      let curve = try await squad.library.powerCurve(athlete: nil, for: viewer)
      #expect(curve.points.map(\.duration) == (isShown ? [400, 480] : [480]))
    }
  }

  @Test func `the choice is of the machine, and ends with the athlete`() async throws {
    let squad = try await Squad()
    try await squad.library.setViewer(squad.other)
    let again = try RowingLibrary.open(directory: squad.folder.url)
    #expect(try await again.viewer().athlete?.name == "Otto")
    try await again.deleteAthlete(squad.other)
    #expect(try await again.viewer() == RowingViewer())
    try await again.setViewer(squad.coach)
    try await again.setViewer(nil)
    try await again.setViewer(nil)
    #expect(try await again.viewer() == RowingViewer())
    await #expect(throws: RowingLibraryError.self) { try await again.setViewer(UUID()) }
  }

  @Test func `a coach without a team has the own sessions`() async throws {
    let squad = try await Squad()
    try await squad.library.leave(squad.coach)
    let coach = try await squad.library.setViewer(squad.coach)
    #expect(try await squad.names(coach) == ["Cora"])
  }

  @Test func `the members of a team are set at once, or not at all`() async throws {
    let squad = try await Squad()
    let set = try await squad.library.setMembers(of: squad.team, to: [squad.other])
    #expect(set.members.map(\.name) == ["Otto"])
    await #expect(throws: RowingLibraryError.self) {
      try await squad.library.setMembers(of: squad.team, to: [squad.member, UUID()])
    }
    #expect(try await squad.library.team(squad.team)?.members.map(\.name) == ["Otto"])
  }

  @Test func `a picture is a small image of a known kind`() async throws {
    let squad = try await Squad()
    let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])
    _ = try await squad.library.editAthlete(squad.member, .init(picture: .set(png)))
    #expect(try await squad.library.picture(of: squad.member) == png)
    #expect(AthletePicture.mediaType(of: png) == "image/png")
    for bad in [Data("<svg onload=\"x\"/>".utf8), Data(), png + Data(count: 1 << 20)] {
      await #expect(throws: RowingLibraryError.self) {
        try await squad.library.editAthlete(squad.member, .init(picture: .set(bad)))
      }
    }
    #expect(try await squad.library.picture(of: squad.member) == png)
    _ = try await squad.library.editAthlete(squad.member, .init(picture: .remove))
    #expect(try await squad.library.athlete(squad.member)?.hasPicture == false)
  }
}
