// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Where the page server listens and what it accepts.
public struct WebServerConfiguration: Sendable {
  /// The address to listen on: `127.0.0.1`, `localhost` or `::1`, since there is no sign-in.
  public var host: String
  /// The port to listen on; 0 takes any free one.
  public var port: Int
  /// Bytes that one upload may have, all its files together.
  public var maximumUploadSize: Int
  /// The time zone of the dates on the pages.
  public var timeZone: TimeZone
  /// The folder in which uploads wait for their import; each in a folder of its own that is removed.
  public var uploadDirectory: URL

  /// A configuration by its parts.
  ///
  /// - Parameters:
  ///   - host: The address to listen on.
  ///   - port: The port to listen on; 0 takes any free one.
  ///   - maximumUploadSize: Bytes that one upload may have; 1 GiB unless told.
  ///   - timeZone: The time zone of the dates on the pages.
  ///   - uploadDirectory: The folder in which uploads wait for their import.
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
