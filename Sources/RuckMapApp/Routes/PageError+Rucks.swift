// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import PageKit
package import RuckMap

extension PageError {
  /// 404: the ruck doesn't exist, or was deleted.
  static var noSuchRuck: PageError {
    .noSuch("ruck", list: PageLink("All rucks", RuckPaths.list))
  }

  /// 409: the request doesn't suit the state of the rucks.
  fileprivate static func rejected(_ error: some LocalizedError) -> PageError {
    .conflict(error.errorDescription ?? "", next: PageLink("All rucks", RuckPaths.list))
  }

  /// 409: the request doesn't suit the state of a ruck.
  fileprivate static func rejected(_ error: some LocalizedError, ruck: String) -> PageError {
    guard let id = UUID(uuidString: ruck) else { return rejected(error) }
    return .conflict(error.errorDescription ?? "", next: PageLink("The ruck", RuckPaths.ruck(id)))
  }

  /// 409: the request doesn't suit the running rucks.
  fileprivate static func rejectedRecording(_ error: RecordingError) -> PageError {
    .conflict(error.errorDescription ?? "", next: PageLink("Record", RecordPaths.page))
  }

  /// 400: the request has an impossible value.
  fileprivate static func badValue(_ error: some LocalizedError) -> PageError {
    .badForm(error.errorDescription ?? "A value is impossible.")
  }
}

extension RuckLibraryError: PageErrorConvertible {
  package var pageError: PageError {
    switch self {
    case .notFound: .noSuchRuck
    case .zoneNotFound:
      .noSuch("privacy zone", list: PageLink("Privacy zones", ZoneRoutes.path))
    case .routeNotFound: .noSuch("route", list: PageLink("Routes", RuckTab.routes.path))
    case .nothingToExport(let id), .missingTimes(let id, _), .hiddenByPrivacyZones(let id):
      .rejected(self, ruck: id)
    case .invalidPackWeight, .loadNotFound, .invalidExertion, .invalidBodyWeight, .invalidHeight,
      .invalidAge, .invalidHeartRate, .invalidPosition, .invalidStandard:
      .badValue(self)
    case .directoryUnusable: .failed(errorDescription)
    }
  }
}

extension RuckObjectError: PageErrorConvertible {
  package var pageError: PageError {
    switch self {
    case .notFound(let noun, _): .noSuch(noun, list: PageLink("All rucks", RuckPaths.list))
    case .invalid: .badValue(self)
    }
  }
}

extension RecordingError: PageErrorConvertible {
  package var pageError: PageError {
    switch self {
    case .notRecording, .deleted:
      .noSuch("running ruck", list: PageLink("Record", RecordPaths.page))
    case .invalidUpload, .invalidExertion, .invalidReturn: .badValue(self)
    case .alreadyRecording, .alreadyEnded, .alreadyPaused, .notPaused, .tooShort, .overlapping,
      .withoutPositions, .tooFewRunning:
      .rejectedRecording(self)
    }
  }
}

extension TrackEditError: PageErrorConvertible {
  package var pageError: PageError {
    if case .invalidPosition = self { .badValue(self) } else { .rejected(self) }
  }
}

extension SessionError: PageErrorConvertible {
  package var pageError: PageError {
    if case .alreadyCompleted = self { .rejected(self) } else { .badValue(self) }
  }
}

extension UserError: PageErrorConvertible {
  package var pageError: PageError { .badValue(self) }
}
