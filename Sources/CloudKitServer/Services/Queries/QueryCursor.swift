// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// The position after which the next page of a query begins.
struct QueryCursor: Sendable, Hashable {
  /// The ID of the scanned index; 0 if the query has sorts.
  var index: Int64 = 0
  /// The key in the index, or the key of each sort.
  var keys: [[UInt8]]
  var record: Int64

  init(index: Int64 = 0, keys: [[UInt8]], record: Int64) {
    self.index = index
    self.keys = keys
    self.record = record
  }

  /// The JSON encoding: an array of strings.
  var sortValues: [UInt8] {
    var writer = JSONWriter()
    writer.beginArray()
    writer.string(String(index))
    writer.string(String(record))
    for key in keys { writer.string(Data(key).base64EncodedString()) }
    writer.endArray()
    return writer.bytes
  }

  /// Decodes ``sortValues``; nil for other JSON.
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
