// Cairn
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Tells the processes that share a store of each other's commits, through a file beside it.
///
/// A writer rewrites the signal file after its commit, with its own process and container in it;
/// the others are woken by inotify, and by then the commit can be read. The -wal file would not
/// do: it changes before the commit is visible.
final class ChangeSignal: Sendable {
  private let url: URL
  /// Tells this container's own signals from those of others.
  private let sender: String
  private let watch = Mutex<Watch?>(nil)

  init(store: URL) {
    url = store.deletingLastPathComponent()
      .appending(path: ".\(store.lastPathComponent)-signal")
    sender = "\(getpid()) \(UUID().uuidString)"
  }

  deinit {
    watch.withLock { $0?.source.cancel() }
  }

  /// Tells the others.
  ///
  /// A signal that can't be written is not an error: the commit stands.
  func send() {
    let descriptor = open(url.path(percentEncoded: false), O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let text = sender + "\n"
    _ = text.withCString { pwrite(descriptor, $0, text.utf8.count, 0) }
  }

  /// Calls `action` on a queue of the framework's after each signal of another container.
  ///
  /// Does nothing where the system has no watch to give: changes are then seen at the next fetch.
  func start(_ action: @escaping @Sendable () -> Void) {
    let descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    let directory = url.deletingLastPathComponent().path(percentEncoded: false)
    guard inotify_add_watch(descriptor, directory, UInt32(IN_CLOSE_WRITE)) >= 0 else {
      close(descriptor)
      return
    }
    let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: DispatchQueue(label: "SwiftData.ChangeSignal"))
    let url = url
    let sender = sender
    source.setEventHandler {
      guard Self.drain(descriptor, hasEventFor: url.lastPathComponent) else { return }
      let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
      if !text.hasPrefix(sender) { action() }
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
    watch.withLock { $0 = Watch(source: source) }
  }

  /// Reads all waiting events; true if one is for the file.
  private static func drain(_ descriptor: Int32, hasEventFor name: String) -> Bool {
    var isFound = false
    withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 8) { buffer in
      while case let count = read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          let bytes = buffer[start..<Swift.min(start + Int(event.len), count)]
          if String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) == name { isFound = true }
          offset = start + Int(event.len)
        }
      }
    }
    return isFound
  }

  /// The running watch.
  ///
  /// Sendable because it is only touched under its lock.
  private struct Watch: @unchecked Sendable {
    let source: any DispatchSourceRead
  }
}
