// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// An observer of the system's memory, by the kernel's pressure stall information.
///
/// It reads `/proc/pressure/memory` (the share of time in which tasks wait for memory) and
/// `/proc/meminfo` (the available memory), and posts
/// `Notification.Name.memoryPressureDetected` when memory becomes short. A kernel without the first file is
/// observed by the second one.
///
/// ```swift
/// let memory = MemoryManager.shared
/// memory.start()
/// for await pressure in memory.pressures() { print(pressure) }
/// ```
public final class MemoryManager: Sendable {
  /// The observer of the whole process.
  public static let shared = MemoryManager()

  private struct State {
    var task: Task<Void, Never>?
    var last = MemoryPressure.none
    var observers: [UUID: AsyncStream<MemoryPressure>.Continuation] = [:]
  }

  private let state = Mutex(State())
  private let folder: URL
  private let interval: Duration

  /// Creates an observer that is not started.
  ///
  /// - Parameters:
  ///   - folder: The folder of the kernel's files.
  ///   - interval: The time between two readings.
  public init(folder: URL = URL(filePath: "/proc"), interval: Duration = .seconds(5)) {
    self.folder = folder
    self.interval = interval
  }

  deinit { stop() }

  /// Starts to read; a second call changes nothing.
  public func start() {
    state.withLock { state in
      guard state.task == nil else { return }
      let interval = interval
      state.task = Task.detached { [weak self] in
        while !Task.isCancelled {
          guard let self else { return }
          check()
          do { try await Task.sleep(for: interval) } catch { return }
        }
      }
    }
  }

  /// Stops to read.
  public func stop() {
    state.withLock { state in
      state.task?.cancel()
      state.task = nil
    }
  }

  /// The current pressure.
  public var current: MemoryPressure {
    MemoryPressure(
      stalls: text("pressure/memory") ?? "", memory: text("meminfo") ?? "")
  }

  /// Reads the pressure, and reports it if it has risen.
  ///
  /// - Returns: The pressure.
  @discardableResult
  public func check() -> MemoryPressure {
    let pressure = current
    let observers = state.withLock { state in
      defer { state.last = pressure }
      return pressure > state.last ? Array(state.observers.values) : nil
    }
    guard let observers else { return pressure }
    for observer in observers { observer.yield(pressure) }
    NotificationCenter.default.post(name: .memoryPressureDetected, object: nil)
    return pressure
  }

  /// Returns a stream of risen pressures; it ends with its task.
  public func pressures() -> AsyncStream<MemoryPressure> {
    let (stream, continuation) = AsyncStream<MemoryPressure>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let id = UUID()
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.observers.removeValue(forKey: id) }
    }
    state.withLock { $0.observers[id] = continuation }
    return stream
  }

  private func text(_ file: String) -> String? {
    try? String(contentsOf: folder.appending(path: file), encoding: .utf8)
  }
}

/// The shortage of memory.
public enum MemoryPressure: Int, Sendable, Comparable, CaseIterable {
  /// Memory is sufficient.
  case none
  /// Some tasks wait for memory, or less than a tenth is available.
  case warning
  /// All tasks wait for memory at times, or less than a twentieth is available.
  case critical

  /// Creates the pressure of two files of the kernel.
  ///
  /// - Parameters:
  ///   - stalls: The text of `/proc/pressure/memory`; an empty string if there is none.
  ///   - memory: The text of `/proc/meminfo`; an empty string if there is none.
  public init(stalls: String, memory: String) {
    let some = Self.average(of: "some", in: stalls) ?? 0
    let full = Self.average(of: "full", in: stalls) ?? 0
    let available = Self.availableShare(memory) ?? 1
    if full >= 10 || available < 0.05 {
      self = .critical
    } else if some >= 10 || available < 0.1 {
      self = .warning
    } else {
      self = .none
    }
  }

  /// Orders pressures from none to critical.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The percentage of the last ten seconds in a line such as `some avg10=0.50 avg60=0.10 …`.
  private static func average(of kind: String, in text: String) -> Double? {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.first.map(String.init) == kind else { continue }
      let field = parts.first { $0.hasPrefix("avg10=") }
      return field.flatMap { Double($0.dropFirst("avg10=".count)) }
    }
    return nil
  }

  /// The available part of the memory, from the lines `MemTotal` and `MemAvailable`.
  private static func availableShare(_ text: String) -> Double? {
    var values: [Substring: Double] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(whereSeparator: { $0 == ":" || $0 == " " })
      if parts.count >= 2, let value = Double(parts[1]) { values[parts[0]] = value }
    }
    guard let total = values["MemTotal"], total > 0, let available = values["MemAvailable"] else {
      return nil
    }
    return available / total
  }
}

extension Notification.Name {
  /// Memory has become short; caches release their values.
  public static let memoryPressureDetected = Notification.Name("memoryPressureDetected")
}
