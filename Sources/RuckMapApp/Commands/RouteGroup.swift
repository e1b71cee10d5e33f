// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import PageKit
import RuckMap

/// `cairn ruck route`: manages saved routes.
struct RouteGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "route", abstract: "Manage saved routes: draw, search, and make them from rucks.",
    discussion: """
      EXAMPLES
        cairn ruck route make 6f1c --name "Ridge loop"
        cairn ruck route search ridge --difficulty hard
        cairn ruck route export "Ridge loop" --output ridge.gpx
      """,
    subcommands: [
      ObjectAdd<RouteOptions>.self, RouteMake.self, ObjectList<RouteOptions>.self,
      RouteSearch.self, ObjectShow<RouteOptions>.self, ObjectEdit<RouteOptions>.self,
      RouteAssign.self, RouteExport.self, ObjectRemove<RouteOptions>.self,
    ])
}

/// The values of a route as options.
struct RouteOptions: ObjectOptions {
  static var kind: ObjectKind<RouteItem> { .routes }
  static let example = "--name \"Ridge loop\" --distance \"12 km\" --climb \"400 m\""
  static let editExample = "--climb \"400 m\" --tags \"night, flat\""

  @Option(help: "The name.")
  var name: String?

  @Option(help: "The shape: loop, out_and_back or point_to_point.")
  var type: String?

  @Option(help: "The terrain, such as trail, mixed or mountain.")
  var terrain: String?

  @Option(help: "The distance, such as \"12 km\" or \"8 mi\".")
  var distance: String?

  @Option(help: "The climb, such as \"400 m\" or \"1300 ft\".")
  var climb: String?

  @Option(help: "The descent.")
  var descent: String?

  @Option(help: "The estimated time, such as 2:30.")
  var duration: String?

  @Option(help: "Tags, separated by commas.")
  var tags: String?

  @Option(help: "Whether the route may be published: yes or no.")
  var `public`: String?

  @Option(help: "Whether the route is suitable for children: yes or no.")
  var childFriendly: String?

  @Option(help: "The description.")
  var details: String?

  @Option(
    help: """
      A GPX file, or a file with a position in each line: degrees north, degrees east, metres of height.
      """,
    completion: .file())
  var line: String?

  var texts: [String: String?] {
    [
      "name": name, "type": type, "terrain": terrain, "distance": distance, "climb": climb,
      "descent": descent, "duration": duration, "tags": tags, "public": `public`,
      "child-friendly": childFriendly, "details": details, "line": positions,
    ]
  }

  func validate() throws {
    guard let line else { return }
    guard positions != nil else {
      throw CommandError("\(line.printable) \(UnreadableFile.reason(line))")
    }
  }

  /// The text of the file with positions; nil without one, or if it can't be read.
  private var positions: String? {
    guard let line else { return nil }
    guard let data = FileManager.default.contents(atPath: line), data.count < 20_000_000 else {
      return nil
    }
    return String(decoding: data, as: UTF8.self)
  }
}

/// `cairn ruck route make`: makes a route from a ruck's track.
struct RouteMake: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make", abstract: "Make a route from a ruck's track.",
    discussion: """
      EXAMPLE
        cairn ruck route make 6f1c --name "Ridge loop"
      """)

  @OptionGroup var identifier: RuckIdentifier

  @Option(help: "The name; the ruck's by default.")
  var name: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let ruck = try await identifier.resolve(in: library)
    do {
      let route = try await library.makeRoute(from: ruck, named: FieldFormat.text(name))
      let format = try await library.fieldFormat()
      let kind = ObjectKind<RouteItem>.routes
      try output.write(kind.record(route)) { kind.table([route], format) }
    } catch {
      throw ObjectKind<RouteItem>.commandError(error)
    }
  }
}

/// `cairn ruck route search`: lists the routes that contain words.
struct RouteSearch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "List the routes whose name, tags or description match.",
    discussion: """
      EXAMPLE
        cairn ruck route search ridge --difficulty hard
      """)

  @Argument(help: "The words, all of which must match.")
  var words: [String] = []

  @Option(help: "The difficulty: easy, moderate, hard or extreme.")
  var difficulty: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let level: RouteDifficulty?
    do {
      level = try difficulty.map { try RuckWords.value($0, of: RouteDifficulty.self) }
    } catch {
      throw ObjectKind<RouteItem>.commandError(error)
    }
    let routes = try await library.routes(
      containing: words.joined(separator: " "), difficulty: level)
    let format = try await library.fieldFormat()
    let kind = ObjectKind<RouteItem>.routes
    try output.write(routes.map(kind.record)) {
      routes.isEmpty ? "No route matches.\n" : kind.table(routes, format)
    }
  }
}

