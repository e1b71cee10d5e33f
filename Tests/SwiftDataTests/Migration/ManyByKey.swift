// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A club and its members, with a different relationship in each version.
enum ManyByKey {
  @Model final class Club {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Member.club) var members: [Member] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Member {
    var name: String
    var club: Club?
    init(_ name: String) { self.name = name }
  }
}

enum ManyByPairs {
  @Model final class Club {
    var name: String
    @Relationship(inverse: \Member.clubs) var members: [Member] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Member {
    var name: String
    @Relationship(originalName: "club") var clubs: [Club] = []
    init(_ name: String) { self.name = name }
  }
}

/// The relationships of ``ManyByPairs`` with other names.
enum RenamedPairs {
  @Model final class Club {
    var name: String
    @Relationship(originalName: "members", inverse: \Member.groups) var people: [Member] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Member {
    var name: String
    @Relationship(originalName: "clubs") var groups: [Club] = []
    init(_ name: String) { self.name = name }
  }
}

enum OneWay {
  @Model final class Club {
    var name: String
    var members: [Member] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Member {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

enum ToOne {
  @Model final class Club {
    var name: String
    @Relationship(originalName: "members", inverse: \Member.club) var captain: Member?
    init(_ name: String) { self.name = name }
  }
  @Model final class Member {
    var name: String
    var club: Club?
    init(_ name: String) { self.name = name }
  }
}

enum RequiredClub {
  @Model final class Club {
    var name: String
    @Relationship(deleteRule: .deny, inverse: \Member.club) var members: [Member] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Member {
    var name: String
    var club: Club
    init(_ name: String, club: Club) {
      self.name = name
      self.club = club
    }
  }
}

/// A delete rule that does not check references.
enum Unchecked {
  @Model final class Club {
    var name: String
    @Relationship(deleteRule: .noAction, inverse: \Member.club) var members: [Member] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Member {
    var name: String
    var club: Club?
    init(_ name: String) { self.name = name }
  }
}

/// The members refer to another model.
enum Elsewhere {
  @Model final class Club {
    var name: String
    init(_ name: String) { self.name = name }
  }
  @Model final class Team {
    var name: String
    init(_ name: String) { self.name = name }
  }
  @Model final class Member {
    var name: String
    var club: Team?
    init(_ name: String) { self.name = name }
  }
}

/// Values in the row or in external files.
enum Inside {
  @Model final class Photo {
    var name: String
    var image: Data?
    init(_ name: String) { self.name = name }
  }
}

enum Outside {
  @Model final class Photo {
    var name: String
    @Attribute(.externalStorage) var image: Data?
    init(_ name: String) { self.name = name }
  }
}

enum Without {
  @Model final class Photo {
    var name: String
    init(_ name: String) { self.name = name }
  }
}
