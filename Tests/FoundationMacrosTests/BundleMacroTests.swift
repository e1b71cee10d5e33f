// Cairn
// SPDX-License-Identifier: Apache-2.0

import FoundationMacrosUnderTest
import Testing

@Suite struct BundleMacroTests {
  @Test func `without resources the bundle is that of the binary`() {
    expectExpansion(
      "let bundle = #bundle", "let bundle = unsafe Bundle(_dsoHandle: #dsohandle) ?? .main")
  }
}
