// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A buffer of the newest elements, up to a capacity.
///
/// ```swift
/// var buffer = try CircularBuffer<Int>(capacity: 3)
/// for number in 1...5 { buffer.append(number) }
/// print(buffer.elements)  // [3, 4, 5]
/// ```
public struct CircularBuffer<Element> {
  /// The maximum number of elements.
  public let capacity: Int
  private var storage: [Element] = []
  /// The index of the oldest element once the buffer is full.
  private var head = 0

  /// Creates an empty buffer.
  ///
  /// - Parameter capacity: The maximum number of elements, at least 1.
  /// - Throws: ``CircularBufferError`` for a smaller capacity.
  public init(capacity: Int) throws(CircularBufferError) {
    guard capacity > 0 else { throw CircularBufferError(capacity: capacity) }
    self.capacity = capacity
  }

  /// The number of elements.
  public var count: Int { storage.count }

  /// Whether the buffer has no element.
  public var isEmpty: Bool { storage.isEmpty }

  /// The elements, oldest first.
  public var elements: [Element] { Array(storage[head...] + storage[..<head]) }

  /// The newest element.
  public var last: Element? {
    storage.isEmpty ? nil : storage[(head + storage.count - 1) % storage.count]
  }

  /// Adds an element, which replaces the oldest one if the buffer is full.
  public mutating func append(_ element: Element) {
    if storage.count < capacity {
      storage.append(element)
    } else {
      storage[head] = element
      head = (head + 1) % capacity
    }
  }

  /// Removes all elements.
  public mutating func removeAll() {
    storage = []
    head = 0
  }
}

extension CircularBuffer: Sendable where Element: Sendable {}

/// A capacity below 1.
public struct CircularBufferError: Error, LocalizedError, Hashable, Sendable {
  /// The rejected capacity.
  public let capacity: Int

  /// The reason and the remedy.
  public var errorDescription: String? {
    "A buffer can't have a capacity of \(capacity). Give 1 or more."
  }
}
