// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A file that belongs to a field of a record.
///
/// The file is read when the record is saved. One that was fetched lies in a cache until the asset is
/// let go of: copy or move it to keep it.
public final class CKAsset: NSObject, Sendable {
  /// Where the file is; nil if the asset was fetched without its bytes.
  public let fileURL: URL?
  /// What the server said of it; nil for one that was not fetched.
  let fetched: FetchedAsset?

  /// A file to be uploaded when its record is saved.
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

/// A file of a record that the server has.
struct FetchedAsset: Sendable {
  let checksum: String
  let size: Int64
  /// The copy of this machine; removed with the last asset that has it.
  let file: CachedFile?
}

/// A file that is there as long as somebody holds this.
final class CachedFile: Sendable {
  let url: URL

  init(_ url: URL) { self.url = url }

  deinit { try? FileManager.default.removeItem(at: url) }
}
