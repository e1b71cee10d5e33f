// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Suite struct RootTests {
  private func root<Model: PersistentModel>(of type: Model.Type) -> String {
    String(describing: Model.Root.self)
  }

  @Test func `the root of a model is the topmost class of its inheritance chain`() {
    #expect(root(of: Trip.self) == "Trip")
    #expect(root(of: Journey.self) == "Journey")
    #expect(root(of: BusinessJourney.self) == "Journey")
    #expect(root(of: ConferenceJourney.self) == "Journey")
  }
}
