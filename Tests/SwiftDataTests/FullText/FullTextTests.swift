// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Ranked searches in the words of models.
@Suite struct FullTextTests {
  let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    context.autosaveEnabled = false
  }

  private func add(_ notes: (String, String?)...) throws {
    for (title, body) in notes { context.insert(Note(title, body)) }
    try context.save()
  }

  private func titles(_ query: FullTextQuery) throws -> [String] {
    try context.search(FullTextDescriptor<Note>(query)).map(\.model.title)
  }

  @Test func `a query finds words, phrases, prefixes and exclusions`() throws {
    try add(
      ("Harbour walk", "The old town, then the café at the harbour."),
      ("Old café", "A town walk without water."), ("Museum", "Closed on Mondays"))
    #expect(try titles("harbour") == ["Harbour walk"])
    #expect(try titles("walk town").sorted() == ["Harbour walk", "Old café"])
    #expect(try titles("\"old town\"") == ["Harbour walk"])
    #expect(try titles("harb*") == ["Harbour walk"])
    #expect(try titles("harb") == [])
    #expect(try titles(FullTextQuery("old harb", completesLastWord: true)) == ["Harbour walk"])
    #expect(try titles("walk -water") == ["Harbour walk"])
    #expect(try titles("town -\"old town\"") == ["Old café"])
    #expect(try titles("-water") == [])
    #expect(try titles(.any(["museum", "water"])).sorted() == ["Museum", "Old café"])
    #expect(try titles(.phrase("THE CAFE")) == ["Harbour walk"])
    #expect(try titles(.prefix("the ca")) == ["Harbour walk"])
    #expect(try titles(.all(["walk", .phrase("old town")])) == ["Harbour walk"])
    #expect(try titles(FullTextQuery.phrase("town").excluding("harbour")) == ["Old café"])
  }

  @Test(arguments: [
    "", "\"", "*", "-", "AND", "NEAR(a b)", "a OR", "title:x", "{x}", "^a",
    "'; DROP TABLE Note; --",
    "\"\"\"", "()", "\u{0}", "-\"", "a\"b", "+", "\u{301}",
  ])
  func `any text is a valid query`(text: String) throws {
    try add(("Title", "words"))
    #expect(try titles(FullTextQuery(text)) == [])
    #expect(try titles(FullTextQuery("title " + text, completesLastWord: true)).count <= 1)
  }

  @Test func `words are folded as localizedStandardContains compares them`() throws {
    let pairs = [
      ("Straße", "STRASSE"), ("Ελληνικά", "ελληνικα"), ("Йод", "иод"), ("Ñandú", "nandu"),
      ("e\u{301}tude", "ETUDE"), ("ﬁn", "fin"), ("İzmir", "izmir"), ("Łódź", "łodz"),
    ]
    for (title, word) in pairs {
      #expect(title.localizedStandardContains(word), "\(title)")
      try add((title, nil))
      #expect(try titles(.phrase(word)) == [title])
    }
  }

  @Test func `scripts without spaces are searched by character`() throws {
    try add(("東京都庁", nil), ("京都東山", nil))
    #expect(try titles(.phrase("京都")).sorted() == ["京都東山", "東京都庁"])
    #expect(try titles(.phrase("東京")) == ["東京都庁"])
  }

  @Test(arguments: ["한글", "がぎ", "パリ", "Ελλάς", "Й", "Café"])
  func `the form of Unicode makes no difference`(word: String) throws {
    let forms = [
      word.precomposedStringWithCanonicalMapping, word.decomposedStringWithCanonicalMapping,
    ]
    try add((forms[0], nil), (forms[1], nil))
    for form in forms {
      #expect(try titles(.phrase(form)).count == 2)
      #expect(try titles(.prefix(form)).count == 2)
      let note = try #require(try context.search(FullTextDescriptor<Note>(form)).last)
      let snippet = note.snippet(of: \.title)
      #expect(snippet.highlights.map { snippet.text[$0] }.joined() == word)
    }
  }

  @Test func `better matches come first, and weights change the order`() throws {
    try add(
      ("Lake", "One mention of a ridge in a rather long text about a lake and its fish."),
      ("Ridge", "A ridge, and the ridge again."), ("Fish", "Nothing of the kind."))
    var search = FullTextDescriptor<Note>("ridge")
    #expect(try context.search(search).map(\.model.title) == ["Ridge", "Lake"])
    let scores = try context.search(search).map(\.score)
    #expect(scores[0] > scores[1] && scores[1] > 0)
    search = FullTextDescriptor<Note>("lake")
    search.weights = [\.title: 10, \.body: 0.1]
    #expect(try context.search(search).first?.model.title == "Lake")
    for weight in [1e-9, 1e30, -1e-5, .infinity] {
      search.weights = [\.title: weight]
      #expect(try context.search(search).map(\.model.title) == ["Lake"])
    }
    search.properties = [\.body]
    search.query = "fish"
    #expect(try context.search(search).map(\.model.title) == ["Lake"])
  }

  @Test func `a predicate, a limit and an offset select the matches`() throws {
    for number in 0..<600 {
      let note = Note("common \(number)")
      note.number = number
      context.insert(note)
    }
    try context.save()
    var search = FullTextDescriptor<Note>(
      "common", predicate: #Predicate { $0.number % 2 == 0 && $0.number > 99 })
    search.fetchLimit = 3
    search.fetchOffset = 2
    let numbers = try context.search(search).map(\.model.number)
    #expect(numbers == [104, 106, 108])
    // A condition that only Swift evaluates.
    search.predicate = #Predicate {
      $0.title.contains(/common 5$|common 5\d$/) && $0.number % 2 == 0
    }
    #expect(try context.search(search).map(\.model.number).count == 3)
    // A pending change of a matching model.
    let notes = try context.fetch(
      FetchDescriptor<Note>(predicate: #Predicate { $0.number == 104 }))
    try #require(notes.first).number = 1
    search.predicate = #Predicate { $0.number % 2 == 0 && $0.number > 99 }
    #expect(try context.search(search).map(\.model.number) == [106, 108, 110])
    search.fetchLimit = 0
    #expect(try context.search(search).isEmpty)
    // As in a fetch, a negative limit is none.
    (search.fetchLimit, search.fetchOffset, search.predicate) = (-1, nil, nil)
    #expect(try context.search(search).count == 600)
  }

  @Test func `a predicate sees unsaved changes of models that did not match`() throws {
    try add(("common a", nil), ("common b", nil))
    let notes = try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)]))
    notes[1].isArchived = true
    let search = FullTextDescriptor<Note>("common", predicate: #Predicate { $0.isArchived })
    #expect(try context.search(search).map(\.model.title) == ["common b"])
    notes[1].isArchived = false
    notes[0].isArchived = true
    #expect(try context.search(search).map(\.model.title) == ["common a"])
  }

  @Test func `the index follows inserts, updates, deletions and an erased store`() throws {
    try add(("First", "alpha"), ("Second", nil))
    let notes = try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)]))
    notes[0].body = "beta"
    notes[1].body = "alpha"
    #expect(try titles("alpha") == ["First"])
    try context.save()
    #expect(try titles("alpha") == ["Second"])
    #expect(try titles("beta") == ["First"])
    context.delete(notes[1])
    #expect(try titles("alpha") == [])
    try context.save()
    #expect(try titles("alpha") == [])
    try context.delete(model: Note.self)
    #expect(try titles("beta") == [])
    context.rollback()
    #expect(try titles("beta") == ["First"])
    try context.container.erase()
    #expect(try titles("beta") == [])
  }

  @Test func `a failed save leaves the index unchanged`() throws {
    try add(("First", "alpha"))
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try context.transaction {
        context.insert(Note("Second", "alpha"))
        try context.save()
        #expect(try titles("alpha").count == 2)
        throw Stop()
      }
    }
    context.rollback()
    #expect(try titles("alpha") == ["First"])
  }

  @Test func `a snippet shows the words around the matches`() throws {
    let words = (0..<100).map { "w\($0)" }
    var text = words
    text[60] = "Café"
    text[61] = "crème"
    try add(("Long", text.joined(separator: " ")), ("Short", "a café, here"))
    let matches = try context.search(FullTextDescriptor<Note>("cafe"))
    let short = try #require(matches.first { $0.model.title == "Short" }).snippet(of: \.body)
    #expect(short.text == "a café, here")
    #expect(short.highlights.map { String(short.text[$0]) } == ["café"])
    let long = try #require(matches.first { $0.model.title == "Long" })
      .snippet(of: \.body, wordCount: 6)
    #expect(long.text == "…w59 Café crème w62 w63 w64…")
    #expect(long.highlights.map { String(long.text[$0]) } == ["Café"])
    let title = try #require(matches.first).snippet(of: \.title)
    #expect(title.highlights.isEmpty)
  }

  @Test func `a search without an index, or of another property, is an error`() throws {
    var search = FullTextDescriptor<Note>("x")
    search.properties = [\.number]
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.search(search) }
    let container = try ModelContainer(
      for: Workout.self, Athlete.self, Split.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try ModelContext(container).search(FullTextDescriptor<Workout>("x"))
    }
  }

  @Test func `an index of other properties than strings is an error`() {
    for type in [Reserved.self, Numeric.self] as [any PersistentModel.Type] {
      #expect(throws: SwiftDataError.unsupportedKeyPath) {
        try ModelContainer(
          for: Schema([type]), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
      }
    }
  }

  @Test func `a subclass is found by its own and by inherited indexes`() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Chapter.self, Letter.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    context.insert(Chapter("harbour"))
    context.insert(Letter("harbour", to: "Lisbon"))
    try context.save()
    #expect(try context.search(FullTextDescriptor<Chapter>("harbour")).count == 2)
    #expect(try context.search(FullTextDescriptor<Letter>("harbour")).count == 1)
    let letters = try context.search(FullTextDescriptor<Letter>("lisbon", in: [\.address]))
    #expect(letters.map(\.model.address) == ["Lisbon"])
  }
}
