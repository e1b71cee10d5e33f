// Cairn
// SPDX-License-Identifier: Apache-2.0

import Archives
import Foundation

/// A zip archive of travel files, such as a pass, with the errors of this module.
///
/// Names of entries are only compared. Nothing is written, so a name such as `../../x` has no effect.
struct TravelArchive {
  /// The maximum number of entries.
  static let entryLimit = 2000
  /// The maximum size of an unpacked entry in bytes.
  static let sizeLimit = 32 << 20

  private let file: ZipFile

  /// The entries in the order of the directory.
  var entries: [ZipFile.Entry] { file.entries }

  /// Reads the directory of an archive.
  ///
  /// - Throws: An error without the file's name.
  init(_ data: Data) throws(TravelFileError) {
    do throws(ArchiveError) {
      file = try ZipFile(data, entryLimit: Self.entryLimit)
    } catch {
      throw TravelFileError(Self.code(error), reason: error.reason, remedy: error.remedy)
    }
  }

  /// True if the data begins as a zip archive does.
  static func matches(_ data: Data) -> Bool { ZipFile.isZip(data) }

  /// Unpacks an entry.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - limit: The maximum size of the entry in bytes.
  /// - Returns: The content, whose size and checksum are verified.
  /// - Throws: An error that names the entry.
  func contents(
    _ entry: ZipFile.Entry, limit: Int = sizeLimit
  ) throws(TravelFileError) -> Data {
    do {
      return try file.contents(of: entry, limit: limit)
    } catch let error as ArchiveError {
      throw Self.error(error, in: entry, limit: limit)
    } catch {
      throw TravelFileError(
        .malformed, reason: "The entry \"\(entry.name.prefix(80))\" can't be read (\(error))",
        remedy: "Save the archive again")
    }
  }

  private static func error(
    _ error: ArchiveError, in entry: ZipFile.Entry, limit: Int
  ) -> TravelFileError {
    let problem =
      switch error.code {
      case .tooLarge: "is larger than \(max(1, limit >> 20)) MB unpacked"
      case .unsupported: "is encrypted or uses another compression"
      case .damaged, .notAnArchive, .truncated, .unreadable: "is damaged"
      }
    let remedy =
      switch error.code {
      case .tooLarge: "Don't trust this archive, or unpack it by hand"
      case .unsupported: "Unpack the archive and import its files"
      case .damaged, .notAnArchive, .truncated, .unreadable: "Save the archive again"
      }
    return TravelFileError(
      code(error), reason: "The entry \"\(entry.name.prefix(80))\" \(problem)", remedy: remedy)
  }

  private static func code(_ error: ArchiveError) -> TravelFileError.Code {
    switch error.code {
    case .tooLarge: .tooLarge
    case .unsupported: .unsupported
    case .truncated where error.entry == nil: .truncated
    case .truncated, .damaged, .notAnArchive, .unreadable: .malformed
    }
  }
}
