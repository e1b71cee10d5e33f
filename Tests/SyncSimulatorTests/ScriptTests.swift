// Cairn
// SPDX-License-Identifier: Apache-2.0

import SyncSimulator
import Testing

/// What histories have found, each as short as it can be.
@Suite(.serialized, .timeLimit(.minutes(1))) struct ScriptTests {
  @Test func `a deletion that did not know of a change does not carry it off`() async throws {
    try await SimulationScript.run { script in
      try script.edit(0, .insert(entity: "Tour", key: "1", tour: nil))
      try await script.settle()
      // The second device isn't told of the change before it deletes.
      script.setFaults([.lostNews])
      try script.edit(0, .set(id: "Tour 1", field: "title", value: "Calanda"))
      try await script.pass(milliseconds: 1_000)
      try script.edit(1, .delete(id: "Tour 1"))
      try await script.settle()
      for device in 0...1 {
        #expect(try script.fields(device, "Tour 1")?["title"] == "Calanda")
      }
      #expect(try script.conflicts(1) == ["deletion=-"])
    }
  }

  @Test func `what a device wrote itself does not bring back what it deleted`() async throws {
    try await SimulationScript.run { script in
      script.setFaults([.lostAnswer])
      try script.edit(0, .insert(entity: "Tour", key: "1", tour: nil))
      try script.edit(0, .insert(entity: "Stage", key: "2", tour: "Tour 1"))
      try await script.pass(milliseconds: 1_000)
      // The server has them, and the device doesn't know that.
      try script.edit(0, .delete(id: "Stage 2"))
      try script.edit(0, .delete(id: "Tour 1"))
      try await script.settle()
      for device in 0...1 {
        #expect(try script.fields(device, "Tour 1") == nil)
        #expect(try script.fields(device, "Stage 2") == nil)
        #expect(script.refused(device) == 0)
      }
    }
  }

  @Test func `what another device deletes stays so where nobody knew that it was sent`()
    async throws
  {
    try await SimulationScript.run { script in
      script.setFaults([.lostAnswer])
      try script.edit(0, .insert(entity: "Tour", key: "1", tour: nil))
      try await script.pass(milliseconds: 100)
      script.cutOff(0)
      script.setFaults([])
      try await script.pass(milliseconds: 5_000)
      try script.edit(1, .delete(id: "Tour 1"))
      try await script.pass(milliseconds: 5_000)
      try await script.settle()
      for device in 0...1 { #expect(try script.fields(device, "Tour 1") == nil) }
    }
  }

  @Test func `a request that comes late does not bring back what was deleted meanwhile`()
    async throws
  {
    try await SimulationScript.run { script in
      script.setFaults([.lateRequest])
      try script.edit(0, .insert(entity: "Tour", key: "1", tour: nil))
      try await script.pass(milliseconds: 4_500)
      script.setFaults([])
      try script.edit(0, .delete(id: "Tour 1"))
      try await script.pass(milliseconds: 400_000)
      try await script.settle()
      for device in 0...1 { #expect(try script.fields(device, "Tour 1") == nil) }
    }
  }

  @Test func `a request that comes late does not make a pair again that was parted meanwhile`()
    async throws
  {
    try await SimulationScript.run { script in
      try script.edit(0, .insert(entity: "Tour", key: "1", tour: nil))
      try script.edit(0, .insert(entity: "Tag", key: "2", tour: nil))
      try await script.settle()
      script.setFaults([.lateRequest])
      try script.edit(0, .toggle(tour: "Tour 1", tag: "Tag 2"))
      try await script.pass(milliseconds: 4_500)
      script.setFaults([])
      try script.edit(0, .toggle(tour: "Tour 1", tag: "Tag 2"))
      try await script.pass(milliseconds: 400_000)
      try await script.settle()
      for device in 0...1 { #expect(try script.pairs(device).isEmpty) }
      // Who makes it anew has it.
      try script.edit(1, .toggle(tour: "Tour 1", tag: "Tag 2"))
      try await script.settle()
      for device in 0...1 { #expect(try script.pairs(device) == ["Tour 1+Tag 2"]) }
    }
  }

  @Test func `rows whose sending nobody heard of go with what they are the series of`() async throws
  {
    try await SimulationScript.run { script in
      script.setFaults([.lostAnswer])
      try script.edit(0, .insert(entity: "Tour", key: "1", tour: nil))
      try script.edit(0, .insert(entity: "Mark", key: "2", tour: "Tour 1"))
      try await script.pass(milliseconds: 300)
      try script.edit(0, .delete(id: "Tour 1"))
      try await script.settle()
      for device in 0...1 {
        #expect(try script.fields(device, "Tour 1") == nil)
        #expect(try script.fields(device, "Mark 2") == nil)
      }
    }
  }

  @Test func `an old version that becomes new adds to the rows that it did not understand`()
    async throws
  {
    try await SimulationScript.run(withOld: true) { script in
      try script.edit(0, .insert(entity: "Tour", key: "1", tour: nil))
      try script.edit(0, .insert(entity: "Mark", key: "2", tour: "Tour 1"))
      try await script.settle()
      script.cutOff(1)
      try script.upgrade()
      try script.edit(1, .insert(entity: "Mark", key: "3", tour: "Tour 1"))
      script.reconnect(1)
      try await script.settle()
      for device in 0...1 {
        for mark in ["Mark 2", "Mark 3"] { #expect(try script.fields(device, mark) != nil) }
      }
    }
  }

  @Test func `a device that has fetched nothing yet loses nothing when the server is put back`()
    async throws
  {
    try await SimulationScript.run { script in
      try await script.suffer(.restoredServer, 0)
      try script.edit(0, .insert(entity: "Tour", key: "1", tour: nil))
      try await script.settle()
      try await script.suffer(.restoredServer, 0)
      try await script.settle()
      for device in 0...1 { #expect(try script.fields(device, "Tour 1") != nil) }
      #expect(try await script.problems() == [])
    }
  }

  @Test func `what was saved is sent though it could not be noted at first`() async throws {
    try await SimulationScript.run { script in
      try script.editWithoutNote(1, .insert(entity: "Tour", key: "1", tour: nil))
      try await script.pass(milliseconds: 20_000)
      #expect(try script.fields(0, "Tour 1") != nil)
      try await script.settle()
    }
  }

  @Test(arguments: [true, false])
  func `what belongs to an object that stays because it was changed stays with it`(
    isDeletionFirst: Bool
  ) async throws {
    try await SimulationScript.run(devices: 3) { script in
      try script.edit(0, .insert(entity: "Tour", key: "1", tour: nil))
      try script.edit(0, .insert(entity: "Stage", key: "2", tour: "Tour 1"))
      try script.edit(0, .insert(entity: "Stage", key: "3", tour: "Tour 1"))
      try script.edit(0, .insert(entity: "Tag", key: "4", tour: nil))
      try script.edit(0, .toggle(tour: "Tour 1", tag: "Tag 4"))
      try await script.settle()
      // Deleted for itself, it is not to come back.
      try script.edit(1, .delete(id: "Stage 3"))
      try await script.settle()
      script.cutOff(0)
      script.cutOff(1)
      try script.edit(0, .delete(id: "Tour 1"))
      try script.edit(1, .set(id: "Tour 1", field: "title", value: "Calanda"))
      script.reconnect(isDeletionFirst ? 0 : 1)
      try await script.pass(milliseconds: 60_000)
      try await script.settle()
      for device in 0...2 {
        #expect(try script.fields(device, "Tour 1")?["title"] == "Calanda")
        #expect(try script.fields(device, "Stage 2")?["tour"] == "Tour 1")
        #expect(try script.fields(device, "Stage 3") == nil)
        #expect(try script.pairs(device).count == 1)
        #expect(script.refused(device) == 0)
      }
    }
  }

  @Test func `a device that learns what it could not read has all of it`() async throws {
    try await SimulationScript.run(withOld: true) { script in
      try script.edit(0, .insert(entity: "Tour", key: "1", tour: nil))
      try script.edit(0, .set(id: "Tour 1", field: "grade", value: "T3"))
      try script.edit(0, .insert(entity: "Photo", key: "2", tour: "Tour 1"))
      try await script.settle()
      #expect(try script.fields(1, "Tour 1") != nil)
      #expect(try script.fields(1, "Photo 2") == nil)
      // Something of its own is under way.
      script.cutOff(1)
      try script.edit(1, .set(id: "Tour 1", field: "title", value: "Calanda"))
      try script.upgrade()
      script.reconnect(1)
      try await script.settle()
      for device in 0...1 {
        #expect(try script.fields(device, "Tour 1")?["grade"] == "T3")
        #expect(try script.fields(device, "Tour 1")?["title"] == "Calanda")
        #expect(try script.fields(device, "Photo 2") != nil)
      }
      #expect(try script.conflicts(1).isEmpty)
    }
  }

  @Test func `a tag of a zone that is gone is none of the next`() async throws {
    try await SimulationScript.run(devices: 3) { script in
      try script.edit(0, .insert(entity: "Tour", key: "1", tour: nil))
      try await script.settle()
      try await script.suffer(.zoneDeletion, 0)
      script.cutOff(0)
      try await script.pass(milliseconds: 2_000)
      try script.edit(1, .add(id: "Tour 1", field: "uses", by: 1))
      try await script.pass(milliseconds: 2_000)
      try script.edit(0, .add(id: "Tour 1", field: "uses", by: 6))
      try await script.settle()
      for device in 0...2 { #expect(try script.fields(device, "Tour 1")?["uses"] == "7") }
    }
  }

  @Test func `a zone that is made anew by a device that was away has the later values`()
    async throws
  {
    try await SimulationScript.run(devices: 3) { script in
      try script.edit(0, .insert(entity: "Tour", key: "1", tour: nil))
      try await script.settle()
      script.cutOff(1)
      try script.edit(0, .set(id: "Tour 1", field: "title", value: "Calanda"))
      try await script.pass(milliseconds: 1_000)
      script.cutOff(0)
      script.cutOff(2)
      try await script.suffer(.zoneDeletion, 0)
      // The one with the old values comes first.
      script.reconnect(1)
      try await script.pass(milliseconds: 5_000)
      try await script.settle()
      for device in 0...2 {
        #expect(try script.fields(device, "Tour 1")?["title"] == "Calanda")
      }
    }
  }

  /// The server says that the tag is of the zone before, ere the device has heard of its deletion.
  @Test
  func `a change that meets an older copy in a new zone is not merged by what the old zone had`()
    async throws
  {
    try await SimulationScript.run(devices: 2) { script in
      try script.edit(0, .insert(entity: "Tour", key: "1", tour: nil))
      try await script.settle()
      // The second device has an older copy.
      script.cutOff(1)
      try script.edit(0, .set(id: "Tour 1", field: "title", value: "Calanda"))
      try await script.pass(milliseconds: 1_000)
      script.cutOff(0)
      try await script.suffer(.zoneDeletion, 0)
      script.reconnect(1)
      try await script.pass(milliseconds: 2_000)
      // Nobody tells the first one.
      script.setFaults([.lostNews])
      try script.edit(0, .set(id: "Tour 1", field: "note", value: "steep"))
      script.reconnect(0)
      try await script.settle()
      for device in 0...1 {
        #expect(try script.fields(device, "Tour 1")?["title"] == "Calanda")
        #expect(try script.fields(device, "Tour 1")?["note"] == "steep")
      }
    }
  }

  /// Who had the one alone could not show it.
  @Test func `what can't be without another is sent with it or after it`() async throws {
    try await SimulationScript.run(devices: 2) { script in
      script.setFaults([.lostRequest])
      try script.edit(0, .insert(entity: "Tour", key: "1", tour: nil))
      try script.edit(0, .insert(entity: "Stage", key: "2", tour: "Tour 1"))
      try await script.pass(milliseconds: 3_000)
      try await script.suffer(.wipe, 0)
      try await script.awaitProgram(0)
      #expect(try await script.problems().isEmpty)
    }
  }

  /// Nothing tells then that the zone is another one, but what was known of it before.
  @Test func `who signs in again loses nothing when the zone was deleted and made anew meanwhile`()
    async throws
  {
    try await SimulationScript.run(devices: 2) { script in
      try script.edit(0, .insert(entity: "Tour", key: "1", tour: nil))
      try script.edit(0, .insert(entity: "Place", key: "P1", tour: nil))
      try await script.settle()
      script.setSignedOut(0, true)
      script.cutOff(1)
      try await script.pass(milliseconds: 1_000)
      try await script.suffer(.zoneDeletion, 0)
      try await script.suffer(.wipe, 1)
      try await script.awaitProgram(1)
      script.reconnect(1)
      try await script.pass(milliseconds: 2_000)
      try script.edit(1, .insert(entity: "Tour", key: "2", tour: nil))
      try await script.pass(milliseconds: 2_000)
      script.setSignedOut(0, false)
      try await script.pass(milliseconds: 2_000)
      try await script.settle()
      for device in 0...1 {
        #expect(try script.fields(device, "Tour 1") != nil)
        #expect(try script.fields(device, "Place P1") != nil)
        #expect(try script.fields(device, "Tour 2") != nil)
      }
    }
  }

  @Test func `what was changed outlives the deletion of what it belongs to, or is in the log`()
    async throws
  {
    try await SimulationScript.run { script in
      try script.edit(0, .insert(entity: "Place", key: "P1", tour: nil))
      try script.edit(0, .insert(entity: "Tour", key: "1", tour: nil))
      try script.edit(0, .insert(entity: "Tour", key: "2", tour: nil))
      try script.edit(0, .insert(entity: "Stage", key: "3", tour: "Tour 2"))
      try script.edit(0, .refer(id: "Tour 1", field: "place", to: "Place P1"))
      try script.edit(0, .refer(id: "Tour 2", field: "place", to: "Place P1"))
      try await script.settle()
      script.cutOff(1)
      try script.edit(1, .set(id: "Tour 1", field: "title", value: "Calanda"))
      try script.edit(1, .set(id: "Stage 3", field: "name", value: "steep"))
      try script.edit(0, .delete(id: "Place P1"))
      try await script.pass(milliseconds: 1_000)
      try await script.settle()
      for device in 0...1 {
        #expect(try script.fields(device, "Tour 1")?["title"] == "Calanda")
        #expect(try script.fields(device, "Tour 1")?["place"] == "-")
        #expect(try script.fields(device, "Tour 2") == nil)
        #expect(try script.fields(device, "Stage 3") == nil)
      }
      #expect(try script.conflicts(1).contains("name=steep"))
    }
  }
}
