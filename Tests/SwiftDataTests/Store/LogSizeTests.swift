// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite struct LogSizeTests {
  @Test func `the log of a store is copied to the database before it has 16 MB`() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    let log = store.url.path(percentEncoded: false) + "-wal"
    var sizes: [Int] = []
    for index in 0..<30 {
      let trip = Trip("trip \(index)", code: "\(index)")
      trip.note = String(repeating: "n", count: 1 << 20)
      context.insert(trip)
      try context.save()
      let attributes = try FileManager.default.attributesOfItem(atPath: log)
      sizes.append(attributes[.size] as? Int ?? 0)
    }
    let largest = try #require(sizes.max())
    #expect(largest > 8 << 20 && largest < 16 << 20, "\(sizes)")
  }
}