/// `cairn ruck route assign`: sets the route of a ruck.
struct RouteAssign: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assign", abstract: "Set the route of a ruck, or remove it.",
    discussion: """
      EXAMPLE
        cairn ruck route assign 6f1c "Ridge loop"
      """)

  @OptionGroup var identifier: RuckIdentifier

  @Argument(help: "The route's name, or a prefix of its ID; without it, the ruck has no route.")
  var route: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let ruck = try await identifier.resolve(in: library)
    var found: RouteItem?
    if let route { found = try await library.object(.routes, matching: route) }
    try await library.setRoute(found?.id, of: ruck)
    let name = found?.name
    try output.write(RuckJSON.object(["ruck": RuckJSON(ruck), "route": RuckJSON(found?.id)])) {
      name.map { "The ruck is on \($0.printable).\n" } ?? "The ruck has no route.\n"
    }
  }
}

/// `cairn ruck route export`: writes the line of a route as GPX.
struct RouteExport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the line of a route as GPX, such as for a watch.",
    discussion: """
      Privacy zones are cut, except with --include-private.

      EXAMPLE
        cairn ruck route export "Ridge loop" --output ridge.gpx
      """)

  @OptionGroup var object: ObjectArgument

  @Flag(help: "Include the positions inside of privacy zones.")
  var includePrivate = false

  @Option(
    name: .customLong("output"),
    help: ArgumentHelp("The file to write. (default: standard output)", valueName: "file"),
    completion: .file())
  var file: String?

  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let route = try await object.resolve(ObjectKind<RouteItem>.routes, in: library)
    let bytes: Data
    do {
      bytes = try await library.routeFile(route.id, includesPrivatePlaces: includePrivate)
    } catch {
      throw ObjectKind<RouteItem>.commandError(error)
    }
    if let file, file != "-" {
      try OutputFile(path: file).write(bytes)
    } else {
      try StandardOutput.write(bytes)
    }
  }
}

/// `cairn ruck review`: reviews routes.
struct ReviewGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review", abstract: "Review routes.",
    discussion: """
      EXAMPLE
        cairn ruck review add "Ridge loop" --rating 4.5 --comment "Bring water"
      """,
    subcommands: [
      ReviewAdd.self, ObjectList<ReviewOptions>.self, ObjectRemove<ReviewOptions>.self,
    ])
}

/// The values of a review as options.
struct ReviewOptions: ObjectOptions {
  static var kind: ObjectKind<ReviewItem> { .reviews }
  static let example = "--rating 4.5 --comment \"Bring water\""

  @Option(help: "The rating from 1 to 5.")
  var rating: String?

  @Option(help: "The difficulty as you felt it: easy, moderate, hard or extreme.")
  var difficulty: String?

  @Option(parsing: .unconditional, help: "The pack that you recommend, \(WeightArgument.help).")
  var pack: String?

  @Option(help: "The comment.")
  var comment: String?

  var texts: [String: String?] {
    ["rating": rating, "difficulty": difficulty, "pack": pack, "comment": comment]
  }
}

/// `cairn ruck review add`: adds or changes the user's review of a route.
struct ReviewAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add your review of a route, or change it.",
    discussion: """
      EXAMPLE
        cairn ruck review add "Ridge loop" --rating 4.5 --comment "Bring water"
      """)

  @Argument(help: "The route's name, or an unambiguous prefix of its ID.")
  var route: String

  @OptionGroup var options: ReviewOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let route = try await library.object(.routes, matching: route)
    let format = try await library.fieldFormat()
    let kind = ObjectKind<ReviewItem>.reviews
    var review = try await library.ownReview(of: route.id) ?? ReviewItem()
    review.route = route.id
    try kind.apply(options: options.texts, to: &review, format)
    do {
      let stored = try await library.setReview(review)
      try output.write(kind.record(stored)) { kind.table([stored], format) }
    } catch {
      throw ObjectKind<ReviewItem>.commandError(error)
    }
  }
}
