// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An ordered sequence of changes, each with a stable position.
///
/// Storage is chunked: changing a sequence that is shared with a snapshot copies one chunk, not
/// all. Each chunk caches its encoded string.
struct PendingSequence<Change: PendingChange>: Sendable, Sequence {
  /// The number of positions in a chunk.
  private static var length: Int { 256 }

  struct Chunk: Sendable {
    var changes: [Change?] = []
    /// The number of changes that were not removed.
    var count = 0
    var string = EncodedString()
  }

  private(set) var chunks: [Chunk] = []
  /// The number of chunks removed from the front; positions count from the first chunk ever.
  private var first = 0
  private(set) var count = 0

  subscript(position: Int) -> Change? {
    let chunk = position / Self.length - first
    return chunk >= 0 && chunk < chunks.count ? chunks[chunk].changes[position % Self.length] : nil
  }

  /// Appends a change and returns its position.
  mutating func append(_ change: Change) -> Int {
    if (chunks.last?.changes.count ?? Self.length) == Self.length { chunks.append(Chunk()) }
    let last = chunks.count - 1
    chunks[last].changes.append(change)
    chunks[last].count += 1
    chunks[last].string.invalidate()
    count += 1
    return (first + last) * Self.length + chunks[last].changes.count - 1
  }

  mutating func remove(_ position: Int) {
    let chunk = position / Self.length - first
    guard chunks[chunk].changes[position % Self.length] != nil else { return }
    chunks[chunk].changes[position % Self.length] = nil
    chunks[chunk].count -= 1
    chunks[chunk].string.invalidate()
    count -= 1
    // The last chunk stays: new changes are appended to it.
    while chunks.count > 1, chunks[0].count == 0 {
      chunks.removeFirst()
      first += 1
    }
  }

  /// Whether more than seven in eight positions are empty.
  var isSparse: Bool { chunks.count > 16 && count < chunks.count * Self.length / 8 }

  struct Iterator: IteratorProtocol {
    fileprivate let chunks: [Chunk]
    private var chunk = 0
    private var index = 0

    fileprivate init(_ chunks: [Chunk]) { self.chunks = chunks }

    mutating func next() -> Change? {
      while chunk < chunks.count {
        while index < chunks[chunk].changes.count {
          let change = chunks[chunk].changes[index]
          index += 1
          if let change { return change }
        }
        chunk += 1
        index = 0
      }
      return nil
    }
  }

  func makeIterator() -> Iterator { Iterator(chunks) }

  var underestimatedCount: Int { count }
}

/// The cached encoding of a chunk.
struct EncodedString: Sendable {
  private final class Box: Sendable {
    let string = Mutex<String?>(nil)
  }

  private var box = Box()

  /// Discards the string after the chunk has changed.
  mutating func invalidate() {
    if isKnownUniquelyReferenced(&box) {
      box.string.withLock { $0 = nil }
    } else {
      // A snapshot shares the unchanged chunk.
      box = Box()
    }
  }

  func get(_ make: () -> String) -> String {
    if let string = box.string.withLock({ $0 }) { return string }
    let string = make()
    box.string.withLock { $0 = string }
    return string
  }
}
