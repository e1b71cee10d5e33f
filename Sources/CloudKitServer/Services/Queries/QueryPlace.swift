// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// Where a page of a query ended, and the next goes on behind.
struct QueryPlace: Sendable, Hashable {
  /// The index that was walked through; 0 if the query has an order of its own.
  var index: Int64 = 0
  /// Of the index, or of each sort.
  var keys: [[UInt8]]
  var record: Int64

  init(index: Int64 = 0, keys: [[UInt8]], record: Int64) {
    self.index = index
    self.keys = keys
    self.record = record
  }

  /// As a JSON array of strings.
  var sortValues: [UInt8] {
    var writer = JSONWriter()
    writer.beginArray()
    writer.string(String(index))
    writer.string(String(record))
    for key in keys { writer.string(Data(key).base64EncodedString()) }
    writer.endArray()
    return writer.bytes
  }

  /// Nil for what we never wrote.
  init?(sortValues: [UInt8]) {
    guard let root = try? JSONDocument(sortValues, from: .server).root,
      let texts = try? [String](json: root), texts.count >= 2, let index = Int64(texts[0]),
      let record = Int64(texts[1])
    else { return nil }
    let keys = texts.dropFirst(2).compactMap { Data(base64Encoded: $0).map { [UInt8]($0) } }
    guard keys.count == texts.count - 2 else { return nil }
    self.init(index: index, keys: keys, record: record)
  }
}
