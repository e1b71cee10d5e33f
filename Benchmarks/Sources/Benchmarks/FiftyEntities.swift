// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// A schema of fifty entities, as a large program has.
enum FiftyEntities {
  static let models: [any PersistentModel.Type] = [
    Entity00.self, Entity01.self, Entity02.self, Entity03.self, Entity04.self,
    Entity05.self, Entity06.self, Entity07.self, Entity08.self, Entity09.self,
    Entity10.self, Entity11.self, Entity12.self, Entity13.self, Entity14.self,
    Entity15.self, Entity16.self, Entity17.self, Entity18.self, Entity19.self,
    Entity20.self, Entity21.self, Entity22.self, Entity23.self, Entity24.self,
    Entity25.self, Entity26.self, Entity27.self, Entity28.self, Entity29.self,
    Entity30.self, Entity31.self, Entity32.self, Entity33.self, Entity34.self,
    Entity35.self, Entity36.self, Entity37.self, Entity38.self, Entity39.self,
    Entity40.self, Entity41.self, Entity42.self, Entity43.self, Entity44.self,
    Entity45.self, Entity46.self, Entity47.self, Entity48.self, Entity49.self,
  ]
}

@Model final class Entity00 {
  var name = ""
  var number = 0
  var date: Date?
  init() {}
}

@Model final class Entity01 {
  var name = ""
  var number = 1
  var date: Date?
  init() {}
}

@Model final class Entity02 {
  var name = ""
  var number = 2
  var date: Date?
  init() {}
}

@Model final class Entity03 {
  var name = ""
  var number = 3
  var date: Date?
  init() {}
}

@Model final class Entity04 {
  var name = ""
  var number = 4
  var date: Date?
  init() {}
}

@Model final class Entity05 {
  var name = ""
  var number = 5
  var date: Date?
  init() {}
}

@Model final class Entity06 {
  var name = ""
  var number = 6
  var date: Date?
  init() {}
}

@Model final class Entity07 {
  var name = ""
  var number = 7
  var date: Date?
  init() {}
}

@Model final class Entity08 {
  var name = ""
  var number = 8
  var date: Date?
  init() {}
}

@Model final class Entity09 {
  var name = ""
  var number = 9
  var date: Date?
  init() {}
}

@Model final class Entity10 {
  var name = ""
  var number = 10
  var date: Date?
  init() {}
}

@Model final class Entity11 {
  var name = ""
  var number = 11
  var date: Date?
  init() {}
}

@Model final class Entity12 {
  var name = ""
  var number = 12
  var date: Date?
  init() {}
}

@Model final class Entity13 {
  var name = ""
  var number = 13
  var date: Date?
  init() {}
}

@Model final class Entity14 {
  var name = ""
  var number = 14
  var date: Date?
  init() {}
}

@Model final class Entity15 {
  var name = ""
  var number = 15
  var date: Date?
  init() {}
}

@Model final class Entity16 {
  var name = ""
  var number = 16
  var date: Date?
  init() {}
}

@Model final class Entity17 {
  var name = ""
  var number = 17
  var date: Date?
  init() {}
}

@Model final class Entity18 {
  var name = ""
  var number = 18
  var date: Date?
  init() {}
}

@Model final class Entity19 {
  var name = ""
  var number = 19
  var date: Date?
  init() {}
}

@Model final class Entity20 {
  var name = ""
  var number = 20
  var date: Date?
  init() {}
}

@Model final class Entity21 {
  var name = ""
  var number = 21
  var date: Date?
  init() {}
}

@Model final class Entity22 {
  var name = ""
  var number = 22
  var date: Date?
  init() {}
}

@Model final class Entity23 {
  var name = ""
  var number = 23
  var date: Date?
  init() {}
}

@Model final class Entity24 {
  var name = ""
  var number = 24
  var date: Date?
  init() {}
}

@Model final class Entity25 {
  var name = ""
  var number = 25
  var date: Date?
  init() {}
}

@Model final class Entity26 {
  var name = ""
  var number = 26
  var date: Date?
  init() {}
}

@Model final class Entity27 {
  var name = ""
  var number = 27
  var date: Date?
  init() {}
}

@Model final class Entity28 {
  var name = ""
  var number = 28
  var date: Date?
  init() {}
}

@Model final class Entity29 {
  var name = ""
  var number = 29
  var date: Date?
  init() {}
}

@Model final class Entity30 {
  var name = ""
  var number = 30
  var date: Date?
  init() {}
}

@Model final class Entity31 {
  var name = ""
  var number = 31
  var date: Date?
  init() {}
}

@Model final class Entity32 {
  var name = ""
  var number = 32
  var date: Date?
  init() {}
}

@Model final class Entity33 {
  var name = ""
  var number = 33
  var date: Date?
  init() {}
}

@Model final class Entity34 {
  var name = ""
  var number = 34
  var date: Date?
  init() {}
}

@Model final class Entity35 {
  var name = ""
  var number = 35
  var date: Date?
  init() {}
}

@Model final class Entity36 {
  var name = ""
  var number = 36
  var date: Date?
  init() {}
}

@Model final class Entity37 {
  var name = ""
  var number = 37
  var date: Date?
  init() {}
}

@Model final class Entity38 {
  var name = ""
  var number = 38
  var date: Date?
  init() {}
}

@Model final class Entity39 {
  var name = ""
  var number = 39
  var date: Date?
  init() {}
}

@Model final class Entity40 {
  var name = ""
  var number = 40
  var date: Date?
  init() {}
}

@Model final class Entity41 {
  var name = ""
  var number = 41
  var date: Date?
  init() {}
}

@Model final class Entity42 {
  var name = ""
  var number = 42
  var date: Date?
  init() {}
}

@Model final class Entity43 {
  var name = ""
  var number = 43
  var date: Date?
  init() {}
}

@Model final class Entity44 {
  var name = ""
  var number = 44
  var date: Date?
  init() {}
}

@Model final class Entity45 {
  var name = ""
  var number = 45
  var date: Date?
  init() {}
}

@Model final class Entity46 {
  var name = ""
  var number = 46
  var date: Date?
  init() {}
}

@Model final class Entity47 {
  var name = ""
  var number = 47
  var date: Date?
  init() {}
}

@Model final class Entity48 {
  var name = ""
  var number = 48
  var date: Date?
  init() {}
}

@Model final class Entity49 {
  var name = ""
  var number = 49
  var date: Date?
  init() {}
}
