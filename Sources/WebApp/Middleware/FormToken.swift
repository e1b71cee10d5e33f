// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The secret that every form of this server carries, so that no other page can send one.
///
/// It is made anew when the server starts. A page of another origin can't read it, since no answer
/// allows other origins.
package struct FormToken: Sendable {
  /// The name of the form field.
  package static let field = "token"

  /// 256 random bits in hexadecimal digits.
  package let text: String

  /// A new token from the system's random numbers.
  package init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// A new token from a source of random numbers.
  package init(using generator: inout some RandomNumberGenerator) {
    let digits = Array("0123456789abcdef")
    text = String((0..<64).map { _ in digits[Int.random(in: 0..<16, using: &generator)] })
  }

  /// True if a form carries this token; takes the same time wherever the first difference is.
  package func matches(_ candidate: String?) -> Bool {
    guard let candidate else { return false }
    let (given, own) = (Array(candidate.utf8), Array(text.utf8))
    var difference = given.count ^ own.count
    for (index, byte) in own.enumerated() {
      difference |= Int(byte ^ (index < given.count ? given[index] : 0))
    }
    return difference == 0
  }
}
