// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Crypto
import Foundation

/// A backup in one file: a tar archive of a manifest and the files that it lists.
///
/// `tar` can list and extract it. The files are the copies of the stores, each a store itself.
struct BackupArchive {
  /// The maximum size of a manifest in bytes.
  private static let manifestLimit = 16 << 20

  let url: URL

  private var name: String { url.path(percentEncoded: false).printable }

  // MARK: Writing

  /// Writes a manifest and its files, which are in a folder.
  static func write(
    _ manifest: BackupManifest, from folder: URL, to output: SequentialFile
  ) throws {
    let time = Int(manifest.created.timeIntervalSince1970)
    let text = try manifest.encoded()
    try output.write(header(BackupManifest.fileName, text.count, time))
    try output.write(text)
    try output.write(Data(count: TarHeader.padding(after: text.count)))
    for file in manifest.files {
      try output.write(header(file.path, file.bytes, time))
      let input = try SequentialFile.reading(folder.appending(path: file.path))
      var rest = file.bytes
      while rest > 0 {
        let chunk = try input.read(min(rest, SequentialFile.chunkSize))
        guard !chunk.isEmpty else {
          throw CommandError("\(file.path.printable) was changed during the backup: try again")
        }
        try output.write(chunk)
        rest -= chunk.count
      }
      try output.write(Data(count: TarHeader.padding(after: file.bytes)))
    }
    try output.write(TarHeader.end)
  }

  private static func header(_ name: String, _ size: Int, _ time: Int) throws -> Data {
    guard let block = TarHeader(name: name, size: size, modified: time).block else {
      throw CommandError("the file name \(name.printable) is too long for a backup")
    }
    return block
  }

  /// Describes a file of a folder.
  static func describe(_ path: String, in folder: URL) throws -> BackupManifest.File {
    let input = try SequentialFile.reading(folder.appending(path: path))
    var (hash, count) = (SHA256(), 0)
    while case let chunk = try input.read(SequentialFile.chunkSize), !chunk.isEmpty {
      hash.update(data: chunk)
      count += chunk.count
    }
    return BackupManifest.File(path: path, bytes: count, sha256: text(hash.finalize()))
  }

  // MARK: Reading

  /// Reads the whole archive, compares all sizes and checksums, and optionally extracts the files.
  ///
  /// - Parameter folder: The folder to which the files are extracted; nil to only verify them.
  /// - Returns: The manifest.
  /// - Throws: `CommandError` if the file is not a backup, is damaged, or was written by a newer
  ///   version.
  @discardableResult
  func read(extractingTo folder: URL? = nil) throws -> BackupManifest {
    let input = try SequentialFile.reading(url)
    let manifest = try readManifest(input)
    for file in manifest.files {
      let block = try input.read(TarHeader.blockSize)
      guard let header = TarHeader(block), header.name == file.path, header.size == file.bytes
      else { throw damaged("\(file.path.printable) is missing") }
      try readFile(file, input, extractingTo: folder)
    }
    guard try input.read(TarHeader.end.count) == TarHeader.end else {
      throw damaged("it has no end, or files that it doesn't list")
    }
    return manifest
  }

  private func readManifest(_ input: SequentialFile) throws -> BackupManifest {
    guard let header = TarHeader(try input.read(TarHeader.blockSize)),
      header.name == BackupManifest.fileName, header.size <= Self.manifestLimit
    else {
      throw CommandError("\(name) is not a backup of cairn: give a file written by cairn backup")
    }
    let text = try input.read(header.size)
    _ = try input.read(TarHeader.padding(after: header.size))
    guard let format = BackupManifest.format(of: text) else {
      throw damaged("its list of files can't be read")
    }
    guard format <= BackupManifest.currentFormat else {
      throw CommandError(
        "\(name) was written by a newer version of cairn (backup format \(format); this one reads "
          + "up to \(BackupManifest.currentFormat)): update cairn")
    }
    guard let manifest = BackupManifest(text), !manifest.files.isEmpty,
      Set(manifest.files.map(\.path)).count == manifest.files.count,
      manifest.files.allSatisfy({ $0.bytes >= 0 && Self.isSafe($0.path) })
    else { throw damaged("its list of files can't be read") }
    return manifest
  }

  private func readFile(
    _ file: BackupManifest.File, _ input: SequentialFile, extractingTo folder: URL?
  ) throws {
    var output: SequentialFile?
    if let folder {
      let target = folder.appending(path: file.path)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      output = try SequentialFile.creating(target)
    }
    var (hash, rest) = (SHA256(), file.bytes)
    while rest > 0 {
      let chunk = try input.read(min(rest, SequentialFile.chunkSize))
      guard !chunk.isEmpty else { throw damaged("it ends within \(file.path.printable)") }
      hash.update(data: chunk)
      try output?.write(chunk)
      rest -= chunk.count
    }
    _ = try input.read(TarHeader.padding(after: file.bytes))
    guard Self.text(hash.finalize()) == file.sha256 else {
      throw damaged("the checksum of \(file.path.printable) differs")
    }
    try output?.flush()
  }

  /// Whether a path is below the folder that it is appended to.
  private static func isSafe(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return (1...2).contains(parts.count) && !path.utf8.contains(0)
      && parts.allSatisfy { !["", ".", ".."].contains($0) }
  }

  private func damaged(_ reason: String) -> CommandError {
    CommandError("\(name) is damaged: \(reason). Use another backup; nothing was changed")
  }

  private static func text(_ digest: SHA256.Digest) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
