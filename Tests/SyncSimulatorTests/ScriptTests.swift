// Cairn
// SPDX-License-Identifier: Apache-2.0

import SyncSimulator
import Testing

/// Minimal scripts of failures that simulated runs have found.
@Suite(.serialized, .timeLimit(.minutes(15))) struct ScriptTests {
  @Test func `a deletion does not remove a change that its device had not fetched`() async throws {
    try await SimulationScript.run { script in
      try script.edit(0, .insert(entity: "Tour", key: "1", tour: nil))
      try await script.settle()
      // The second device receives no notification of the change before it deletes.
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

  @Test func `an unacknowledged save does not restore an object that its device deleted`()
    async throws
  {
    try await SimulationScript.run { script in
      script.setFaults([.lostAnswer])
      try script.edit(0, .insert(entity: "Tour", key: "1", tour: nil))
      try script.edit(0, .insert(entity: "Stage", key: "2", tour: "Tour 1"))
      try await script.pass(milliseconds: 1_000)
      // The server has stored them, but the device has no acknowledgement.
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

  @Test func `another device's deletion applies to an object with an unacknowledged save`()
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

  @Test func `a delayed request does not restore an object that was deleted meanwhile`()
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

  @Test func `a delayed request does not restore a pair that was removed meanwhile`() async throws {
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
      // A new pair is stored.
      try script.edit(1, .toggle(tour: "Tour 1", tag: "Tag 2"))
      try await script.settle()
      for device in 0...1 { #expect(try script.pairs(device) == ["Tour 1+Tag 2"]) }
    }
  }

  @Test func `unacknowledged rows of a series are deleted with their owner`() async throws {
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

  @Test func `an upgraded device adds rows to a series that its old version could not read`()
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

  @Test func `a device that has fetched nothing loses no object when the server is restored`()
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

  @Test func `a saved change is sent although enqueuing it failed at first`() async throws {
    try await SimulationScript.run { script in
      try script.editWithoutNote(1, .insert(entity: "Tour", key: "1", tour: nil))
      try await script.pass(milliseconds: 20_000)
      #expect(try script.fields(0, "Tour 1") != nil)
      try await script.settle()
    }
  }

  @Test(arguments: [true, false])
  func `an object that a concurrent change restores retains its dependents and pairs`(
    isDeletionFirst: Bool
  ) async throws {
    try await SimulationScript.run(devices: 3) { script in
      try script.edit(0, .insert(entity: "Tour", key: "1", tour: nil))
      try script.edit(0, .insert(entity: "Stage", key: "2", tour: "Tour 1"))
      try script.edit(0, .insert(entity: "Stage", key: "3", tour: "Tour 1"))
      try script.edit(0, .insert(entity: "Tag", key: "4", tour: nil))
      try script.edit(0, .toggle(tour: "Tour 1", tag: "Tag 4"))
      try await script.settle()
      // A stage deleted by itself must stay deleted.
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

  @Test func `an upgraded device reads the fields and entities unknown to its old version`()
    async throws
  {
    try await SimulationScript.run(withOld: true) { script in
      try script.edit(0, .insert(entity: "Tour", key: "1", tour: nil))
      try script.edit(0, .set(id: "Tour 1", field: "grade", value: "T3"))
      try script.edit(0, .insert(entity: "Photo", key: "2", tour: "Tour 1"))
      try await script.settle()
      #expect(try script.fields(1, "Tour 1") != nil)
      #expect(try script.fields(1, "Photo 2") == nil)
      // The device has a pending change of its own.
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

  @Test func `a change tag of a deleted zone is invalid in the zone that replaces it`() async throws
  {
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

  @Test func `a zone recreated by a device with older values ends with the latest values`()
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
      // The device with the older values reconnects first.
      script.reconnect(1)
      try await script.pass(milliseconds: 5_000)
      try await script.settle()
      for device in 0...2 {
        #expect(try script.fields(device, "Tour 1")?["title"] == "Calanda")
      }
    }
  }

  /// The server rejects the tag of the former zone before the device learns of the zone's deletion.
  @Test func `a merge with an older copy in a recreated zone ignores the old zone's ancestor`()
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
      // The first device receives no notification.
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

  /// A device that had the dependent alone could not apply it.
  @Test func `a dependent is sent in the same request as its owner or later`() async throws {
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

  /// Only the state from before the sign-out shows that the zone was recreated.
  @Test func `a device loses no object if the zone is recreated while it is signed out`()
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

  @Test func `a changed dependent survives its owner's deletion, or its change is logged`()
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
