// Cairn
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization
import SystemSupport

/// Reports writes to files by any process.
///
/// One inotify instance serves the whole process, because the number for each user is limited (128
/// on most systems, shared by all programs). Without an instance, a file is polled every second.
package final class FileWatch: Sendable {
  /// The watch of this process.
  package static let shared = FileWatch()

  /// Ends a watch when it is released.
  package final class Token: Sendable {
    private let end: @Sendable () -> Void

    fileprivate init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
  }

  /// A watched directory with the actions for its files.
  private struct Directory {
    let path: String
    var actions: [UUID: (file: String, run: @Sendable () -> Void)] = [:]
  }

  /// The descriptor of the inotify instance; negative if there is none.
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "SwiftData.FileWatch")
  private let directories = Mutex<[Int32: Directory]>([:])
  /// Retains the event source.
  private let source: Source?

  /// Sendable because the source is not accessed after initialization.
  private struct Source: @unchecked Sendable {
    let source: any DispatchSourceRead
  }

  private init() {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else {
      source = nil
      return
    }
    let events = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source = Source(source: events)
    events.setEventHandler { [weak self] in self?.readEvents() }
    events.resume()
  }

  /// Calls `action` on a queue of the framework after a file was written and closed, until the
  /// token is released.
  ///
  /// Writes in quick succession may be reported once.
  package func watch(_ file: URL, _ action: @escaping @Sendable () -> Void) -> Token {
    watchByEvents(file, action) ?? poll(file, action)
  }

  /// Watches a file like ``watch(_:_:)``, but polls it only if `isPolled` is true; nil if neither
  /// is possible.
  func watch(_ file: URL, isPolled: Bool, _ action: @escaping @Sendable () -> Void) -> Token? {
    watchByEvents(file, action) ?? (isPolled ? poll(file, action) : nil)
  }

  // MARK: Events

  private func watchByEvents(_ file: URL, _ action: @escaping @Sendable () -> Void) -> Token? {
    guard descriptor >= 0 else { return nil }
    let path = file.deletingLastPathComponent().path(percentEncoded: false)
    let id = UUID()
    let watch: Int32? = directories.withLock { directories in
      // A directory that is already watched has the same watch descriptor.
      let watch = inotify_add_watch(descriptor, path, UInt32(IN_CLOSE_WRITE))
      guard watch >= 0 else { return nil }
      directories[watch, default: Directory(path: path)].actions[id] = (
        file.lastPathComponent, action
      )
      return watch
    }
    return watch.map { watch in Token { [self] in end(watch, id) } }
  }

  private func end(_ watch: Int32, _ id: UUID) {
    directories.withLock { directories in
      directories[watch]?.actions[id] = nil
      guard directories[watch]?.actions.isEmpty == true else { return }
      directories[watch] = nil
      inotify_rm_watch(descriptor, watch)
    }
  }

  private func readEvents() {
    var written: [(watch: Int32, file: String)] = []
    withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 8) { buffer in
      while case let count = read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          let bytes = buffer[start..<Swift.min(start + Int(event.len), count)]
          written.append((event.wd, String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)))
          offset = start + Int(event.len)
        }
      }
    }
    for run in actions(for: written) { run() }
  }

  private func actions(for written: [(watch: Int32, file: String)]) -> [@Sendable () -> Void] {
    directories.withLock { directories in
      // The event queue has overflowed: any file may have been written.
      if written.contains(where: { $0.watch < 0 }) {
        return directories.values.flatMap { $0.actions.values.map(\.run) }
      }
      var known: Set<UUID> = []
      return written.flatMap { event in
        directories[event.watch]?.actions.filter { id, action in
          action.file == event.file && known.insert(id).inserted
        }.map(\.value.run) ?? []
      }
    }
  }

  // MARK: Polling

  private func poll(_ file: URL, _ action: @escaping @Sendable () -> Void) -> Token {
    let last = Mutex(Self.state(of: file))
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(200))
    timer.setEventHandler {
      let state = Self.state(of: file)
      let isNew = last.withLock { last in
        defer { last = state }
        return last != state
      }
      if isNew { action() }
    }
    timer.resume()
    let running = Timer(timer: timer)
    return Token { running.timer.cancel() }
  }

  /// Sendable because a timer may be cancelled from any thread.
  private struct Timer: @unchecked Sendable {
    let timer: any DispatchSourceTimer
  }

  private struct State: Equatable {
    let seconds: Int
    let nanoseconds: Int
    let file: UInt64
  }

  private static func state(of file: URL) -> State? {
    var info = stat()
    guard stat(file.path(percentEncoded: false), &info) == 0 else { return nil }
    return State(
      seconds: Int(info.st_mtim.tv_sec), nanoseconds: Int(info.st_mtim.tv_nsec),
      file: UInt64(info.st_ino))
  }
}
