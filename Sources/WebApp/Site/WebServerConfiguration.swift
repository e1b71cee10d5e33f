// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The page server's address and limits.
public struct WebServerConfiguration: Sendable {
  /// The address to listen on: `127.0.0.1`, `localhost` or `::1`, since there is no sign-in.
  public var host: String
  /// The port to listen on; 0 selects any free port.
  public var port: Int
  /// The maximum size of one upload in bytes, all its files together.
  public var maximumUploadSize: Int
  /// The time zone of the dates on the pages.
  public var timeZone: TimeZone
  /// The folder for uploads during an import; each gets a subfolder that is removed afterwards.
  public var uploadDirectory: URL

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - host: The address to listen on.
  ///   - port: The port to listen on; 0 selects any free port.
  ///   - maximumUploadSize: The maximum size of one upload in bytes; 1 GiB by default.
  ///   - timeZone: The time zone of the dates on the pages.
  ///   - uploadDirectory: The folder for uploads during an import.
  public init(
    host: String = "127.0.0.1", port: Int = 8080, maximumUploadSize: Int = 1 << 30,
    timeZone: TimeZone = .current, uploadDirectory: URL = FileManager.default.temporaryDirectory
  ) {
    self.host = host
    self.port = port
    self.maximumUploadSize = maximumUploadSize
    self.timeZone = timeZone
    self.uploadDirectory = uploadDirectory
  }
}
