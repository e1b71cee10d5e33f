// Cairn
// SPDX-License-Identifier: Apache-2.0

import RuckMap
import Testing

@Suite struct ElevationTests {
  func accumulated(_ altitudes: [Double], threshold: Double = 3) -> ElevationAccumulator {
    var elevation = ElevationAccumulator(threshold: threshold)
    for altitude in altitudes { elevation.add(altitude) }
    return elevation
  }

  @Test func `noise below the threshold counts only as recorded gain and loss`() {
    let elevation = accumulated([100, 102, 100, 102, 100])
    #expect(elevation.gain == 0)
    #expect(elevation.loss == 0)
    #expect(elevation.recordedGain == 4)
    #expect(elevation.recordedLoss == 4)
  }

  @Test func `a slow climb counts in full`() {
    let elevation = accumulated(Array(stride(from: 100.0, through: 130, by: 1)))
    #expect(elevation.gain == 30)
    #expect(elevation.recordedGain == 30)
    #expect(elevation.loss == 0)
  }

  @Test func `a step equal to the threshold counts`() {
    #expect(accumulated([100, 103]).gain == 3)
    #expect(accumulated([100, 97]).loss == 3)
    #expect(accumulated([100, 102.99]).gain == 0)
  }

  @Test func `elevation changes between segments do not count`() {
    var elevation = accumulated([100, 110])
    elevation.endSegment()
    elevation.add(500)
    elevation.add(505)
    #expect(elevation.gain == 15)
    #expect(elevation.recordedGain == 15)
  }

  @Test func `with a zero threshold the filtered and recorded values are equal`() {
    let elevation = accumulated([5, 7, 6, 9, 1], threshold: 0)
    #expect(elevation.gain == elevation.recordedGain)
    #expect(elevation.loss == elevation.recordedLoss)
  }

  @Test func `altitudes that are not finite are ignored`() {
    let elevation = accumulated([100, .nan, 104, .infinity, 108])
    #expect(elevation.gain == 8)
  }
}
