// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import TripPlanner

/// `cairn trip people me`: shows or sets the user's name.
struct PeopleMe: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "me", abstract: "Show or set your name, which the log has at each change.",
    discussion: """
      The name syncs with the trips. Until it is set, the log has the name of the computer. An empty name \
      removes it.

      EXAMPLE
        cairn trip people me "Ann Lee"
      """)

  @Argument(help: "Your name.")
  var name: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openTrips()
    if let name {
      try await library.editProfile { $0.displayName = TripInput.text(name) ?? "" }
    }
    let shown = try await library.profile().displayName
    try output.write(TripJSON.object(["name": .text(shown)])) {
      shown.isEmpty
        ? "You have no name yet. Set it with cairn trip people me NAME.\n" : "\(shown.printable)\n"
    }
  }
}
