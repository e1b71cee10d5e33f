// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
package import Foundation
import PrivateFiles
import Synchronization

/// The secret addresses of calendar feeds, in a private file beside the store.
///
/// They belong to this machine, since other devices serve their own feeds.
package final class FeedSecrets: Sendable {
  private struct State {
    /// The secrets by the identifiers of trips; nil until the file is read.
    var secrets: [String: String]?
  }

  private let file: PrivateFile?
  private let state = Mutex(State())

  /// The secrets of a data folder; without one, they are only in memory.
  package init(folder: URL?) {
    file = folder.map { PrivateFile($0.appending(path: "tripplanner-feeds.json")) }
  }

  /// The secret of a trip's feed; nil if it has none.
  package func secret(_ trip: UUID) throws -> String? { try all()[TripPaths.text(trip)] }

  /// The trip of a secret; nil for an unknown one.
  package func trip(_ secret: String) throws -> UUID? {
    let digest = SHA256.hash(data: Data(secret.utf8))
    return try all().first { SHA256.hash(data: Data($0.value.utf8)) == digest }
      .flatMap { UUID(uuidString: $0.key) }
  }

  /// Gives a trip a new secret, so that the old address is no longer valid.
  package func renew(_ trip: UUID) throws -> String {
    let secret = SymmetricKey(size: .bits256).withUnsafeBytes { bytes in
      bytes.prefix(24).map { byte in
        let digits = String(byte, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
    }
    try change { $0[TripPaths.text(trip)] = secret }
    return secret
  }

  /// Ends a trip's feed.
  package func remove(_ trip: UUID) throws {
    try change { $0[TripPaths.text(trip)] = nil }
  }

  /// The secrets; the file is read each time, since the command may have changed it.
  private func all() throws -> [String: String] {
    guard let file else { return state.withLock { $0.secrets ?? [:] } }
    guard let data = try file.read() else { return [:] }
    return (try? JSONDecoder().decode([String: String].self, from: data)) ?? [:]
  }

  private func change(_ body: (inout [String: String]) -> Void) throws {
    var secrets = try all()
    body(&secrets)
    guard let file else { return state.withLock { [secrets] in $0.secrets = secrets } }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    try file.createFolder()
    try file.write(try encoder.encode(secrets))
  }
}
