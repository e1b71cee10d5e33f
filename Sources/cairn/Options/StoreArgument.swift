// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import SwiftData

/// The store that a subcommand is about.
struct StoreArgument: ParsableArguments {
  @Argument(help: "The store's file.", completion: .file())
  var file: String

  var store: StoreFile { StoreFile(URL(fileURLWithPath: file)) }
}
