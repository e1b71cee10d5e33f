// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Tells the containers that share a store, in this process and others, of each other's commits.
///
/// It is a small file beside the store, written after each commit: the others are woken, and by then
/// the commit can be read. The -wal file would not do: it changes before the commit is visible. Only
/// when somebody closes it is it looked at too: a program that is killed between its commit and its
/// signal, or that knows nothing of signals, closes its files at its end.
///
/// Its two lines are the last signal, and the last one by another sender than that: so that a
/// container that finds its own signal in the first line still learns from the second whether
/// somebody else has written since it last looked.
final class ChangeSignal: Sendable {
  /// One line: who committed, and for the how many-th time.
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
  /// Tells this container's own signals from those of others.
  private let sender = UUID().uuidString
  private let sent = Atomic<UInt64>(0)
  private let store: URL
  private let watches = Mutex<[FileWatch.Token]>([])

  init(store: URL) {
    self.store = store
    url = store.deletingLastPathComponent()
      .appending(path: ".\(store.lastPathComponent)-signal")
  }

  /// Tells the others.
  ///
  /// A signal that can't be written is not an error: the commit stands.
  func send() {
    let descriptor = open(url.path(percentEncoded: false), O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // Released with the descriptor, also by a process that dies.
    guard flock(descriptor, LOCK_EX) == 0 else { return }
    let other = Self.lines(descriptor).first { $0.sender != sender }
    let number = sent.wrappingAdd(1, ordering: .relaxed).newValue
    var text = "\(sender) \(number)\n"
    if let other { text += "\(other.sender) \(other.number)\n" }
    let count = text.utf8.count
    _ = text.withCString { pwrite(descriptor, $0, count, 0) }
    ftruncate(descriptor, off_t(count))
  }

  /// Calls `action` on a queue of the framework's after commits of other containers, until the
  /// signal goes; `isNews` says whether there is one when a file was closed.
  func start(
    isNews: @escaping @Sendable () -> Bool, _ action: @escaping @Sendable () -> Void
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
      if isNews() { action() }
    }
    watches.withLock { $0 = [token, closing].compactMap(\.self) }
  }

  /// The last signal that another than `sender` has given.
  private static func foreign(_ url: URL, to sender: String) -> Line? {
    let descriptor = open(url.path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_SH) == 0 else { return nil }
    return lines(descriptor).first { $0.sender != sender }
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
