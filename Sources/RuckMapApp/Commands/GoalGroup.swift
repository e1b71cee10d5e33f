// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import PageKit
import RuckMap

/// `cairn ruck goal`: manages goals.
struct GoalGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "goal", abstract: "Manage goals, and show their progress.",
    discussion: """
      EXAMPLES
        cairn ruck goal add --name "Twenty a week" --metric distance --target "20 km"
        cairn ruck goal progress
        cairn ruck goal awards
      """,
    subcommands: [
      ObjectAdd<GoalOptions>.self, ObjectList<GoalOptions>.self, GoalProgressCommand.self,
      GoalAwards.self,
      ObjectShow<GoalOptions>.self, ObjectEdit<GoalOptions>.self, ObjectRemove<GoalOptions>.self,
    ])
}

/// The values of a goal as options.
struct GoalOptions: ObjectOptions {
  static var kind: ObjectKind<GoalItem> { .goals }
  static let example = "--name \"Twenty a week\" --metric distance --target \"20 km\""
  static let editExample = "--target \"25 km\" --minimum-pack \"10 kg\""

  @Option(help: "The name.")
  var name: String?

  @Option(
    help: """
      The figure: distance, duration, sessions, elevation_gain, calories, ruck_work, pack_weight or \
      streak.
      """)
  var metric: String?

  @Option(help: "The period: once, day, week, month or year.")
  var period: String?

  @Option(help: "The value to reach, such as \"20 km\", 5:00 or 12.")
  var target: String?

  @Option(parsing: .unconditional, help: "The pack from which a ruck counts.")
  var minimumPack: String?

  @Option(help: "The first day.")
  var start: String?

  @Option(help: "The last day.")
  var end: String?

  @Option(help: "The audience: private, friends or public.")
  var visibility: String?

  @Option(help: "Whether the goal is active: yes or no.")
  var active: String?

  var texts: [String: String?] {
    [
      "name": name, "metric": metric, "period": period, "target": target,
      "minimum-pack": minimumPack, "start": start, "end": end, "visibility": visibility,
      "active": active,
    ]
  }
}

/// `cairn ruck goal progress`: shows the progress of the goals.
struct GoalProgressCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "progress", abstract: "Show the progress of all goals in the present period.",
    discussion: """
      EXAMPLE
        cairn ruck goal progress --json
      """)

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let format = try await library.fieldFormat()
    let goals = try await library.goals(in: format.calendar.calendar)
    try output.write(goals.map(Self.record)) {
      guard !goals.isEmpty else { return "No goals yet. Add one with cairn ruck goal add.\n" }
      var table = TextTable([
        .left("ID"), .left("NAME"), .right("NOW"), .right("TARGET"), .right("PART"),
        .right("IN A ROW"),
      ])
      for progress in goals {
        let metric = MetricFormat(metric: progress.goal.metric, format: format)
        table.add([
          progress.id.shortText, progress.goal.name.truncated(to: 36),
          metric.text(progress.current?.value ?? 0), metric.text(progress.goal.target ?? 0),
          "\(Int((progress.fraction * 100).rounded())) %", "\(progress.streak)",
        ])
      }
      return table.text(colors: StandardOutput.hasColors)
    }
  }

  private static func record(_ progress: GoalProgress) -> RuckJSON {
    .object([
      "id": RuckJSON(progress.id), "name": .text(progress.goal.name),
      "metric": .text(progress.goal.metric.rawValue), "target": RuckJSON(progress.goal.target),
      "value": RuckJSON(progress.current?.value), "fraction": RuckJSON(progress.fraction),
      "streak": .integer(progress.streak), "active": .flag(progress.goal.isActive),
      "periods": .list(
        progress.periods.map {
          .object([
            "start_at": RuckJSON($0.start), "value": RuckJSON($0.value),
            "reached": .flag($0.isReached),
          ])
        }),
    ])
  }
}

/// `cairn ruck goal awards`: shows the awards.
struct GoalAwards: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "awards", abstract: "Show the awards, computed from the rucks.",
    discussion: """
      There are awards for numbers of rucks, distances, climbs, packs and days in a row, and for \
      targets and first places of challenges.

      EXAMPLE
        cairn ruck goal awards --json
      """)

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let format = try await library.fieldFormat()
    let awards = try await library.awards(in: format.calendar.calendar)
    try output.write(awards.map(Self.record)) {
      guard !awards.isEmpty else { return "There is no award yet. Import or record a ruck.\n" }
      var table = TextTable([.left("EARNED"), .left("AWARD"), .left("RUCK")])
      for award in awards {
        table.add([
          award.earnedAt.localText, award.title.truncated(to: 60), award.ruck?.shortText ?? "-",
        ])
      }
      return table.text(colors: StandardOutput.hasColors)
    }
  }

  private static func record(_ award: AwardItem) -> RuckJSON {
    .object([
      "code": .text(award.code), "title": .text(award.title),
      "earned_at": RuckJSON(award.earnedAt), "ruck_id": RuckJSON(award.ruck),
    ])
  }
}

