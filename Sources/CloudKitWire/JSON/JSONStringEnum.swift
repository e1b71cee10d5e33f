// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An enumeration encoded as a JSON string.
///
/// An unknown string from a client is an error that lists the known strings. An unknown string
/// from a server becomes ``unknown``, if the type has such a case.
package protocol JSONStringEnum: RawRepresentable<String>, CaseIterable, JSONReadable, JSONWritable,
  Sendable, Hashable
{
  /// Alternative spellings in use.
  static var aliases: [String: Self] { get }
  /// The case for an unknown string of a newer server; nil if the type has none.
  static var unknown: Self? { get }
}

extension JSONStringEnum {
  package static var aliases: [String: Self] { [:] }

  package static var unknown: Self? { nil }

  package static var inWords: String {
    let words = allCases.map(\.rawValue)
    return words.count == 1 ? words[0] : "one of " + words.joined(separator: ", ")
  }

  package init(json: JSONNode) throws(WireError) {
    let word = try json.string(Self.inWords)
    if let value = Self(rawValue: word) ?? Self.aliases[word] {
      self = value
    } else if !json.isStrict, let value = Self.unknown {
      self = value
    } else {
      throw json.mismatch(Self.inWords)
    }
  }

  package func write(to writer: inout JSONWriter) { writer.string(rawValue) }
}
