// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension StoreCheck {
  static let identityChecks = [
    StoreCheck("a new model gets a permanent identifier of the store") { store in
      let container = try store.open()
      let context = ModelContext(container)
      let book = CheckedBook("Emma")
      context.insert(book)
      try store.expect(book.persistentModelID.isTemporary, "temporary before the save")
      try context.save()
      let identifier = book.persistentModelID
      try store.expect(!identifier.isTemporary, "permanent after the save")
      try store.expect(identifier.entityName, "CheckedBook", "entity name")
      let stored = try store.only(
        try context.fetch(FetchDescriptor<CheckedBook>()), "models in the same context")
      try store.expect(stored === book, "same object")
      try store.expect(stored.persistentModelID, identifier, "identifier after a fetch")
    },
    StoreCheck("an identifier stays the same when the store is opened again") { store in
      let context = try store.context()
      let books = ["a", "b", "c"].map { CheckedBook($0) }
      for book in books { context.insert(book) }
      try context.save()
      let identifiers = books.map(\.persistentModelID)
      try store.expect(Set(identifiers).count, 3, "distinct identifiers")
      let other = try store.context()
      let stored = try other.fetch(FetchDescriptor<CheckedBook>(sortBy: [SortDescriptor(\.title)]))
      try store.expect(stored.map(\.persistentModelID), identifiers, "identifiers")
    },
    StoreCheck("a model is found by its identifier") { store in
      let context = try store.context()
      let book = CheckedBook("Emma", pages: 474, author: CheckedAuthor("Austen"))
      context.insert(book)
      try context.save()
      let coded = try JSONEncoder().encode(book.persistentModelID)
      let identifier = try JSONDecoder().decode(PersistentIdentifier.self, from: coded)
      let other = try store.context()
      let none: CheckedBook? = other.registeredModel(for: identifier)
      try store.expect(none == nil, "not registered before")
      guard let found = other.model(for: identifier) as? CheckedBook else {
        throw store.fail("the model with the identifier is no CheckedBook")
      }
      try store.expect(found.title, "Emma", "title")
      try store.expect(found.author?.name, "Austen", "author")
      let registered: CheckedBook? = other.registeredModel(for: identifier)
      try store.expect(registered === found, "registered after")
    },
    StoreCheck("an identifier of a deleted model is not used again") { store in
      let context = try store.context()
      let book = CheckedBook("Emma")
      context.insert(book)
      try context.save()
      let identifier = book.persistentModelID
      context.delete(book)
      try context.save()
      let other = try store.context()
      let next = CheckedBook("Persuasion")
      other.insert(next)
      try other.save()
      try store.expect(next.persistentModelID != identifier, "another identifier")
    },
  ]
}
