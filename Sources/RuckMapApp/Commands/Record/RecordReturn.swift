// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import Measures
import PageKit
import RuckMap

/// `cairn ruck record return`: changes the expected return of the running ruck.
struct RecordReturn: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "return",
    abstract: "Change the expected return of the running ruck.",
    discussion: """
      After the expected return, cairn ruck contact overdue and the page Safety report the ruck as \
      overdue, with the contacts to inform.

      EXAMPLES
        cairn ruck record return 18:30
        cairn ruck record return "2 h 30 min"
        cairn ruck record return none
      """
  )

  @Argument(help: ArgumentHelp("Give \(ReturnTime.help); none removes it."))
  var time: String

  @OptionGroup var running: RunningRuck
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  private var isRemoval: Bool { time.lowercased() == "none" }

  func validate() throws {
    if !isRemoval { _ = try ReturnArgument.date(time) }
  }

  func run() async throws {
    try await RecordingChange(running, output, data).run { library, id in
      try await library.expectReturn(of: id, at: isRemoval ? nil : try ReturnArgument.date(time))
    }
  }
}

/// The parsing of an expected return in arguments, in this machine's time zone.
enum ReturnArgument {
  /// Parses a text; nil without one.
  ///
  /// - Throws: `ValidationError` for another text.
  static func date(_ text: String?) throws -> Date? {
    do {
      return try ReturnTime.parse(
        text, FieldFormat(unitSystem: .metric, calendar: PageCalendar(timeZone: .current)),
        now: .now)
    } catch {
      throw ValidationError(error.message)
    }
  }
}
