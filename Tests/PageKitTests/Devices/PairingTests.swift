// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import Testing

/// One-time codes.
struct PairingTests {
  private let clock = TestClock()
  private var pairing: Pairing { Pairing(now: { [clock] in clock.date }) }

  @Test
  func `a code has eight characters of the alphabet, and no two codes are equal`() {
    let pairing = pairing
    let codes = (0..<200).map { _ in pairing.makeOffer().code }
    #expect(Set(codes).count == codes.count)
    #expect(codes.allSatisfy { $0.count == 8 && $0.allSatisfy(Pairing.alphabet.contains) })
    #expect(Set(codes.joined()) == Set(Pairing.alphabet))
  }

  @Test
  func `a code is consumed by its first use, in any case and grouping`() {
    let pairing = pairing
    let code = pairing.makeOffer().displayCode
    #expect(pairing.attempt(" \(code.lowercased()) ") == .paired)
    #expect(pairing.attempt(code) == .noOffer)
    #expect(pairing.offer == nil)
  }

  @Test
  func `five wrong attempts withdraw the code`() {
    let pairing = pairing
    let code = pairing.makeOffer().code
    let wrong = ["", "A", code + "A", String(code.dropLast()), String(code.reversed()) + "2"]
    for (index, text) in wrong.enumerated() {
      #expect(pairing.attempt(text) == .wrong(remaining: 4 - index))
    }
    #expect(pairing.attempt(code) == .noOffer)
  }

  @Test
  func `a code is valid for less than ten minutes`() {
    let pairing = pairing
    let code = pairing.makeOffer().code
    clock.advance(by: 599)
    #expect(pairing.offer?.code == code)
    clock.advance(by: 1)
    #expect(pairing.offer == nil)
    #expect(pairing.attempt(code) == .noOffer)
  }

  @Test
  func `a new code replaces the previous one and its attempts`() {
    let pairing = pairing
    let first = pairing.makeOffer().code
    _ = pairing.attempt("wrong")
    let second = pairing.makeOffer().code
    #expect(pairing.attempt(first) == .wrong(remaining: 4))
    #expect(pairing.attempt(second) == .paired)
  }
}
