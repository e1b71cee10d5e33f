// Cairn
// SPDX-License-Identifier: Apache-2.0

import RuckMap

extension RuckText {
  /// Everything about one ruck but its track.
  func detail(_ detail: RuckDetail) -> String {
    let ruck = detail.summary
    var pairs: [(name: String, value: String)] = [
      ("Id", ruck.id.idText),
      (ruck.isTimed ? "Started" : "Imported", ruck.startedAt.localText),
    ]
    if let file = ruck.file { pairs.append(("File", file)) }
    pairs += [
      ("Points", String(ruck.points)),
      ("Distance", format.distance(ruck.distance)),
      ("Duration", ruck.isTimed ? format.duration(ruck.duration) : "-- (no times in the file)"),
      ("Moving time", format.duration(ruck.isTimed ? ruck.movingTime : nil)),
      ("Pace", "\(pace(ruck.pace)), moving \(pace(ruck.movingPace))"),
      (
        "Elevation gain",
        format.elevation(ruck.elevationGain)
          + " (\(format.elevation(ruck.elevationGainRecorded)) as recorded)"
      ),
      ("Elevation loss", format.elevation(ruck.elevationLoss)),
      ("Pack weight", format.weight(ruck.packWeight)),
    ]
    if let average = ruck.averageHeartRate, let highest = ruck.maxHeartRate {
      pairs.append(("Heart rate", "\(average) bpm, highest \(highest) bpm"))
    }
    pairs += energy(detail)
    if !ruck.notes.isEmpty { pairs.append(("Notes", ruck.notes)) }
    pairs += detail.warnings.map { ("Warning", $0) }
    return title(of: ruck) + "\n\n" + fields(pairs)
  }

  /// Calories with equation, band and body weight; then the other equation's.
  private func energy(_ detail: RuckDetail) -> [(name: String, value: String)] {
    guard let calories = detail.summary.calories else {
      return [("Calories", "-- (no times in the file)")]
    }
    var pairs: [(name: String, value: String)] = [("Calories", text(calories))]
    if let other = detail.alternativeCalories { pairs.append(("  or", text(other))) }
    let assumed =
      calories.isBodyWeightAssumed
      ? " (assumed; --body-weight of `cairn ruck profile` sets yours)" : ""
    pairs.append(("Body weight", format.weight(calories.bodyWeight) + assumed))
    return pairs
  }

  private func text(_ estimate: CalorieEstimate) -> String {
    "\(format.calories(estimate.kilocalories)) by \(estimate.equation),"
      + " between \(format.calories(estimate.low)) and \(format.calories(estimate.high))"
  }
}
