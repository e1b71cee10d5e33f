// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKit
import Foundation
import SystemSupport

/// A server's certificate authority; a copy of its certificates is in the data folder.
struct LoginAuthority {
  /// The name of the copy.
  static let fileName = "cloudkit-authority.pem"

  /// The path of the given file, or of the copy from an earlier login.
  let path: String
  private let data: Data

  /// Reads the given file, else the copy from an earlier login to the server; nil without either.
  ///
  /// - Throws: ``CommandError`` if the given file can't be read.
  init?(_ given: String?, _ server: URL, _ account: DeviceAccount) throws {
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
