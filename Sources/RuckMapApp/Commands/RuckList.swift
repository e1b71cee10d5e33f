// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
public import ArgumentParser
import Foundation
import Measures
import RuckMap

/// `cairn ruck list`: lists the rucks, newest first.
struct RuckList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the rucks, newest first, or those that match filters.",
    discussion: """
      EXAMPLES
        cairn ruck list --json
        cairn ruck list --text lake --from 2026-03-01 --minimum-distance "10 km"
        cairn ruck list --sort pace --ascending --limit 5
      """
  )

  @Option(help: "Words in the name, the notes, the file's name or the date.")
  var text: String?

  @Option(help: "The first day, such as 2026-03-01.", transform: DayArgument.init)
  var from: DayArgument?

  @Option(help: "The day after the last, such as 2026-06-01.", transform: DayArgument.init)
  var to: DayArgument?

  @Option(help: "The smallest distance, such as \"10 km\" or \"6 mi\".")
  var minimumDistance: String?

  @Option(help: "The value by which the rucks are sorted. (default: date)")
  var sort: RuckQuery.SortKey?

  @Flag(help: "List the smallest value, or the oldest ruck, first.")
  var ascending = false

  @Option(help: "The largest number of rucks. (default: all)")
  var limit: Int?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit needs a number above 0.") }
    if let minimumDistance {
      do {
        _ = try Length.parse(minimumDistance, default: .metric)
      } catch {
        let reason = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
        throw ValidationError("--minimum-distance: \(reason)")
      }
    }
  }

  /// Whether an option changes the list.
  private var isPlain: Bool {
    text == nil && from == nil && to == nil && minimumDistance == nil && sort == nil && !ascending
      && limit == nil
  }

  func run() async throws {
    let library = try data.openLibrary()
    let unitSystem = try await library.profile().unitSystem
    let rucks = try await isPlain ? library.rucks() : matching(in: library, unitSystem)
    try output.write(rucks.map { RuckRecord($0) }) {
      rucks.isEmpty && !isPlain ? "No ruck matches.\n" : RuckText(unitSystem).list(rucks)
    }
  }

  private func matching(
    in library: RuckLibrary, _ unitSystem: UnitSystem
  ) async throws -> [RuckSummary] {
    var query = RuckQuery(
      sortKey: sort ?? .date, direction: ascending ? .ascending : .descending, from: from?.date,
      to: to?.date, text: text ?? "",
      minimumDistance: try minimumDistance.map { try Length.parse($0, default: unitSystem) })
    var (rucks, pages): ([RuckSummary], Int) = ([], 1)
    while query.page <= pages, rucks.count < limit ?? .max {
      let result = try await library.rucks(query)
      rucks += result.rucks
      pages = result.pages
      query.page += 1
    }
    return Array(rucks.prefix(limit ?? .max))
  }
}

extension RuckQuery.SortKey: ExpressibleByArgument {}
