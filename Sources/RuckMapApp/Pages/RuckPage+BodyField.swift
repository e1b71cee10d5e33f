// Cairn
// SPDX-License-Identifier: Apache-2.0

import Measures
import RuckMap

extension RuckPage {
  /// The field of the body weight.
  package struct BodyField: Sendable {
    package var bodyValue: String
    package var bodyExample: String
    package var bodyHint: String

    /// Creates the field for an energy estimate; an assumed weight is named in the hint.
    init(_ estimate: CalorieEstimate, _ format: MeasureFormat) {
      let weight = format.weight(estimate.bodyWeight)
      bodyValue = estimate.isBodyWeightAssumed ? "" : weight
      bodyExample = format.unitSystem == .imperial ? "180 lb" : "80 kg"
      bodyHint =
        estimate.isBodyWeightAssumed
        ? "Unknown: \(weight) is assumed. The energy is recalculated."
        : "On the day of the ruck. The energy is recalculated."
    }
  }
}
