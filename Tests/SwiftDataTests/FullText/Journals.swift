// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

@Model
final class Note {
  #FullText<Note>(.words([\.title, \.body]), .substrings([\.title]))
  var title: String
  var body: String?
  var isArchived = false
  var number = 0

  init(_ title: String, _ body: String? = nil) {
    self.title = title
    self.body = body
  }
}

/// Models of a store that gets, renames and loses full-text indexes.
enum Journals {
  enum Plain: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static let models: [any PersistentModel.Type] = [Page.self]

    @Model
    final class Page {
      var text: String
      var number = 0

      init(_ text: String) { self.text = text }
    }
  }

  enum Indexed: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static let models: [any PersistentModel.Type] = [Page.self]

    @Model
    final class Page {
      #FullText<Page>([\.text])
      var text: String
      var number = 0

      init(_ text: String) { self.text = text }
    }
  }

  enum Renamed: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static let models: [any PersistentModel.Type] = [Page.self]

    @Model
    final class Page {
      #FullText<Page>([\.content])
      @Attribute(originalName: "text") var content: String
      var number: String?

      init(_ content: String) { self.content = content }
    }
  }
}

/// A tree of models, whose root and subclass have an index each.
@Model
class Chapter {
  #FullText<Chapter>([\.title])
  var title: String

  init(_ title: String) { self.title = title }
}

@Model
final class Letter: Chapter {
  #FullText<Letter>([\.address])
  var address: String

  init(_ title: String, to address: String) {
    self.address = address
    super.init(title)
  }
}

@Model
final class Reserved {
  #FullText<Reserved>([\.rank])
  var rank = ""

  init() {}
}

@Model
final class Numeric {
  #FullText<Numeric>([\.count])
  var count = 0

  init() {}
}
