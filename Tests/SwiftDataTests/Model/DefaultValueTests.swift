// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Synchronization
import Testing

private let evaluations = Atomic<Int>(0)

private func counted() -> Int {
  evaluations.wrappingAdd(1, ordering: .relaxed)
  return 7
}

@Model
final class WithDefault {
  var annotated: Int = counted()
  var inferred = counted()
  var text = "as declared"
  var optional: String?

  init() {}
}

@Suite(.serialized) struct DefaultValueTests {
  @Test func `a new model has its default values`() {
    let model = WithDefault()
    #expect(model.annotated == 7)
    #expect(model.inferred == 7)
    #expect(model.text == "as declared")
    #expect(model.optional == nil)
  }

  @Test func `fetching does not evaluate default values`() throws {
    let container = try ModelContainer(
      for: WithDefault.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    for _ in 0..<10 { context.insert(WithDefault()) }
    try context.save()
    let before = evaluations.load(ordering: .relaxed)
    let models = try ModelContext(container).fetch(FetchDescriptor<WithDefault>())
    #expect(models.count == 10)
    #expect(models.allSatisfy { $0.annotated == 7 && $0.inferred == 7 })
    #expect(evaluations.load(ordering: .relaxed) == before)
  }
}
