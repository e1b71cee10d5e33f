// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import SystemSupport

/// A `multipart/form-data` body (RFC 7578) with one file, the bytes of an asset.
///
/// Other parts of the form are skipped.
package struct AssetForm {
  private static let limits = MultipartLimits(
    headerBytes: 16 << 10, parts: .max, fieldBytes: .max, fileBytes: .max, totalBytes: .max)

  private var parser: MultipartParser
  private var isInFile = false
  private var hasFile = false

  /// Creates a parser for a body; nil if its content type is not `multipart`.
  ///
  /// - Throws: ``ServerFailure`` for a form without a valid boundary.
  package init?(contentType: String) throws {
    let type = HeaderParameters(contentType).value.lowercased()
    guard type.hasPrefix("multipart/") else { return nil }
    do {
      parser = try MultipartParser(
        contentType: contentType, limits: Self.limits, isLenient: true)
    } catch {
      throw ServerFailure(
        .badRequest,
        "Content-Type is \(WireError.quoted(contentType)): expected multipart/form-data with a "
          + "boundary of at most 70 characters, or the bytes of the asset alone")
    }
  }

  /// Parses the next bytes of the body.
  ///
  /// - Parameter bytes: Any number of bytes.
  /// - Returns: The bytes of the file among them, in pieces.
  /// - Throws: ``ServerFailure`` for a malformed form, or one with several files.
  package mutating func feed(_ bytes: [UInt8]) throws -> [ArraySlice<UInt8>] {
    let events: [MultipartEvent]
    do {
      events = try parser.feed(bytes)
    } catch {
      throw Self.malformed
    }
    var pieces: [ArraySlice<UInt8>] = []
    for event in events {
      switch event {
      case .part(let part):
        guard part.filename != nil else { continue }
        guard !hasFile else {
          throw ServerFailure(.badRequest, "the form has more than one file: send one")
        }
        (hasFile, isInFile) = (true, true)
      case .body(let piece):
        if isInFile { pieces.append(piece) }
      case .partEnd: isInFile = false
      case .end: break
      }
    }
    return pieces
  }

  /// Ends the body.
  ///
  /// - Throws: ``ServerFailure`` if the body did not contain one complete file.
  package func finish() throws {
    do {
      try parser.finish()
    } catch {
      throw Self.malformed
    }
    guard hasFile else { throw Self.malformed }
  }

  private static let malformed = ServerFailure(
    .badRequest, "the body is not a form with one file: expected that, or the bytes of the asset")
}
