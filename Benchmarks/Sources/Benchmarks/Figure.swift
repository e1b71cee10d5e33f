// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs measured pieces in turn, round after round, and keeps the median of each: a machine whose
/// speed drifts then slows both sides of a ratio alike.
struct Rounds {
  private var pieces: [(name: String, baseline: String, run: () throws -> Duration)] = []
  private var derived: [([String: Double]) -> Figure] = []
  let rounds: Int

  init(_ rounds: Int = 7) { self.rounds = rounds }

  /// Adds a piece that times itself, so that its preparation does not count; without a baseline
  /// it is one.
  mutating func add(
    _ name: String, besides baseline: String? = nil, _ run: @escaping () throws -> Duration
  ) {
    pieces.append((name, baseline ?? name, run))
  }

  /// Adds a figure computed from the medians of two pieces, beside its goal.
  mutating func derive(
    _ name: String, _ unit: String, goal: Double, from piece: String, and baseline: String,
    _ value: @escaping (Double, Double) -> Double
  ) {
    derived.append { medians in
      Figure(
        name, value(medians[piece] ?? .nan, medians[baseline] ?? .nan), unit: unit, goal: goal)
    }
  }

  /// The median of each piece in milliseconds, after one round that does not count.
  private func medians() throws -> [String: Double] {
    var times: [String: [Double]] = [:]
    for round in 0...rounds {
      for piece in pieces {
        let time = try piece.run()
        if round > 0 { times[piece.name, default: []].append(time / .milliseconds(1)) }
      }
    }
    return times.mapValues(\.median)
  }

  /// A line for each piece in the order of their addition, then the derived figures.
  ///
  /// A piece's line has its median and the ratio to its baseline's.
  func figures() throws -> [Figure] {
    let medians = try medians()
    let measured = pieces.map { piece in
      let value = medians[piece.name] ?? .nan
      return Figure(
        name: piece.name, value: value, unit: "ms",
        ratio: value / (medians[piece.baseline] ?? .nan), baseline: piece.baseline)
    }
    return measured + derived.map { $0(medians) }
  }
}

extension [Double] {
  /// The middle of the sorted numbers, the upper one of two; not a number without any.
  var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}

/// Runs a function with a temporary folder.
func withFolder<Result>(in directory: URL, _ body: (URL) throws -> Result) throws -> Result {
  let folder = directory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// An error of a measured piece whose result is wrong.
struct WrongResult: Error, CustomStringConvertible {
  let description: String

  static func unless(_ condition: Bool, _ description: @autoclosure () -> String) throws {
    if !condition { throw WrongResult(description: description()) }
  }
}

/// One line of the report.
struct Figure: Codable {
  let name: String
  let value: Double
  let unit: String
  let ratio: Double
  let baseline: String

  /// The name, the value with its unit, and the ratio to the baseline that is named last.
  var line: String {
    let number = String(format: "%10.1f", value)
    return name.padding(toLength: 34, withPad: " ", startingAt: 0)
      + "\(number) \(unit)  " + String(format: "%6.2f", ratio) + " x  \(baseline)"
  }
}

extension Figure {
  /// Creates a line whose baseline is a goal.
  init(_ name: String, _ value: Double, unit: String = "ms", goal: Double) {
    self.init(
      name: name, value: value, unit: unit, ratio: value / goal,
      baseline: "goal: \(goal.formatted()) \(unit)")
  }
}
