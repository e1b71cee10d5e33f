// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// The file of a JSON store.
public struct JSONStoreConfiguration: DataStoreConfiguration {
  /// The type of the store.
  public typealias Store = JSONStore

  /// The name, by default the file's.
  public let name: String
  /// The models of the store; nil for all models of the container.
  public var schema: Schema?
  /// The store's file.
  public let fileURL: URL

  /// Creates a configuration of the store in a file, which is created by the first save.
  public init(_ name: String? = nil, schema: Schema? = nil, fileURL: URL) {
    self.name = name ?? fileURL.lastPathComponent
    self.schema = schema
    self.fileURL = fileURL
  }

  /// Throws an error for a URL that names no file.
  public func validate() throws {
    if fileURL.isFileURL, !fileURL.hasDirectoryPath { return }
    throw JSONStoreError.noFile(fileURL)
  }

  /// Two configurations are equal if they have the same name and file.
  public static func == (lhs: JSONStoreConfiguration, rhs: JSONStoreConfiguration) -> Bool {
    lhs.name == rhs.name && lhs.fileURL == rhs.fileURL
  }

  /// Hashes the name and the file.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(fileURL)
  }
}

/// A reason why a JSON store can't be used.
public enum JSONStoreError: Error, Equatable, CustomStringConvertible {
  case noFile(URL)
  case unreadable(path: String, reason: String)
  case unwritable(path: String, reason: String)

  /// The failure, its cause and the remedy.
  public var description: String {
    switch self {
    case .noFile(let url):
      "\(url) is not the URL of a file: choose a file for the JSON store."
    case .unreadable(let path, let reason):
      "\(path) can't be read: \(reason) Restore the file from a copy; it was not changed."
    case .unwritable(let path, let reason):
      "\(path) can't be written: \(reason) Check the free space and the permissions of its folder; "
        + "the last save is intact."
    }
  }
}
