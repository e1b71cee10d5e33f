// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A warning of an import: a code for programs, and a sentence for people.
///
/// ```swift
/// let isKnown = !session.importWarnings.contains { $0.code == .unknownPackWeight }
/// ```
public struct ImportWarning: Sendable, Hashable {
  /// The condition that a warning reports; the raw value is stored and does not change.
  public enum Code: String, Sendable, CaseIterable {
    /// The reader repaired or skipped a part of the file.
    case fileRepaired = "file-repaired"
    /// Altitudes are outside the valid range and were dropped.
    case impossibleAltitudes = "impossible-altitudes"
    /// The distance is above ``RuckingSession/longestDistance``.
    case longDistance = "long-distance"
    /// The duration is below ``RuckingSession/shortestDuration``.
    case shortDuration = "short-duration"
    /// The recording has no usable times.
    case untimed
    /// Some points have no time.
    case missingTimes = "missing-times"
    /// Some points have a time before an earlier point's time.
    case backwardTimes = "backward-times"
    /// Some points have a date far from that of the recording.
    case wrongDates = "wrong-dates"
    /// The mean speed is above ``WalkingSpeed/limit``.
    case tooFastToWalk = "too-fast-to-walk"
    /// A part of the motion is above the energy equation's speed range.
    case aboveSpeedRange = "above-speed-range"
    /// The pack weight is unknown and counts as 0; a new pack weight removes the warning.
    case unknownPackWeight = "unknown-pack-weight"
    /// The pack weighs more than 30 % of the body weight.
    case heavyPack = "heavy-pack"
    /// The recording has no positions; its series are measurements.
    case indoor
    /// The recording is of a sport other than walking, and has no energy.
    case otherSport = "other-sport"
  }

  /// The condition; nil for a warning that was stored without a code.
  public var code: Code?
  /// The sentence.
  public var text: String

  /// Creates a warning.
  ///
  /// - Parameters:
  ///   - code: The condition.
  ///   - text: The sentence; line breaks become spaces.
  public init(_ code: Code?, _ text: String) {
    self.code = code
    self.text = text.replacing("\n", with: " ")
  }
}

extension ImportWarning {
  /// Decodes a line of ``RuckingSession/warningText``: a code, a tab and a sentence.
  ///
  /// Cairn stored sentences without a code before. One of them is state and has the code
  /// ``Code/unknownPackWeight``; the others have none.
  init(line: some StringProtocol) {
    let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, let code = Code(rawValue: String(parts[0])) {
      self.init(code, String(parts[1]))
    } else {
      let isFormer = line == Self.formerUnknownPackWeight
      self.init(isFormer ? .unknownPackWeight : nil, String(line))
    }
  }

  /// The line for ``RuckingSession/warningText``.
  var line: String { code.map { "\($0.rawValue)\t\(text)" } ?? text }

  /// The sentence that stores contain for ``Code/unknownPackWeight`` without its code.
  private static let formerUnknownPackWeight =
    "The pack weight isn't known and counts as 0; edit the ruck to set it."
}
