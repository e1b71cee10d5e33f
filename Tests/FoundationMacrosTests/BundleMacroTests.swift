// Cairn
// SPDX-License-Identifier: Apache-2.0

import FoundationMacros
import Testing

@Suite struct BundleMacroTests {
  @Test func withoutResourcesItIsTheProgramsOwn() {
    expectExpansion(
      "let bundle = #bundle", "let bundle = unsafe Bundle(_dsoHandle: #dsohandle) ?? .main")
  }
}
