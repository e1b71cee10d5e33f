// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import PrivateFiles

/// The right of one browser on another device to open the pages.
package struct DeviceSession: Sendable, Equatable, Codable, Identifiable {
  /// The identifier in the list; it is no secret.
  package let id: UUID
  /// The device's name.
  package var name: String
  /// The moment of the pairing.
  package let created: Date
  /// The last request, accurate to five minutes.
  package var lastSeen: Date
  /// The SHA-256 hash of the cookie's secret.
  let hash: String
}

/// The sessions of all paired devices, in a file that only its owner can read.
package actor DeviceSessions {
  /// The result of a lookup.
  package struct Access: Sendable, Equatable {
    /// The device's session.
    package let session: DeviceSession
    /// Whether the cookie's expiry should be extended, once a day.
    package let renewsCookie: Bool
  }

  /// The form of the file.
  private struct Content: Codable {
    var sessions: [DeviceSession]
  }

  /// The number of days without use after which a session expires.
  package static let idleDays = 90.0
  /// The seconds between two updates of the file for one device.
  private static let precision = 300.0

  private let file: PrivateFile
  private let now: @Sendable () -> Date
  /// Sessions by hash.
  private var sessions: [String: DeviceSession] = [:]
  /// The moments at which cookies were last extended in this process, by hash.
  private var renewals: [String: Date] = [:]

  /// Loads the sessions of a file, which need not exist.
  ///
  /// - Throws: ``PrivateFile/Failure`` if the file can't be read; `DecodingError` if it is damaged.
  package init(file: URL, now: @escaping @Sendable () -> Date = { Date() }) throws {
    self.file = PrivateFile(file)
    self.now = now
    if let data = try self.file.read() {
      let content = try Self.decoder.decode(Content.self, from: data)
      sessions = Dictionary(content.sessions.map { ($0.hash, $0) }) { $1 }
    }
  }

  /// The valid sessions, last seen first.
  package var all: [DeviceSession] {
    sessions.values.filter { !isExpired($0) }
      .sorted { ($0.lastSeen, $0.id.uuidString) > ($1.lastSeen, $1.id.uuidString) }
  }

  /// Creates a session.
  ///
  /// - Parameter name: The device's name.
  /// - Returns: The session, and the secret for its cookie, which is not stored.
  /// - Throws: ``PrivateFile/Failure`` if it can't be stored; the session then doesn't exist.
  package func create(name: String) throws -> (session: DeviceSession, secret: RandomSecret) {
    let secret = RandomSecret()
    // The file's dates are in whole seconds.
    let date = Date(timeIntervalSince1970: now().timeIntervalSince1970.rounded(.down))
    let session = DeviceSession(
      id: UUID(), name: DeviceName.cleaned(name) ?? "Unknown device", created: date,
      lastSeen: date, hash: RandomSecret.hash(of: secret.text))
    var new = sessions.filter { !isExpired($0.value) }
    new[session.hash] = session
    try write(new)
    sessions = new
    renewals[session.hash] = now()
    return (session, secret)
  }

  /// Finds the session of a cookie's secret, and records the time of the request.
  ///
  /// - Returns: Nil if the secret is unknown, revoked or expired.
  package func access(secret: String) -> Access? {
    let hash = RandomSecret.hash(of: secret)
    guard var session = sessions[hash], !isExpired(session) else { return nil }
    let date = now()
    if date.timeIntervalSince(session.lastSeen) >= Self.precision {
      session.lastSeen = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
      sessions[hash] = session
      // A full disk must not lock the user out; the next request writes the file again.
      try? write(sessions)
    }
    let renewsCookie = renewals[hash].map { date.timeIntervalSince($0) >= 86_400 } ?? true
    if renewsCookie { renewals[hash] = date }
    return Access(session: session, renewsCookie: renewsCookie)
  }

  /// Renames a device; an unknown identifier or an empty name changes nothing.
  ///
  /// - Throws: ``PrivateFile/Failure`` if it can't be stored; the name is then unchanged.
  package func rename(_ id: UUID, to name: String) throws {
    guard let name = DeviceName.cleaned(name),
      var session = sessions.values.first(where: { $0.id == id })
    else { return }
    session.name = name
    var new = sessions
    new[session.hash] = session
    try write(new)
    sessions = new
  }

  /// Revokes a session at once.
  ///
  /// - Throws: ``PrivateFile/Failure`` if the file can't be written: the session is then revoked until
  ///   the server restarts.
  package func revoke(_ id: UUID) throws {
    sessions = sessions.filter { $0.value.id != id }
    try write(sessions)
  }

  /// Revokes all sessions at once.
  ///
  /// - Throws: ``PrivateFile/Failure`` as ``revoke(_:)``.
  package func revokeAll() throws {
    sessions = [:]
    try write(sessions)
  }

  private func isExpired(_ session: DeviceSession) -> Bool {
    now().timeIntervalSince(session.lastSeen) > Self.idleDays * 86_400
  }

  private func write(_ sessions: [String: DeviceSession]) throws {
    let content = Content(sessions: sessions.values.sorted { $0.id.uuidString < $1.id.uuidString })
    try file.write(try Self.encoder.encode(content))
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return encoder
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }
}
