// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Random trees of all nodes on random rows: SQL selects the models that `evaluate` accepts.
///
/// `CAIRN_FUZZ_TREES` is the number of trees for each seed (200 unless set), and `CAIRN_FUZZ_SEED`
/// is added to the seeds.
@Suite struct PredicateFuzzTests {
  private static let trees = number("CAIRN_FUZZ_TREES") ?? 200

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  @Test(arguments: 1...12)
  func `random predicate trees select the rows that evaluate accepts`(_ number: Int) throws {
    let seed = UInt64(number + (Self.number("CAIRN_FUZZ_SEED") ?? 0))
    let fixture = try PredicateFixture(seed: seed, trips: 40)
    var generator = PredicateGenerator(
      random: SeededRandom(seed: seed &* 104_729), authors: fixture.authors,
      labels: fixture.labels)
    var exact = 0
    for tree in 0..<Self.trees {
      let predicate = generator.predicate(depth: 1 + tree % 5)
      try fixture.check(
        predicate, on: fixture.trips, isExact: nil,
        "seed \(seed), tree \(tree), \(predicate.expression)")
      if try fixture.translate(predicate).isExact { exact += 1 }
    }
    // SQL alone evaluates most of them.
    #expect(exact * 2 > Self.trees)
  }
}
