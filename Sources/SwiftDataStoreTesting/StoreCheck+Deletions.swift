// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension StoreCheck {
  static let deletionChecks = [
    StoreCheck("a deleted model stays deleted") { store in
      let context = try store.context()
      let book = CheckedBook("Emma")
      context.insert(book)
      context.insert(CheckedBook("1984"))
      try context.save()
      context.delete(book)
      try store.expect(context.fetchCount(FetchDescriptor<CheckedBook>()), 1, "before the save")
      try context.save()
      try store.expect(book.modelContext == nil, "released model")
      try store.expect(
        store.context().fetch(FetchDescriptor<CheckedBook>()).map(\.title), ["1984"], "remaining")
    },
    StoreCheck("all models that match are deleted") { store in
      let context = try store.context()
      for pages in 1...10 { context.insert(CheckedBook("\(pages)", pages: pages)) }
      for name in ["a", "b"] { context.insert(CheckedTag(name)) }
      try context.save()
      let other = try store.context()
      try other.delete(model: CheckedBook.self, where: #Predicate { $0.pages <= 7 })
      try store.expect(other.fetchCount(FetchDescriptor<CheckedBook>()), 3, "before the save")
      other.rollback()
      try store.expect(other.fetchCount(FetchDescriptor<CheckedBook>()), 10, "after a rollback")
      try other.delete(model: CheckedBook.self, where: #Predicate { $0.pages <= 7 })
      try other.delete(model: CheckedTag.self)
      try other.save()
      let third = try store.context()
      let books = try third.fetch(FetchDescriptor<CheckedBook>(sortBy: [SortDescriptor(\.pages)]))
      try store.expect(books.map(\.pages), [8, 9, 10], "remaining books")
      try store.expect(third.fetchCount(FetchDescriptor<CheckedTag>()), 0, "tags")
    },
    StoreCheck("models of a class without relationships are deleted by a predicate") { store in
      let context = try store.context()
      for width in 1...4 { context.insert(CheckedPicture("\(width)", width: width)) }
      context.insert(CheckedAlbum("album"))
      try context.save()
      let other = try store.context()
      try other.delete(model: CheckedPicture.self, where: #Predicate { $0.width < 3 })
      try other.save()
      try store.expect(
        Set(other.fetch(FetchDescriptor<CheckedAlbum>()).map(\.title)), ["3", "4", "album"],
        "remaining models")
      try other.delete(model: CheckedAlbum.self, includeSubclasses: false)
      try other.save()
      try store.expect(
        Set(store.context().fetch(FetchDescriptor<CheckedAlbum>()).map(\.title)), ["3", "4"],
        "models of the subclass")
    },
    StoreCheck("an erased store has no models") { store in
      if !store.canErase { return }
      let container = try store.open()
      let context = ModelContext(container)
      context.insert(CheckedBook("Emma", author: CheckedAuthor("Austen")))
      try context.save()
      try container.erase()
      try store.expect(context.fetchCount(FetchDescriptor<CheckedBook>()), 0, "same container")
      context.insert(CheckedBook("1984"))
      try context.save()
      try store.expect(
        store.context().fetch(FetchDescriptor<CheckedBook>()).map(\.title), ["1984"],
        "after the erasure")
    },
  ]
}
