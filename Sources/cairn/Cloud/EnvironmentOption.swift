// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitWire

/// Which of the two environments of a container is meant.
struct EnvironmentOption: ParsableArguments {
  /// The environments by the names that the command takes.
  enum Choice: String, CaseIterable, ExpressibleByArgument {
    case development, production
  }

  @Option(help: "The environment of the container.")
  var environment = Choice.development

  var value: CloudKitWire.Environment {
    switch environment {
    case .development: .development
    case .production: .production
    }
  }
}
