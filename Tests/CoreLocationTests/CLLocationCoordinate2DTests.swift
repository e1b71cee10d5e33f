// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Testing

@Suite struct CLLocationCoordinate2DTests {
  @Test(arguments: [
    (0, 0, true), (90, 180, true), (-90, -180, true), (90.1, 0, false), (0, 180.1, false),
    (.nan, 0, false), (0, .infinity, false),
  ])
  func `a coordinate is valid within its ranges`(
    _ latitude: Double, _ longitude: Double, _ valid: Bool
  ) {
    let coordinate = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    #expect(CLLocationCoordinate2DIsValid(coordinate) == valid)
  }
}
