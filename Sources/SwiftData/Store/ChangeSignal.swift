// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import SystemSupport

/// Notifies the containers that share a store, in this process and others, of each other's commits.
///
/// The signal is a small file beside the store, written after each commit, so that a notified
/// container can read the commit. The -wal file is not suitable: it changes before the commit is
/// visible. Its closing is watched as well, because a program that is killed between commit and
/// signal, or that writes no signals, closes its files when it ends.
///
/// The file has two lines: the last signal, and the last one of another sender. A container that
/// finds its own signal in the first line can tell from the second whether another container has
/// committed since the last check.
final class ChangeSignal: Sendable {
  /// A line of the file: the sender and the number of its commits.
  private struct Line: Equatable {
    let sender: Substring
    let number: Substring

    init?(_ text: Substring) {
      let parts = text.split(separator: " ")
      guard parts.count == 2 else { return nil }
      (sender, number) = (parts[0], parts[1])
    }
  }

  private let url: URL
  /// The identifier in this container's own signals.
  private let sender = UUID().uuidString
  private let sent = Atomic<UInt64>(0)
  private let store: URL
  private let watches = Mutex<[FileWatch.Token]>([])

  init(store: URL) {
    self.store = store
    url = store.deletingLastPathComponent()
      .appending(path: ".\(store.lastPathComponent)-signal")
  }

  /// Writes the signal for the other containers.
  ///
  /// A signal that cannot be written is not an error, because the commit is complete.
  func send() {
    guard let file = Self.locked(url, .exclusive, O_RDWR | O_CREAT) else { return }
    file.withDescriptor { write($0) }
  }

  private func write(_ descriptor: Int32) {
    let other = Self.lines(descriptor).first { $0.sender != sender }
    let number = sent.wrappingAdd(1, ordering: .relaxed).newValue
    var text = "\(sender) \(number)\n"
    if let other { text += "\(other.sender) \(other.number)\n" }
    let count = text.utf8.count
    _ = text.withCString { pwrite(descriptor, $0, count, 0) }
    ftruncate(descriptor, off_t(count))
  }

  /// Calls `action` on a queue of the framework after commits of other containers, until the signal
  /// is released.
  ///
  /// When the store's log is closed, `action` runs only if `hasNewCommits` returns true.
  func start(
    hasNewCommits: @escaping @Sendable () -> Bool, _ action: @escaping @Sendable () -> Void
  ) {
    let sender = sender
    let url = url
    let seen = Mutex(Self.foreign(url, to: sender))
    let token = FileWatch.shared.watch(url) {
      let isNew = seen.withLock { seen in
        let now = Self.foreign(url, to: sender)
        defer { seen = now }
        return now != nil && now != seen
      }
      if isNew { action() }
    }
    let log = store.deletingLastPathComponent().appending(path: store.lastPathComponent + "-wal")
    let closing = FileWatch.shared.watch(log, isPolled: false) {
      if hasNewCommits() { action() }
    }
    watches.withLock { $0 = [token, closing].compactMap(\.self) }
  }

  /// Ends the calls of the action.
  func stop() { watches.withLock { $0 = [] } }

  /// The last signal of a sender other than `sender`.
  private static func foreign(_ url: URL, to sender: String) -> Line? {
    locked(url, .shared, O_RDONLY)?.withDescriptor(lines).first { $0.sender != sender }
  }

  /// Opens and locks the file; nil if either fails.
  ///
  /// The lock is released with the returned value, even if the process is killed.
  private static func locked(_ url: URL, _ mode: AdvisoryLock.Mode, _ flags: Int32)
    -> AdvisoryLock?
  {
    do {
      let file = try AdvisoryLock(
        opening: url.path(percentEncoded: false), flags, permissions: 0o644)
      try file.acquire(mode)
      return file
    } catch {
      return nil
    }
  }

  private static func lines(_ descriptor: Int32) -> [Line] {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return [] }
      return String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
        .compactMap { Line($0) }
    }
  }
}