/// `cairn ruck challenge`: manages challenges.
struct ChallengeGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "challenge", abstract: "Manage challenges, and show their standings.",
    discussion: """
      EXAMPLES
        cairn ruck challenge add --name "June" --target "100 km" --end 2027-06-30
        cairn ruck challenge standings June
      """,
    subcommands: [
      ObjectAdd<ChallengeOptions>.self, ObjectList<ChallengeOptions>.self,
      ChallengeStandings.self, ObjectShow<ChallengeOptions>.self,
      ObjectEdit<ChallengeOptions>.self, ChallengeJoin.self,
      ObjectRemove<ChallengeOptions>.self,
    ])
}

/// The values of a challenge as options.
struct ChallengeOptions: ObjectOptions {
  static var kind: ObjectKind<ChallengeItem> { .challenges }
  static let example = "--name June --target \"100 km\" --end 2027-06-30"

  @Option(help: "The name.")
  var name: String?

  @Option(help: "The figure, as for a goal.")
  var metric: String?

  @Option(help: "The comparison: total, best or target.")
  var rule: String?

  @Option(help: "The value to reach, such as \"100 km\".")
  var target: String?

  @Option(parsing: .unconditional, help: "The pack from which a ruck counts.")
  var minimumPack: String?

  @Option(help: "The distance from which a ruck counts.")
  var minimumDistance: String?

  @Option(help: "The first day.")
  var start: String?

  @Option(help: "The last day.")
  var end: String?

  @Option(help: "The audience: private, friends or public.")
  var visibility: String?

  @Option(help: "The group, by its name or ID.")
  var group: String?

  @Option(help: "The description.")
  var details: String?

  var texts: [String: String?] {
    [
      "name": name, "metric": metric, "rule": rule, "target": target,
      "minimum-pack": minimumPack, "minimum-distance": minimumDistance, "start": start,
      "end": end, "visibility": visibility, "group": group, "details": details,
    ]
  }
}

/// `cairn ruck challenge standings`: shows the places of the participants.
struct ChallengeStandings: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "standings", abstract: "Show the standings, computed from the rucks.",
    discussion: """
      EXAMPLE
        cairn ruck challenge standings June
      """)

  @OptionGroup var object: ObjectArgument
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let challenge = try await object.resolve(.challenges, in: library)
    let format = try await library.fieldFormat()
    let standings = try await library.standings(of: challenge.id, in: format.calendar.calendar)
    let metric = MetricFormat(metric: challenge.metric, format: format)
    try output.write(standings.map(Self.record)) {
      guard !standings.isEmpty else { return "Nobody takes part.\n" }
      var table = TextTable([
        .right("PLACE"), .left("NAME"), .right("VALUE"), .right("RUCKS"), .left("REACHED"),
      ])
      for standing in standings {
        table.add([
          "\(standing.place)", standing.name.truncated(to: 36), metric.text(standing.value),
          "\(standing.rucks)", standing.reachedAt?.localText ?? "-",
        ])
      }
      return table.text(colors: StandardOutput.hasColors)
    }
  }

  private static func record(_ standing: ChallengeStanding) -> RuckJSON {
    .object([
      "user_id": RuckJSON(standing.id), "name": .text(standing.name),
      "place": .integer(standing.place), "value": RuckJSON(standing.value),
      "rucks": .integer(standing.rucks), "reached_at": RuckJSON(standing.reachedAt),
    ])
  }
}

/// `cairn ruck challenge join`: takes part in a challenge, or leaves it.
struct ChallengeJoin: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Take part in a challenge, or leave it.",
    discussion: """
      EXAMPLE
        cairn ruck challenge join June --leave
      """)

  @OptionGroup var object: ObjectArgument

  @Flag(help: "Leave the challenge.")
  var leave = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let challenge = try await object.resolve(.challenges, in: library)
    try await library.setParticipation(in: challenge.id, !leave)
    let kind = ObjectKind<ChallengeItem>.challenges
    let stored = try await library.object(ChallengeItem.self, challenge.id) ?? challenge
    let format = try await library.fieldFormat()
    try output.write(kind.record(stored)) { kind.table([stored], format) }
  }
}
