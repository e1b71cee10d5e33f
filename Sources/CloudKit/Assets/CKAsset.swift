// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A file in a field of a record.
///
/// ```swift
/// record["photo"] = CKAsset(fileURL: photo)
/// try await database.save(record)
///
/// let fetched = try await database.record(for: record.recordID)
/// if let url = (fetched["photo"] as? CKAsset)?.fileURL { show(try Data(contentsOf: url)) }
/// ```
///
/// The file is read when the record is saved. A fetched file is in a cache until the asset is
/// deallocated: copy or move it to keep it.
public final class CKAsset: NSObject, Sendable {
  /// The file's location; nil if the asset was fetched without its content.
  public let fileURL: URL?
  /// The server's data of a fetched asset; nil for a local one.
  let fetched: FetchedAsset?

  /// An asset whose file is uploaded when its record is saved.
  public init(fileURL: URL) {
    self.fileURL = fileURL
    fetched = nil
  }

  init(_ fetched: FetchedAsset) {
    fileURL = fetched.file?.url
    self.fetched = fetched
  }

  public override var description: String {
    "<CKAsset \(fileURL?.path(percentEncoded: false) ?? fetched?.checksum ?? "")>"
  }
}

/// An asset that is stored on the server.
struct FetchedAsset: Sendable {
  let checksum: String
  let size: Int64
  /// The local copy, removed with the last asset that references it.
  let file: CachedFile?
}

/// A temporary file that is deleted at deallocation.
final class CachedFile: Sendable {
  let url: URL

  init(_ url: URL) { self.url = url }

  deinit { try? FileManager.default.removeItem(at: url) }
}
