// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Validation of counts against limits.
enum Bounds {
  static func check(_ count: Int, at node: JSONNode, atMost limit: Int) throws(WireError) {
    guard count <= limit else {
      throw WireError(
        path: node.path, found: "\(count) entries", expected: "at most \(limit) in one request")
    }
  }

  /// Decodes a required list, after checking its length against a limit.
  static func list<Element: JSONReadable>(
    _ object: JSONObject, _ key: StaticString, _ expected: String, atMost limit: Int
  ) throws(WireError) -> [Element] {
    guard let node = object.value(key) else { throw object.missing(key, expected) }
    var count = 0
    for _ in try node.array(expected) { count += 1 }
    if node.isStrict { try check(count, at: node, atMost: limit) }
    return try [Element](json: node)
  }

  /// Decodes a `resultsLimit`: clamps it to ``Limits/records``, and throws below 1.
  static func resultsLimit(_ object: JSONObject) throws(WireError) -> Int? {
    guard let node = object.value("resultsLimit") else { return nil }
    let limit = try node.int64("a number from 1 to \(Limits.records)")
    guard limit >= 1 else { throw node.mismatch("a number from 1 to \(Limits.records)") }
    return Int(Swift.min(limit, Int64(Limits.records)))
  }
}
