// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
package import SwiftData

/// The models of the current version.
package enum NewTours {
  @Model package final class Place {
    @Attribute(.unique) package var name: String
    package var city: String = ""
    @Relationship(deleteRule: .cascade, inverse: \Tour.place) package var tours: [Tour] = []

    package init(name: String) { self.name = name }
  }

  @Model package final class Tour {
    package var key: String
    package var title: String = ""
    package var length: Int = 0
    package var uses: Int = 0
    package var note: String?
    package var grade: String = ""
    package var place: Place?
    package var tags: [Tag] = []
    @Relationship(deleteRule: .cascade, inverse: \Stage.tour) package var stages: [Stage] = []
    @Relationship(deleteRule: .nullify, inverse: \Photo.tour) package var photos: [Photo] = []
    @Relationship(deleteRule: .cascade, inverse: \Mark.tour) package var marks: [Mark] = []

    package init(key: String) { self.key = key }
  }

  @Model package final class Tag {
    @Attribute(.unique) package var text: String
    package var color: String = ""
    @Relationship(inverse: \Tour.tags) package var tours: [Tour] = []

    package init(text: String) { self.text = text }
  }

  /// A dependent with a required owner.
  @Model package final class Stage {
    package var key: String
    package var name: String = ""
    package var tour: Tour

    package init(key: String, tour: Tour) {
      self.key = key
      self.tour = tour
    }
  }

  @Model package final class Photo {
    package var key: String
    package var caption: String = ""
    package var tour: Tour?

    package init(key: String) { self.key = key }
  }

  /// A row of a series.
  @Model package final class Mark {
    package var key: String
    package var place: Int
    package var name: String = ""
    package var tour: Tour?

    package init(key: String, place: Int, tour: Tour) {
      self.key = key
      self.place = place
      self.tour = tour
    }
  }
}

/// The models of the old version, without grades, photos and marks.
package enum OldTours {
  @Model package final class Place {
    @Attribute(.unique) package var name: String
    package var city: String = ""
    @Relationship(deleteRule: .cascade, inverse: \Tour.place) package var tours: [Tour] = []

    package init(name: String) { self.name = name }
  }

  @Model package final class Tour {
    package var key: String
    package var title: String = ""
    package var length: Int = 0
    package var uses: Int = 0
    package var note: String?
    package var place: Place?
    package var tags: [Tag] = []
    @Relationship(deleteRule: .cascade, inverse: \Stage.tour) package var stages: [Stage] = []

    package init(key: String) { self.key = key }
  }

  @Model package final class Tag {
    @Attribute(.unique) package var text: String
    package var color: String = ""
    @Relationship(inverse: \Tour.tags) package var tours: [Tour] = []

    package init(text: String) { self.text = text }
  }

  /// A dependent with a required owner.
  @Model package final class Stage {
    package var key: String
    package var name: String = ""
    package var tour: Tour

    package init(key: String, tour: Tour) {
      self.key = key
      self.tour = tour
    }
  }
}
