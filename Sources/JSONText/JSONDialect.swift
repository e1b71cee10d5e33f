// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The syntax and limits of a parser.
package struct JSONDialect: Sendable {
  /// The maximum nesting depth of arrays and objects.
  package let maximumDepth: Int
  /// True for the syntax of RFC 8259, valid UTF-8 and no lone surrogates.
  ///
  /// Otherwise the parser also accepts leading zeros, vertical tabs and form feeds as white space,
  /// a backslash before any character, and strings of any bytes.
  package let isStrict: Bool
  /// True if an object may have a key twice.
  package let allowsDuplicateKeys: Bool
  /// True if the nodes of arrays and objects have the byte offset of their end.
  ///
  /// Otherwise ``ParsedJSON/Node/end`` is 0 in these nodes, and free for the reader's use.
  package let recordsContainerEnds: Bool

  /// The dialect for texts of unknown origin, such as bodies of requests.
  package static func strict(maximumDepth: Int) -> JSONDialect {
    JSONDialect(
      maximumDepth: maximumDepth, isStrict: true, allowsDuplicateKeys: false,
      recordsContainerEnds: true)
  }

  /// The dialect for texts that this program or a database wrote.
  package static func lenient(maximumDepth: Int) -> JSONDialect {
    JSONDialect(
      maximumDepth: maximumDepth, isStrict: false, allowsDuplicateKeys: true,
      recordsContainerEnds: false)
  }
}
