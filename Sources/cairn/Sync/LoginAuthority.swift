// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The authority that a server is trusted by: a copy of its certificates is in the data folder.
struct LoginAuthority {
  /// The name of the copy.
  static let fileName = "cloudkit-authority.pem"

  /// The file that was given, or the copy of an earlier login.
  let path: String
  private let data: Data

  /// The authority by its file, or without one the known one of the same server; nil if there is none.
  ///
  /// - Throws: ``CommandError`` that names a given file that can't be read.
  init?(_ given: String?, _ server: URL, _ account: DeviceAccount) throws {
    let known = try account.isDamaged() ? [:] : account.ways()
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
      // A copy that is gone is as if there had been none.
      guard given != nil else { return nil }
      throw CommandError("\(path.printable) \(UnreadableFile.reason(self.path)): \(advice)")
    }
    guard String(decoding: data, as: UTF8.self).contains("BEGIN CERTIFICATE") else {
      guard given != nil else { return nil }
      throw CommandError("\(path.printable) is no PEM file with certificates: \(advice)")
    }
  }

  private static func reason(_ error: any Error) -> String {
    if (error as? CocoaError)?.code == .fileWriteOutOfSpace {
      return "there is no room left on its disk; make room and try again"
    }
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    guard let cause, cause.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
    return String(cString: strerror(Int32(cause.code)))
  }

  /// Writes the copy.
  func keep(in account: DeviceAccount) throws {
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
