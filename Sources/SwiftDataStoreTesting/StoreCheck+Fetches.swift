// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension StoreCheck {
  private static func library(_ store: CheckedStore) throws -> ModelContext {
    let context = try store.context()
    let austen = CheckedAuthor("Austen", born: 1775)
    let orwell = CheckedAuthor("Orwell", born: 1903)
    for (title, pages, author) in [
      ("Emma", 474, austen), ("Persuasion", 249, austen), ("1984", 328, orwell),
      ("Homage", 232, orwell), ("Anonymous", 10, nil),
    ] {
      context.insert(CheckedBook(title, pages: pages, author: author))
    }
    try context.save()
    return try store.context()
  }

  static let fetchChecks = [
    StoreCheck("a predicate selects models") { store in
      let context = try library(store)
      let long = try context.fetch(
        FetchDescriptor<CheckedBook>(predicate: #Predicate { $0.pages > 300 }))
      try store.expect(Set(long.map(\.title)), ["Emma", "1984"], "books over 300 pages")
      let none = try context.fetch(
        FetchDescriptor<CheckedBook>(predicate: #Predicate { $0.title == "Ulysses" }))
      try store.expect(none.count, 0, "books with another title")
    },
    StoreCheck("a predicate reads relationships") { store in
      let context = try library(store)
      let books = try context.fetch(
        FetchDescriptor<CheckedBook>(predicate: #Predicate { $0.author?.name == "Austen" }))
      try store.expect(Set(books.map(\.title)), ["Emma", "Persuasion"], "books of an author")
      let authors = try context.fetch(
        FetchDescriptor<CheckedAuthor>(
          predicate: #Predicate { $0.books.contains { $0.pages < 240 } }))
      try store.expect(authors.map(\.name), ["Orwell"], "authors of a short book")
      let anonymous = try context.fetch(
        FetchDescriptor<CheckedBook>(predicate: #Predicate { $0.author == nil }))
      try store.expect(anonymous.map(\.title), ["Anonymous"], "books without an author")
    },
    StoreCheck("a predicate compares identifiers") { store in
      let context = try library(store)
      let author = try store.only(
        try context.fetch(
          FetchDescriptor<CheckedAuthor>(predicate: #Predicate { $0.name == "Orwell" })),
        "authors")
      let identifier = author.persistentModelID
      let found = try context.fetch(
        FetchDescriptor<CheckedAuthor>(predicate: #Predicate { $0.persistentModelID == identifier })
      )
      try store.expect(found.map(\.name), ["Orwell"], "the author with an identifier")
      let books = try context.fetch(
        FetchDescriptor<CheckedBook>(
          predicate: #Predicate { $0.author?.persistentModelID == identifier },
          sortBy: [SortDescriptor(\.pages)]))
      try store.expect(books.map(\.title), ["Homage", "1984"], "the author's books")
    },
    StoreCheck("sort descriptors order models") { store in
      let context = try library(store)
      var descriptor = FetchDescriptor<CheckedBook>(sortBy: [SortDescriptor(\.pages)])
      try store.expect(
        context.fetch(descriptor).map(\.pages), [10, 232, 249, 328, 474], "pages")
      descriptor.sortBy = [SortDescriptor(\.title, order: .reverse)]
      try store.expect(
        context.fetch(descriptor).map(\.title),
        ["Persuasion", "Homage", "Emma", "Anonymous", "1984"], "titles")
    },
    StoreCheck("a limit and an offset select a part of the order") { store in
      let context = try library(store)
      var descriptor = FetchDescriptor<CheckedBook>(
        predicate: #Predicate { $0.pages > 100 }, sortBy: [SortDescriptor(\.pages)])
      descriptor.fetchLimit = 2
      try store.expect(context.fetch(descriptor).map(\.pages), [232, 249], "first pages")
      descriptor.fetchOffset = 1
      try store.expect(context.fetch(descriptor).map(\.pages), [249, 328], "next pages")
      descriptor.fetchOffset = 10
      try store.expect(context.fetch(descriptor).count, 0, "after the end")
      descriptor.fetchLimit = 0
      try store.expect(context.fetch(descriptor).count, 0, "limit of 0")
    },
    StoreCheck("counts and identifiers agree with fetches") { store in
      let context = try library(store)
      let descriptor = FetchDescriptor<CheckedBook>(
        predicate: #Predicate { $0.pages > 240 }, sortBy: [SortDescriptor(\.pages)])
      let books = try context.fetch(descriptor)
      try store.expect(context.fetchCount(descriptor), 3, "count")
      try store.expect(
        context.fetchIdentifiers(descriptor), books.map(\.persistentModelID), "identifiers")
      try store.expect(
        Array(try context.fetch(descriptor, batchSize: 2)).map(\.title), books.map(\.title),
        "batches")
      let fresh = try store.context()
      try store.expect(fresh.fetchIdentifiers(descriptor).count, 3, "identifiers before a fetch")
    },
    StoreCheck("an enumeration visits each model once") { store in
      let context = try library(store)
      var titles: [String] = []
      try context.enumerate(
        FetchDescriptor<CheckedBook>(sortBy: [SortDescriptor(\.pages)]), batchSize: 2
      ) { titles.append($0.title) }
      try store.expect(
        titles, ["Anonymous", "Homage", "Persuasion", "1984", "Emma"], "visited models")
    },
    StoreCheck("a fetch includes unsaved changes unless it excludes them") { store in
      let context = try library(store)
      let all = FetchDescriptor<CheckedBook>(
        predicate: #Predicate { $0.pages > 240 }, sortBy: [SortDescriptor(\.pages)])
      let books = try context.fetch(all)
      books[0].pages = 1
      context.insert(CheckedBook("New", pages: 400))
      context.delete(books[2])
      try store.expect(context.fetch(all).map(\.title), ["1984", "New"], "with changes")
      try store.expect(context.fetchCount(all), 2, "count with changes")
      var saved = all
      saved.includePendingChanges = false
      try store.expect(context.fetchCount(saved), 3, "count of saved models")
      let fresh = try store.context()
      try store.expect(fresh.fetchCount(all), 3, "count in another context")
    },
    StoreCheck("prefetched relationships have their targets") { store in
      let context = try library(store)
      var descriptor = FetchDescriptor<CheckedAuthor>(sortBy: [SortDescriptor(\.name)])
      descriptor.relationshipKeyPathsForPrefetching = [\.books]
      let authors = try context.fetch(descriptor)
      try store.expect(
        authors.map { $0.books.map(\.title) }, [["Emma", "Persuasion"], ["1984", "Homage"]],
        "books")
    },
  ]
}
