// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Changes in order, each at a place that stays the same until it is removed.
///
/// It is made of chunks: who changes a sequence that somebody else keeps copies one of them, not all. A
/// chunk remembers its encoded text.
struct PendingSequence<Change: PendingChange>: Sendable, Sequence {
  /// Places of a chunk.
  private static var length: Int { 256 }

  struct Chunk: Sendable {
    var changes: [Change?] = []
    /// Those that are not removed.
    var count = 0
    var text = EncodedText()
  }

  private(set) var chunks: [Chunk] = []
  /// The number of the first chunk; places count from that of the first one ever.
  private var first = 0
  private(set) var count = 0

  subscript(place: Int) -> Change? {
    let chunk = place / Self.length - first
    return chunk >= 0 && chunk < chunks.count ? chunks[chunk].changes[place % Self.length] : nil
  }

  /// Adds a change at the end, and tells its place.
  mutating func append(_ change: Change) -> Int {
    if (chunks.last?.changes.count ?? Self.length) == Self.length { chunks.append(Chunk()) }
    let last = chunks.count - 1
    chunks[last].changes.append(change)
    chunks[last].count += 1
    chunks[last].text.forget()
    count += 1
    return (first + last) * Self.length + chunks[last].changes.count - 1
  }

  mutating func remove(_ place: Int) {
    let chunk = place / Self.length - first
    guard chunks[chunk].changes[place % Self.length] != nil else { return }
    chunks[chunk].changes[place % Self.length] = nil
    chunks[chunk].count -= 1
    chunks[chunk].text.forget()
    count -= 1
    // The last one is still filled.
    while chunks.count > 1, chunks[0].count == 0 {
      chunks.removeFirst()
      first += 1
    }
  }

  /// Whether far more places are empty than filled.
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

/// The text of a chunk, once somebody has asked for it.
struct EncodedText: Sendable {
  private final class Box: Sendable {
    let text = Mutex<String?>(nil)
  }

  private var box = Box()

  /// To be called when the chunk has changed.
  mutating func forget() {
    if isKnownUniquelyReferenced(&box) {
      box.text.withLock { $0 = nil }
    } else {
      // Others have the chunk as it was.
      box = Box()
    }
  }

  func get(_ make: () -> String) -> String {
    if let text = box.text.withLock({ $0 }) { return text }
    let text = make()
    box.text.withLock { $0 = text }
    return text
  }
}
