// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The reason why a recording can't be started, changed or ended.
public enum RecordingError: Error, LocalizedError, Equatable, Sendable {
  /// The user has a running ruck, with this identifier.
  case alreadyRecording(UUID)
  /// No running ruck has the identifier.
  case notRecording(UUID)
  /// The ruck was ended.
  case alreadyEnded(UUID)
  /// The ruck is paused.
  case alreadyPaused(UUID)
  /// The ruck isn't paused.
  case notPaused(UUID)
  /// The ruck is shorter than a minute.
  case tooShort(UUID)
  /// An upload has an impossible value; the string names it.
  case invalidUpload(String)
  /// An upload continues a ruck that was deleted.
  case deleted(UUID)
  /// A perceived exertion outside 1...10.
  case invalidExertion(Int)
  /// An expected return in the past, or after more than 30 days.
  case invalidReturn
  /// Running rucks that are joined have a part of the same time.
  case overlapping
  /// A ruck that is joined has no positions.
  case withoutPositions(UUID)
  /// A join needs several running rucks.
  case tooFewRunning

  /// The reason and the remedy.
  public var errorDescription: String? {
    switch self {
    case .alreadyRecording(let id):
      "The ruck \(text(id)) is still running. Resume, end or discard it first."
    case .notRecording(let id): "There is no running ruck \(text(id)). Start one."
    case .alreadyEnded(let id):
      "The ruck \(text(id)) has ended. Start another one."
    case .alreadyPaused(let id): "The ruck \(text(id)) is paused already. Resume or end it."
    case .notPaused(let id): "The ruck \(text(id)) is not paused. Pause or end it."
    case .tooShort(let id):
      "The ruck \(text(id)) is shorter than one minute. Continue it, or discard it."
    case .invalidUpload(let reason): "The upload was rejected: \(reason)"
    case .deleted(let id):
      "The ruck \(text(id)) was deleted on the server. Discard the recording, or send it as a "
        + "new ruck."
    case .invalidExertion(let value):
      "An exertion of \(value) is not possible. Give 1 to 10."
    case .invalidReturn:
      "The expected return is not possible. Give a time from now on, within 30 days."
    case .overlapping:
      "The running rucks have a part of the same time, so they can't be joined. Choose the one "
        + "that goes on."
    case .withoutPositions(let id):
      "The ruck \(text(id)) has no positions, so it can't be joined. Choose the one that goes on."
    case .tooFewRunning: "A join needs at least two running rucks of one user."
    }
  }

  private func text(_ id: UUID) -> String { String(id.uuidString.lowercased().prefix(8)) }
}
