// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The reason why the library rejects a request.
package enum TripLibraryError: Error, LocalizedError, Equatable, Sendable {
  /// No object has the identifier or name.
  case notFound(kind: String, name: String)
  /// Several objects have the name or the prefix.
  case ambiguous(kind: String, name: String, matches: [String])
  /// An object with the identifier exists, and is not replaced.
  case identifierTaken(String)
  /// A reference to an object that does not exist.
  case unknownReference(String)
  /// A text is no value of a property.
  case invalidValue(property: String, value: String)
  /// The data folder can't be used.
  case directoryUnusable(String, reason: String)
  /// The value changed after the logged change.
  case changedSince(property: String, object: String)
  /// The last change has no log, such as the deletion of a trip for good.
  case notLogged(change: String)
  /// The log has no change to undo or redo.
  case nothingToUndo
  case nothingToRedo
  /// The trip has no object that the format can contain.
  case nothingToExport(format: String)
  /// The currency has no rate for the day.
  case missingRate(currency: String, base: String)
  /// The text is no search query or position.
  case invalidQuery(String)
  /// The file is not an export of trips.
  case invalidExport(String)
  /// A document is imported without a trip.
  case documentWithoutTrip(String)

  /// The reason and the remedy.
  package var errorDescription: String? {
    switch self {
    case .notFound(let kind, let name):
      "There is no \(kind) \(name). List the \(kind)s to see their names and identifiers."
    case .ambiguous(let kind, let name, let matches):
      "\(name) matches several \(kind)s: \(matches.joined(separator: ", ")). Give more characters "
        + "of the name or identifier."
    case .identifierTaken(let id):
      "The identifier \(id) is taken. Update the object, or use another identifier."
    case .unknownReference(let object):
      "There is no \(object), so nothing can refer to it. Create it first."
    case .invalidValue(let property, let value):
      "\(value) is no value of \(property). Correct it and try again."
    case .directoryUnusable(let path, let reason):
      "The data folder \(path) can't be used: \(reason) Choose another folder, or change its "
        + "permissions."
    case .changedSince(let property, let object):
      "The \(property) of \(object) changed since, so the change can't be undone. Edit the value "
        + "instead, or undo an older change with cairn trip undo --skip."
    case .notLogged(let change):
      "The last change can't be undone: \(change). Undo an older one with cairn trip undo --skip."
    case .nothingToUndo: "There is no change of this device to undo."
    case .nothingToRedo: "There is no undone change to redo."
    case .nothingToExport(let format):
      "The trip has nothing that a \(format) file can contain. Choose another format."
    case .missingRate(let currency, let base):
      "There is no rate from \(currency) to \(base). Enter one."
    case .invalidQuery(let text): "\(text) is no query. Correct it and try again."
    case .invalidExport(let reason): "The file is no export of trips: \(reason)."
    case .documentWithoutTrip(let name):
      "The document \(name) has no date that selects a trip. Choose its trip, with --trip on the command "
        + "line."
    }
  }
}
