// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKit
import Foundation
import SystemSupport

/// A server's certificate authority; a copy of its certificates is in the data folder.
struct LoginAuthority {
  /// The source of the certificates.
  enum Source {
    /// The path of a PEM file.
    case file(String)
    /// The text of a PEM file.
    case text(String)
  }

  /// The name of the copy.
  static let fileName = "cloudkit-authority.pem"

  /// The path of a file with the certificates.
  let path: String
  private let data: Data
  /// Whether the file was made from a given text.
  private var isTemporary = false

  /// Reads the given certificates, else the copy from an earlier login to the server; nil without
  /// either.
  ///
  /// - Throws: ``CommandError`` if the given certificates can't be read.
  init?(_ source: Source?, _ server: URL, _ account: DeviceAccount) throws {
    switch source {
    case .text(let text): try self.init(text: text)
    case .file(let path): try self.init(file: path, server, account)
    case nil: try self.init(file: nil, server, account)
    }
  }

  /// Writes the text of a PEM file to a temporary file.
  private init(text: String) throws {
    guard text.contains("BEGIN CERTIFICATE") else {
      throw CommandError(
        "the certificate authority is not a PEM text: copy the whole cloud-tls/authority.pem of "
          + "the server, from BEGIN CERTIFICATE to END CERTIFICATE")
    }
    let file = FileManager.default.temporaryDirectory.appending(
      path: "cairn-authority-\(UUID().uuidString).pem")
    data = Data(text.utf8)
    path = file.path(percentEncoded: false)
    isTemporary = true
    do {
      try data.write(to: file, options: .withoutOverwriting)
    } catch {
      throw CommandError("\(path.printable) can't be written: \(Self.reason(error))")
    }
  }

  private init?(file given: String?, _ server: URL, _ account: DeviceAccount) throws {
    let known = try account.isDamaged() ? [:] : account.connections()
    guard
      let path = given
        ?? known.values.first(where: { $0.url == server })?.certificateAuthority
    else { return nil }
    let file = URL(fileURLWithPath: path).standardizedFileURL
    self.path = file.path(percentEncoded: false)
    let advice = "give the cloud-tls/authority.pem of the server with --certificate-authority"
    do {
      data = try Data(contentsOf: file)
    } catch {
      // A missing copy is ignored.
      guard given != nil else { return nil }
      throw CommandError("\(path.printable) \(UnreadableFile.reason(self.path)): \(advice)")
    }
    guard String(decoding: data, as: UTF8.self).contains("BEGIN CERTIFICATE") else {
      guard given != nil else { return nil }
      throw CommandError("\(path.printable) is not a PEM file with certificates: \(advice)")
    }
  }

  private static func reason(_ error: any Error) -> String {
    if (error as? CocoaError)?.code == .fileWriteOutOfSpace {
      return "the disk is full; free some space and try again"
    }
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    guard let cause, cause.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
    return SystemError(Int32(cause.code)).message
  }

  /// Removes the temporary file of a given text.
  func discardTemporaryFile() {
    if isTemporary { try? FileManager.default.removeItem(atPath: path) }
  }

  /// Writes the copy.
  func save(in account: DeviceAccount) throws {
    let file = account.folder.appending(path: Self.fileName)
    do {
      try FileManager.default.createDirectory(
        at: account.folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try data.write(to: file, options: .atomic)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: file.path(percentEncoded: false))
    } catch {
      throw CommandError(
        "\(file.path(percentEncoded: false).printable) can't be written: \(Self.reason(error))")
    }
  }
}
