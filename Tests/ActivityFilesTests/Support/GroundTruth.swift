// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The results of an independent reader for one file.
struct GroundTruth: Decodable, Sendable, CustomTestStringConvertible {
  let file: String
  let version: String?
  let creator: String
  let wpt: Int
  let rte: Int
  let rtept: Int
  let trk: Int
  let seg: Int
  let trkpt: Int
  let elePts: Int
  let timePts: Int
  let haversineM: Double
  let eleMin: Double?
  let eleMax: Double?
  let naiveUp: Double
  let naiveDown: Double
  let spanS: Double?

  var testDescription: String { file }

  static func all() throws -> [GroundTruth] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode([GroundTruth].self, from: Fixture.data("ground-truth.json"))
  }
}
