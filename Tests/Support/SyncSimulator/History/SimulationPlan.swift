// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The random parameters of a run; each run has few kinds of faults, and all runs together have all.
package struct SimulationPlan: Sendable {
  package enum Fault: String, CaseIterable, Sendable {
    case lostRequest, lostAnswer, lateRequest, duplicate, slow, partition, crash, brokenDisk
    case serverDown, noRoom, wrongClock, wipe, oldCopy, oldVersion, zoneDeletion, expiredToken,
      lostNews, restoredServer, unavailable, signOut
  }

  package var devices = 2
  /// The number of saves by users.
  package var edits = 12
  /// The longest time between two saves, in milliseconds.
  package var pause = 3_000
  package var pageLimit = 200
  package var batchSize = 50
  /// The additional share of edits of series rows, in thousandths.
  package var rowEdits = 0
  package var faults: Set<Fault> = []
  /// The probability of a network fault for each request, in thousandths.
  package var rate = 100

  package init() {}

  /// Draws a plan from a seed's random numbers.
  init(_ chance: Chance) {
    devices = chance.happens(650) ? 2 : 3
    edits = 6 + chance.number(0..<12)
    pause = [300, 2_000, 8_000][chance.number(0..<3)]
    pageLimit = [1, 2, 4, 200][chance.number(0..<4)]
    batchSize = [1, 3, 50][chance.number(0..<3)]
    rate = [30, 100, 250][chance.number(0..<3)]
    rowEdits = chance.happens(250) ? 700 : 0
    for fault in Fault.allCases where chance.happens(Self.share(of: fault)) {
      faults.insert(fault)
    }
  }

  /// The share of runs in which a fault can occur, in thousandths.
  private static func share(of fault: Fault) -> Int {
    switch fault {
    case .lostRequest, .lostAnswer, .slow: 350
    case .lateRequest, .duplicate, .partition, .lostNews: 250
    case .crash: 350
    case .brokenDisk: 200
    case .serverDown, .noRoom: 100
    case .wrongClock: 300
    case .wipe, .oldCopy, .signOut: 100
    case .oldVersion: 200
    case .zoneDeletion: 70
    case .restoredServer: 50
    case .unavailable: 150
    case .expiredToken: 120
    }
  }
}
