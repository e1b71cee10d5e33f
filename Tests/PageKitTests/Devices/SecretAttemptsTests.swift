// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit
import Testing

/// The limit of unknown secrets in addresses.
struct SecretAttemptsTests {
  @Test func `a sender waits after ten unknown secrets, and others do not`() {
    let clock = TestClock()
    let attempts = SecretAttempts { clock.date }
    for _ in 0..<SecretAttempts.attempts {
      #expect(attempts.delay(of: "192.168.1.2") == nil)
      attempts.recordFailure(of: "192.168.1.2")
      clock.advance(by: 10)
    }
    #expect(attempts.delay(of: "192.168.1.2") == 800)
    #expect(attempts.delay(of: "192.168.1.3") == nil)
    clock.advance(by: 800)
    #expect(attempts.delay(of: "192.168.1.2") == nil)
    attempts.recordFailure(of: "192.168.1.2")
    #expect(attempts.delay(of: "192.168.1.2") == nil, "a new period begins")
  }

  @Test func `the number of senders is limited, and the oldest is removed`() {
    let clock = TestClock()
    let attempts = SecretAttempts { clock.date }
    for sender in ["first", "second"] {
      for _ in 0..<SecretAttempts.attempts { attempts.recordFailure(of: sender) }
      clock.advance(by: 1)
    }
    for index in 0..<SecretAttempts.capacity - 1 { attempts.recordFailure(of: "\(index)") }
    #expect(attempts.delay(of: "first") == nil)
    #expect(attempts.delay(of: "second") != nil)
  }
}
