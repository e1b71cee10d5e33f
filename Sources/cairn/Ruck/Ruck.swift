// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cairn ruck`: the group of what can be done with rucks.
struct Ruck: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Import, list, show, edit and export rucks.",
    discussion: """
      EXAMPLES
        cairn ruck import hike.gpx more/*.gpx --pack-weight "35 lb"
        cairn ruck list
        cairn ruck show 6f1c
      """,
    subcommands: [
      RuckImport.self, RuckList.self, RuckShow.self, RuckStats.self, RuckExport.self,
      RuckEditing.self, RuckDelete.self, RuckProfile.self,
    ]
  )
}
