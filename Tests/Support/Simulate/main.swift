// Cairn
// SPDX-License-Identifier: Apache-2.0

import SyncSimulator

await SimulationRun.main(Array(CommandLine.arguments.dropFirst()))
