// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit
import Testing

/// The addresses that end in a secret.
struct SecretAddressesTests {
  private let addresses = SecretAddresses(folders: ["/trips/feed"])
  private let secret = String(repeating: "0f", count: 24)

  @Test func `a long name directly below the folder is a secret`() {
    #expect(addresses.contains("/trips/feed/\(secret).ics"))
    for path in [
      "", "/", "/trips/feed", "/trips/feed/", "/trips/feed/share", "/trips/feed/\(secret)/edit",
      "/trips/\(secret)", "//trips/feed/\(secret)", "/trips//feed/\(secret)",
    ] {
      #expect(!addresses.contains(path), "\(path)")
    }
  }

  @Test func `logs contain paths without their secrets`() {
    #expect(addresses.redacted("/trips/feed/\(secret).ics") == "/trips/feed/…")
    #expect(addresses.redacted("/trips/list") == "/trips/list")
  }
}
