// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension StoreCheck {
  private static func author(_ context: ModelContext, _ name: String, _ store: CheckedStore) throws
    -> CheckedAuthor
  {
    try store.only(
      try context.fetch(
        FetchDescriptor<CheckedAuthor>(predicate: #Predicate { $0.name == name })), "authors")
  }

  static let relationshipChecks = [
    StoreCheck("a relationship between new models is stored at both ends") { store in
      let context = try store.context()
      let author = CheckedAuthor("Austen")
      context.insert(author)
      author.books.append(CheckedBook("Emma"))
      context.insert(CheckedBook("Persuasion", author: author))
      try context.save()
      let other = try store.context()
      let books = try other.fetch(
        FetchDescriptor<CheckedBook>(sortBy: [SortDescriptor(\.title)]))
      try store.expect(books.map(\.author?.name), ["Austen", "Austen"], "authors of books")
      let third = try store.context()
      let stored = try Self.author(third, "Austen", store)
      try store.expect(stored.books.map(\.title), ["Emma", "Persuasion"], "books of the author")
      try store.expect(stored.books.allSatisfy { $0.author === stored }, "inverse objects")
    },
    StoreCheck("a to-many relationship keeps its order") { store in
      let context = try store.context()
      let author = CheckedAuthor("Austen")
      context.insert(author)
      author.books = ["c", "a", "d", "b"].map { CheckedBook($0) }
      try context.save()
      let other = try store.context()
      let stored = try Self.author(other, "Austen", store)
      try store.expect(stored.books.map(\.title), ["c", "a", "d", "b"], "order")
      let last = stored.books.removeLast()
      stored.books.insert(last, at: 0)
      try other.save()
      let again = try Self.author(try store.context(), "Austen", store)
      try store.expect(again.books.map(\.title), ["b", "c", "a", "d"], "changed order")
    },
    StoreCheck("a model that moves to another owner leaves the first") { store in
      let context = try store.context()
      let (first, second) = (CheckedAuthor("Austen"), CheckedAuthor("Orwell"))
      context.insert(first)
      context.insert(second)
      first.books = [CheckedBook("Emma"), CheckedBook("1984")]
      try context.save()
      let other = try store.context()
      let book = try store.only(
        try other.fetch(FetchDescriptor<CheckedBook>(predicate: #Predicate { $0.title == "1984" })),
        "books")
      book.author = try Self.author(other, "Orwell", store)
      try other.save()
      let third = try store.context()
      try store.expect(
        Self.author(third, "Austen", store).books.map(\.title), ["Emma"], "books of the first")
      try store.expect(
        Self.author(third, "Orwell", store).books.map(\.title), ["1984"], "books of the second")
    },
    StoreCheck("a cleared relationship is cleared at both ends") { store in
      let context = try store.context()
      let author = CheckedAuthor("Austen")
      context.insert(author)
      author.books = [CheckedBook("Emma"), CheckedBook("Persuasion")]
      try context.save()
      let other = try store.context()
      let stored = try Self.author(other, "Austen", store)
      stored.books.removeAll { $0.title == "Emma" }
      try other.save()
      let third = try store.context()
      try store.expect(
        Self.author(third, "Austen", store).books.map(\.title), ["Persuasion"], "books")
      let books = try third.fetch(FetchDescriptor<CheckedBook>(sortBy: [SortDescriptor(\.title)]))
      try store.expect(books.map(\.author?.name), [nil, "Austen"], "authors")
    },
    StoreCheck("a many-to-many relationship is stored at both ends") { store in
      let context = try store.context()
      let (emma, homage) = (CheckedBook("Emma"), CheckedBook("Homage"))
      let (novel, short) = (CheckedTag("novel"), CheckedTag("short"))
      for book in [emma, homage] { context.insert(book) }
      emma.tags = [novel]
      homage.tags = [short, novel]
      try context.save()
      let other = try store.context()
      let books = try other.fetch(FetchDescriptor<CheckedBook>(sortBy: [SortDescriptor(\.title)]))
      try store.expect(
        books.map { $0.tags.map(\.name) }, [["novel"], ["short", "novel"]], "tags of books")
      let tags = try store.context().fetch(
        FetchDescriptor<CheckedTag>(sortBy: [SortDescriptor(\.name)]))
      try store.expect(
        tags.map { $0.books.map(\.title).sorted() }, [["Emma", "Homage"], ["Homage"]],
        "books of tags")
      books[1].tags.removeLast()
      try other.save()
      let again = try store.context().fetch(
        FetchDescriptor<CheckedTag>(sortBy: [SortDescriptor(\.name)]))
      try store.expect(
        again.map { $0.books.map(\.title) }, [["Emma"], ["Homage"]], "after a removal")
    },
    StoreCheck("deleting an owner applies the cascade rule to models that are not in memory") {
      store in
      let context = try store.context()
      let author = CheckedAuthor("Austen")
      context.insert(author)
      author.books = [CheckedBook("Emma"), CheckedBook("Persuasion")]
      context.insert(CheckedBook("1984"))
      try context.save()
      let other = try store.context()
      other.delete(try Self.author(other, "Austen", store))
      try other.save()
      let third = try store.context()
      try store.expect(third.fetchCount(FetchDescriptor<CheckedAuthor>()), 0, "authors")
      try store.expect(
        third.fetch(FetchDescriptor<CheckedBook>()).map(\.title), ["1984"], "remaining books")
    },
    StoreCheck("deleting a target removes it from its relationships") { store in
      let context = try store.context()
      let author = CheckedAuthor("Austen")
      context.insert(author)
      let emma = CheckedBook("Emma")
      author.books = [emma, CheckedBook("Persuasion")]
      emma.tags = [CheckedTag("novel")]
      try context.save()
      let other = try store.context()
      let book = try store.only(
        try other.fetch(FetchDescriptor<CheckedBook>(predicate: #Predicate { $0.title == "Emma" })),
        "books")
      other.delete(book)
      try other.save()
      let third = try store.context()
      try store.expect(
        Self.author(third, "Austen", store).books.map(\.title), ["Persuasion"], "books")
      let tag = try store.only(try third.fetch(FetchDescriptor<CheckedTag>()), "tags")
      try store.expect(tag.books.count, 0, "books of the tag")
    },
  ]
}
