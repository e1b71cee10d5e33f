// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import PrivateFiles
import SystemSupport

/// The idempotency keys of the last seven days, with the responses of their requests, in a file.
///
/// A key is stored before its request is processed. If the process ends in between, the outcome is
/// unknown, and the log reports that instead of permitting a second execution.
package actor ReplayLog {
  /// The answer to a request's key.
  package enum Decision: Sendable, Equatable {
    /// The key is new and stored now; the caller processes the request.
    case first
    /// The request was processed, with this response.
    case repeated(Outcome)
    /// The request is being processed.
    case running
    /// A previous process ended while it processed the request.
    case unknown
    /// The key belongs to another request.
    case mismatch
    /// The log is full.
    case full
  }

  /// A response's status, and its Location header.
  package struct Outcome: Sendable, Equatable, Codable {
    /// The status code.
    package var status: Int
    /// The address of a redirect.
    package var location: String?

    package init(status: Int, location: String?) {
      self.status = status
      self.location = location
    }
  }

  /// A line of the file: the state of a key at a time.
  private struct Entry: Codable {
    enum Phase: String, Codable { case started, finished, abandoned }

    var key: String
    var request: String
    var date: Date
    var phase: Phase
    var outcome: Outcome?
  }

  /// The retention of a key in seconds.
  package static let retention = 7.0 * 86_400
  /// The maximum number of keys.
  package static let capacity = 20_000

  /// The file in a data folder.
  package static func file(in dataFolder: URL) -> URL {
    dataFolder.appending(path: "devices/replays")
  }

  private let file: PrivateFile
  private let lockFile: PrivateFile
  private let now: @Sendable () -> Date
  private var entries: [String: Entry] = [:]
  /// The keys that this process is processing.
  private var running: Set<String> = []

  /// Loads the keys of a file, which need not exist, and removes expired ones from it.
  ///
  /// - Throws: ``PrivateFile/Failure`` if the file can't be read or written.
  package init(file url: URL, now: @escaping @Sendable () -> Date = { Date() }) throws {
    file = PrivateFile(url)
    lockFile = PrivateFile(url.appendingPathExtension("lock"))
    self.now = now
    entries = try Self.compact(file, lockFile: lockFile, now: now())
  }

  /// Checks a key, and stores it if it is new.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - request: The request's method and path.
  /// - Returns: Whether the caller processes the request, or else the reason that it must not.
  /// - Throws: ``PrivateFile/Failure`` if the key can't be stored; the request is then not processed.
  package func begin(_ key: String, request: String) throws -> Decision {
    let date = now()
    if let entry = entries[key], !Self.isExpired(entry, date) {
      guard entry.request == request else { return .mismatch }
      if running.contains(key) { return .running }
      guard let outcome = entry.outcome else { return .unknown }
      return .repeated(outcome)
    }
    if entries.count >= Self.capacity {
      entries = entries.filter { !Self.isExpired($0.value, date) }
    }
    guard entries.count < Self.capacity else { return .full }
    let entry = Entry(key: key, request: request, date: date, phase: .started)
    try append(entry)
    entries[key] = entry
    running.insert(key)
    return .first
  }

  /// Stores the response of a processed request.
  ///
  /// - Throws: ``PrivateFile/Failure`` if it can't be stored: this process still knows it, and after a
  ///   restart the outcome is unknown.
  package func finish(_ key: String, _ outcome: Outcome) throws {
    running.remove(key)
    guard var entry = entries[key] else { return }
    entry.phase = .finished
    entry.outcome = outcome
    entries[key] = entry
    try append(entry)
  }

  /// Removes the key of a request that changed nothing, so that it can be sent again.
  ///
  /// - Throws: ``PrivateFile/Failure`` if the file can't be written: after a restart the outcome is
  ///   unknown.
  package func abandon(_ key: String) throws {
    running.remove(key)
    guard var entry = entries.removeValue(forKey: key) else { return }
    entry.phase = .abandoned
    try append(entry)
  }

  /// Records that a request failed after it may have changed something.
  package func fail(_ key: String) {
    running.remove(key)
  }

  private func append(_ entry: Entry) throws {
    // The first line feed ends a line of which a full disk took only a part.
    let lineFeed = Data([UInt8(ascii: "\n")])
    let line = lineFeed + (try Self.encoder.encode(entry)) + lineFeed
    let lock = try lockFile.openLock()
    try lock.acquire(.exclusive)
    try lock.withDescriptor { _ in try file.append(line) }
  }

  private static func isExpired(_ entry: Entry, _ date: Date) -> Bool {
    date.timeIntervalSince(entry.date) > retention
  }

  /// Rewrites the file with the last state of each key that is not expired.
  private static func compact(
    _ file: PrivateFile, lockFile: PrivateFile, now: Date
  ) throws -> [String: Entry] {
    let lock = try lockFile.openLock()
    try lock.acquire(.exclusive)
    return try lock.withDescriptor { _ in
      guard let data = try file.read() else { return [:] }
      var entries: [String: Entry] = [:]
      for line in data.split(separator: UInt8(ascii: "\n")) {
        // A crash can leave a part of the last line; its request was not processed or not answered.
        guard let entry = try? decoder.decode(Entry.self, from: line) else { continue }
        entries[entry.key] = entry.phase == .abandoned ? nil : entry
      }
      entries = entries.filter { !isExpired($0.value, now) }
      var content = Data()
      for entry in entries.values.sorted(by: { ($0.date, $0.key) < ($1.date, $1.key) }) {
        content.append(try encoder.encode(entry))
        content.append(UInt8(ascii: "\n"))
      }
      if content != data { try file.write(content) }
      return entries
    }
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = [.sortedKeys]
    return encoder
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    return decoder
  }
}
