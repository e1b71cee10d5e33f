// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A text that a parser rejects.
///
/// It has no message: the modules that parse texts name a path or an offset in their own errors.
package struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The violated rule; most cases name the expected syntax.
  package enum Reason: Hashable, Sendable {
    case value
    /// The rest of `true`, `false` or `null`.
    ///
    /// The position is that of the word in the strict dialect, of the wrong character in the other.
    case literal
    case endOfText
    case key
    case colon
    case comma
    case digit
    case noLeadingZero
    case endOfString
    case noControlCharacter
    case escapedCharacter
    case hexadecimalDigits
    /// A surrogate without its other half; the position is that of its backslash.
    case loneSurrogate
    case validUTF8
    /// Too many levels of arrays and objects.
    case depth
    /// A duplicate key; the node of its value.
    case duplicateKey(Int)
  }

  /// The violated rule.
  package let reason: Reason
  /// The byte offset of the error; the length of the text if it ends too early.
  package let position: Int
  /// The node index of the innermost open array or object; ``ParsedJSON/Node/none`` outside.
  package let container: UInt32
}
