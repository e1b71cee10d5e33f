// Cairn
// SPDX-License-Identifier: Apache-2.0

import FoundationMacrosUnderTest
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The errors of predicates, with their positions in the source and their remedies.
@Suite struct PredicateDiagnosticTests {
  @Test func `unsupported functions are rejected with a replacement`() {
    expectRefusal(
      "#Predicate { $0.name.hasPrefix(\"a\") }",
      "'hasPrefix' can't be used on the input of a predicate; use 'starts(with:)'", column: 22)
    expectRefusal(
      "#Predicate { x.a && $0.name.lowercased() == a }",
      "'lowercased' can't be used on the input of a predicate; "
        + "use 'caseInsensitiveCompare(_:)' or 'localizedStandardContains(_:)'", column: 29)
    expectRefusal(
      "#Predicate { $0.name.foo(1) }", "'foo' can't be used on the input of a predicate",
      column: 22)
    expectRefusal(
      "#Predicate { isGood($0) }",
      "'isGood' can't be called with the input of a predicate; "
        + "call it with captured values only", column: 14)
    expectRefusal(
      "#Predicate { $0.tags.contains(where: test) }",
      "'contains' needs a closure or a key path written in place", column: 38)
    expectRefusal(
      "#Predicate { $0.tags.contains(where: \\.[0]) }",
      "this key path can't be used in a predicate; write a closure instead", column: 38)
    expectRefusal(
      "#Predicate { $0[keyPath: path] }",
      "'subscript' can't be used on the input of a predicate", column: 16)
    expectRefusal(
      "#Predicate { .init($0) }",
      "a member without a base can't be used with the input of a predicate; "
        + "write the type before the dot", column: 14)
  }

  @Test func `unsupported operators and tuples are rejected`() {
    expectRefusal(
      "#Predicate { $0.count & 1 == 1 }",
      "the operator '&' can't be used on the input of a predicate; "
        + "compute the other side before the predicate and capture it", column: 23)
    expectRefusal(
      "#Predicate { ~$0.count == 1 }",
      "the operator '~' can't be used on the input of a predicate; "
        + "compute the other side before the predicate and capture it", column: 14)
    expectRefusal(
      "#Predicate { ($0.a, $0.b) == (1, 2) }", "tuples can't be used in a predicate", column: 14)
  }

  @Test func `unsupported statements are rejected`() {
    expectRefusal(
      "#Predicate { for x in $0.list {}; return true }",
      "a loop can't be used in a predicate; use 'if'-'else' or '? :' expressions", column: 14)
    expectRefusal(
      "#Predicate { guard $0.a else { return false }; return true }",
      "'guard' can't be used in a predicate; use 'if'-'else' or '? :' expressions", column: 14)
    expectRefusal(
      "#Predicate { switch $0.kind { default: true } }",
      "'switch' can't be used in a predicate; use 'if'-'else' or '? :' expressions", column: 14)
    expectRefusal(
      "#Predicate { var n = $0.count; return n > 1 }",
      "'n' can't be declared in a predicate; only 'let name = expression' can", column: 14)
    expectRefusal(
      "#Predicate { $0.a; $0.b }", "the last line of a predicate must be its result", column: 14)
    expectRefusal(
      "#Predicate { if $0.a { true } }", "an 'if' in a predicate needs an 'else'", column: 14)
    expectRefusal(
      "#Predicate { if case .a = $0.kind { true } else { false } }",
      "'case' can't be used in a predicate; use a Boolean expression or 'if let'", column: 17)
    expectRefusal(
      "#Predicate { }", "a predicate needs an expression; write 'true' to match everything",
      column: 12)
    expectRefusal(
      "#Predicate(test)",
      "'#Predicate' needs a closure written in place: '#Predicate { $0.property == value }'",
      column: 1)
  }
}
