// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file that is open for reading, and is closed with this object.
///
/// A `FileHandle` takes longer to open and close than a small file to read.
final class OpenActivityFile {
  let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// The file's type and size when they are first read; nil if the system does not tell them.
  private(set) lazy var status: stat? = {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }()
}

/// Opens files and describes errors.
enum ActivityFileSource {
  /// Opens a file for reading.
  static func open(_ url: URL) throws(ActivityFileError) -> OpenActivityFile {
    var name: String { url.lastPathComponent }
    guard url.isFileURL else {
      throw ActivityFileError(
        .unreadable, file: name, reason: "\(url.absoluteString) is not a file URL",
        remedy: "Download the file first and pass its path")
    }
    let failure: (any Error)?
    if let file = file(url) {
      if file.status.map({ $0.st_mode & S_IFMT }) != S_IFDIR { return file }
      failure = nil
    } else {
      failure = error(opening: url)
    }
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else {
      throw ActivityFileError(
        .missing, file: name, reason: "There is no file \(url.path)",
        remedy: "Check the name and the folder")
    }
    guard let failure, !isDirectory.boolValue else {
      throw ActivityFileError(
        .directory, file: name, reason: "\(url.path) is a directory",
        remedy: "Pass the files in it")
    }
    throw unreadable(failure, name: name)
  }

  /// Opens a file or a directory; nil after an error.
  private static func file(_ url: URL) -> OpenActivityFile? {
    let descriptor = url.withUnsafeFileSystemRepresentation { path in
      path.map { Foundation.open($0, O_RDONLY | O_CLOEXEC) } ?? -1
    }
    return descriptor < 0 ? nil : OpenActivityFile(descriptor: descriptor)
  }

  /// Returns Foundation's error for a file that can't be opened.
  private static func error(opening url: URL) -> any Error {
    do {
      try FileHandle(forReadingFrom: url).close()
      return POSIXError(.EIO)
    } catch {
      return error
    }
  }

  /// Returns the size of a regular file in bytes; nil for a pipe or a device.
  static func size(of file: OpenActivityFile) -> Int? {
    file.status.flatMap { $0.st_mode & S_IFMT == S_IFREG ? Int($0.st_size) : nil }
  }

  /// Returns a function that reads the next chunk of a file, or nil at its end.
  ///
  /// Each chunk is one system call and one allocation. `FileHandle` reads blocks of 4 KB into a
  /// buffer that it moves as it grows.
  static func chunks(of file: OpenActivityFile, size: Int) -> () throws -> Data? {
    {
      guard let bytes = malloc(size) else { throw POSIXError(.ENOMEM) }
      let count = read(file.descriptor, bytes, size)
      if count > 0 {
        return Data(bytesNoCopy: realloc(bytes, count) ?? bytes, count: count, deallocator: .free)
      }
      free(bytes)
      guard count < 0 else { return nil }
      // A handle repeats an interrupted call, and describes the error of a failed one.
      let handle = FileHandle(fileDescriptor: file.descriptor, closeOnDealloc: false)
      guard let chunk = try handle.read(upToCount: size), !chunk.isEmpty else { return nil }
      return chunk
    }
  }

  /// Returns the error for a file that could not be read.
  static func unreadable(_ error: any Error, name: String?) -> ActivityFileError {
    let code = (error as NSError).userInfo[NSUnderlyingErrorKey].map { ($0 as? NSError)?.code }
    let isForbidden =
      (error as? CocoaError)?.code == .fileReadNoPermission || code == Int(EACCES)
    return ActivityFileError(
      .unreadable, file: name,
      reason: isForbidden
        ? "Permission to read the file is missing"
        : "The file could not be read (\(error.localizedDescription))",
      remedy: isForbidden
        ? "Grant read permission, as with chmod u+r" : "Check the disk and try again")
  }
}
