// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A value of a fixed set of words.
///
/// A word that a client sends and we do not know is an error that lists the known ones. From a server
/// it becomes ``unknown``, where there is such a case.
package protocol JSONWord: RawRepresentable<String>, CaseIterable, JSONReadable, JSONWritable,
  Sendable, Hashable
{
  /// Other spellings that have been seen.
  static var aliases: [String: Self] { get }
  /// What a word of a newer server becomes; nil if there is nothing that would be right.
  static var unknown: Self? { get }
}

extension JSONWord {
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
