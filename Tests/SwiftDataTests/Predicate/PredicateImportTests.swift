// Cairn
// SPDX-License-Identifier: Apache-2.0

// This file does not import Foundation: it tests the declarations that SwiftData exports.
import SwiftData
import Testing

@Model
final class Visit {
  var place: String = ""
  var rating: Int?
  var end: Date?
  var note: String?

  init(place: String, rating: Int? = nil, end: Date? = nil, note: String? = nil) {
    self.place = place
    self.rating = rating
    self.end = end
    self.note = note
  }
}

extension Predicate {
  /// A member of Foundation's type, added through SwiftData's name of it.
  fileprivate static var isAvailable: Bool { true }
}

struct PredicateImportTests {
  private func places(_ predicate: Predicate<Visit>) throws -> [String] {
    let container = try ModelContainer(
      for: Visit.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Visit(place: "open"))
    context.insert(Visit(place: "rated", rating: 4))
    context.insert(Visit(place: "ended", end: Date(timeIntervalSince1970: 0)))
    context.insert(Visit(place: "noted", note: "far"))
    try context.save()
    return try context.fetch(FetchDescriptor(predicate: predicate)).map(\.place).sorted()
  }

  @Test func `three comparisons with nil compile without a parameter type`() throws {
    #expect(
      try places(#Predicate { $0.rating == nil && $0.end == nil && $0.note == nil }) == ["open"])
    #expect(
      try places(#Predicate<Visit> { $0.rating == nil && $0.end == nil && $0.note == nil })
        == ["open"])
    #expect(
      try places(
        #Predicate<Visit> { visit in
          visit.rating == nil && visit.end == nil && visit.note == nil && visit.place == "open"
        }) == ["open"])
    #expect(
      try places(#Predicate { $0.rating != nil || $0.end != nil || $0.note != nil })
        == ["ended", "noted", "rated"])
  }

  @Test func `predicates of two values and expressions compile`() throws {
    let longer = #Predicate<String, Int> { $0.count > $1 }
    #expect(try longer.evaluate("trail", 3))
    let length = #Expression<String, Int> { $0.count }
    #expect(try length.evaluate("trail") == 5)
    #expect(Predicate<Visit>.isAvailable)
  }

  @Test func `the types, functions and modules of Foundation are exported`() {
    let calendar = Foundation.Calendar(identifier: .gregorian)
    #expect(calendar.component(.year, from: Date(timeIntervalSince1970: 0)) == 1970)
    #expect("a b".replacingOccurrences(of: " ", with: "-") == "a-b")
    #expect(sqrt(4.0) == 2 && NSMaxRange(NSRange(location: 1, length: 2)) == 3)
    #expect(DispatchQueue(label: "exports").label == "exports")
    #expect(getpid() > 0)
  }
}
