// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
package import Foundation
import SwiftData
import SystemSupport
import TravelFiles

extension TripLibrary {
  /// The maximum size of a document in bytes.
  package static let documentLimit = 64 << 20

  /// Stores a document in a trip; a document with the same bytes in the trip is returned unchanged.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - fileName: The name, of which folders are removed.
  ///   - trip: The trip.
  ///   - title: The title; nil for the name.
  ///   - segment: The segment that the document belongs to.
  ///   - item: The item that the document belongs to.
  /// - Returns: The stored document.
  /// - Throws: A ``TripLibraryError``, or a `SwiftDataError`.
  @discardableResult
  package func addDocument(
    _ data: Data, fileName: String, to trip: UUID, title: String? = nil, segment: UUID? = nil,
    item: UUID? = nil
  ) throws -> DocumentAssetSnapshot {
    try write { now in
      try storeDocument(
        data, fileName: fileName, type: nil, to: trip, title: title, segment: segment, item: item,
        at: now
      ).snapshot()
    }
  }

  /// Stores a document in the running transaction.
  func storeDocument(
    _ data: Data, fileName: String, type: String?, to trip: UUID, title: String? = nil,
    segment: UUID? = nil, item: UUID? = nil, at now: Date
  ) throws -> DocumentAsset {
    guard data.count <= Self.documentLimit else {
      throw TripLibraryError.invalidValue(
        property: "document", value: "\(fileName), which has \(data.count) bytes,")
    }
    _ = try self.trip(model: trip)
    let snapshot = DocumentFile.snapshot(
      data, fileName: fileName, type: type, in: trip, title: title, segment: segment, item: item,
      at: now)
    if let stored = try modelContext.first(DocumentAsset.self, id: snapshot.id) {
      if stored.isDeleted { try update(stored, snapshot, at: now) }
      return stored
    }
    let model = try insertModel(snapshot, at: now)
    model.data = data
    return model
  }

  /// Returns the bytes of a document.
  ///
  /// - Throws: ``TripLibraryError/notFound(kind:name:)``, or
  ///   ``TripLibraryError/invalidValue(property:value:)`` if the bytes don't have the stored SHA-256.
  package func documentData(_ id: UUID) throws -> Data? {
    let document = try entity(DocumentAsset.self, id)
    guard let data = document.data else { return nil }
    guard DocumentFile.sha256(data) == document.sha256 else {
      throw TripLibraryError.invalidValue(
        property: "sha256", value: "The content of \(document.fileName)")
    }
    return data
  }
}

/// Names, types and digests of documents.
package enum DocumentFile {
  /// Returns the identifier of a document: devices that store one file in a trip offline have one document.
  static func identifier(_ data: Data, in trip: UUID) -> UUID {
    UUID(namespace: trip, name: "document:\(sha256(data))")
  }

  /// Returns the values of a document.
  static func snapshot(
    _ data: Data, fileName: String, type: String?, in trip: UUID, title: String? = nil,
    segment: UUID?, item: UUID?, at now: Date
  ) -> DocumentAssetSnapshot {
    var snapshot = DocumentAssetSnapshot(id: identifier(data, in: trip), at: now)
    snapshot.fileName = safeName(fileName)
    snapshot.title = title ?? ""
    snapshot.contentType =
      self.type(of: data) ?? type ?? textType(of: data, named: fileName)
      ?? "application/octet-stream"
    snapshot.byteCount = data.count
    snapshot.sha256 = sha256(data)
    snapshot.tripID = trip
    snapshot.segmentID = segment
    snapshot.itemID = item
    return snapshot
  }

  /// Returns the SHA-256 in lowercase hexadecimal digits.
  package static func sha256(_ data: Data) -> String {
    Hexadecimal.text(SHA256.hash(data: data))
  }

  /// Returns the last component of a path without control characters, at most 200 bytes.
  package static func safeName(_ name: String) -> String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    var result = ""
    for scalar in last.unicodeScalars where scalar.value >= 0x20 && scalar.value != 0x7F {
      if result.utf8.count >= 200 { break }
      result.unicodeScalars.append(scalar)
    }
    return result.isEmpty || result.allSatisfy({ $0 == "." }) ? "document" : result
  }

  /// Returns the name of a document without a name, such as an attachment of a mail.
  static func name(ofType type: String?) -> String {
    switch type {
    case "application/pdf": "attachment.pdf"
    case "image/jpeg": "attachment.jpg"
    case "image/png": "attachment.png"
    case "image/gif": "attachment.gif"
    default: "attachment"
    }
  }

  /// Returns the media type by the first bytes; nil if they are not known.
  package static func type(of data: Data) -> String? {
    let types: [([UInt8], String)] = [
      (Array("%PDF".utf8), "application/pdf"), ([0xFF, 0xD8, 0xFF], "image/jpeg"),
      ([0x89, 0x50, 0x4E, 0x47], "image/png"), (Array("GIF8".utf8), "image/gif"),
    ]
    return types.first { data.starts(with: $0.0) }?.1
  }

  /// The media type of a file of plain text by its name; nil for any other content.
  private static func textType(of data: Data, named name: String) -> String? {
    let isText = name.lowercased().hasSuffix(".txt") && !data.contains(0)
    return isText && String(data: data, encoding: .utf8) != nil ? "text/plain" : nil
  }
}
