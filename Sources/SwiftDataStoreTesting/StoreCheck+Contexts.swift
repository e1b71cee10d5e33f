// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// The error of a block that a check cancels.
private struct Cancellation: Error {}

extension StoreCheck {
  static let contextChecks = [
    StoreCheck("a rollback restores the saved values") { store in
      let context = try store.context()
      let author = CheckedAuthor("Austen", born: 1775)
      context.insert(author)
      author.books = [CheckedBook("Emma")]
      try context.save()
      author.name = "Orwell"
      author.books.append(CheckedBook("1984"))
      context.delete(author.books[0])
      context.insert(CheckedTag("new"))
      context.rollback()
      try store.expect(!context.hasChanges, "no changes")
      try store.expect(author.name, "Austen", "name")
      try store.expect(author.books.map(\.title), ["Emma"], "books")
      try store.expect(context.fetchCount(FetchDescriptor<CheckedTag>()), 0, "new models")
    },
    StoreCheck("contexts of one container see each other's saves") { store in
      let container = try store.open()
      let (first, second) = (ModelContext(container), ModelContext(container))
      let book = CheckedBook("Ema", pages: 474)
      first.insert(book)
      try first.save()
      let copy = try store.only(try second.fetch(FetchDescriptor<CheckedBook>()), "books")
      try store.expect(copy.persistentModelID, book.persistentModelID, "identifier")
      copy.title = "Emma"
      second.insert(CheckedBook("Persuasion"))
      try second.save()
      first.processPendingChanges()
      try store.expect(book.title, "Emma", "changed title")
      try store.expect(first.fetchCount(FetchDescriptor<CheckedBook>()), 2, "count")
      first.delete(book)
      try first.save()
      try store.expect(
        second.fetch(FetchDescriptor<CheckedBook>()).map(\.title), ["Persuasion"], "remaining")
    },
    StoreCheck("a transaction saves everything at its end") { store in
      let context = try store.context()
      let saved = CheckedBook("Emma")
      context.insert(saved)
      try context.save()
      try context.transaction {
        let author = CheckedAuthor("Austen")
        context.insert(author)
        saved.author = author
        try context.save()
        context.insert(CheckedBook("Persuasion", author: author))
        let titles = try context.fetch(
          FetchDescriptor<CheckedBook>(sortBy: [SortDescriptor(\.title)])
        ).map(\.title)
        try store.expect(titles, ["Emma", "Persuasion"], "titles in the transaction")
      }
      let other = try store.context()
      let author = try store.only(try other.fetch(FetchDescriptor<CheckedAuthor>()), "authors")
      try store.expect(author.books.map(\.title).sorted(), ["Emma", "Persuasion"], "books")
    },
    StoreCheck("a failed transaction leaves the store unchanged") { store in
      let context = try store.context()
      let book = CheckedBook("Emma")
      context.insert(book)
      try context.save()
      do {
        try context.transaction {
          book.title = "Ema"
          context.insert(CheckedBook("Persuasion"))
          try context.save()
          throw Cancellation()
        }
        throw store.fail("the transaction threw no error")
      } catch is Cancellation {}
      try store.expect(
        context.fetch(FetchDescriptor<CheckedBook>()).map(\.title), ["Emma"], "same context")
      try store.expect(
        store.context().fetch(FetchDescriptor<CheckedBook>()).map(\.title), ["Emma"],
        "another container")
    },
    StoreCheck("a save notification has the identifiers of the models") { store in
      let context = try store.context()
      let (kept, removed) = (CheckedBook("Emma"), CheckedBook("1984"))
      context.insert(kept)
      context.insert(removed)
      try context.save()
      let received = Received()
      let token = NotificationCenter.default.addObserver(
        forName: ModelContext.didSave, object: context, queue: nil
      ) { note in
        func identifiers(_ key: ModelContext.NotificationKey) -> [PersistentIdentifier] {
          note.userInfo?[key.rawValue] as? [PersistentIdentifier] ?? []
        }
        received.inserted = identifiers(.insertedIdentifiers)
        received.updated = identifiers(.updatedIdentifiers)
        received.deleted = identifiers(.deletedIdentifiers)
      }
      defer { NotificationCenter.default.removeObserver(token) }
      kept.pages = 474
      let removedIdentifier = removed.persistentModelID
      context.delete(removed)
      let new = CheckedTag("novel")
      context.insert(new)
      try context.save()
      try store.expect(received.inserted, [new.persistentModelID], "inserted")
      try store.expect(received.updated, [kept.persistentModelID], "updated")
      try store.expect(received.deleted, [removedIdentifier], "deleted")
    },
  ]
}

/// The identifiers of a notification, which is posted on the thread of the save.
private final class Received: @unchecked Sendable {
  var inserted: [PersistentIdentifier] = []
  var updated: [PersistentIdentifier] = []
  var deleted: [PersistentIdentifier] = []
}
