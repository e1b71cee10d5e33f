// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite struct UndoManagerTests {
  /// A number whose changes can be undone.
  private final class Counter {
    let manager: UndoManager
    var value = 0 {
      didSet {
        manager.registerUndo(withTarget: self) { counter in counter.value = oldValue }
      }
    }

    init(_ manager: UndoManager) { self.manager = manager }
  }

  private let manager = UndoManager()
  private let counter: Counter

  init() { counter = Counter(manager) }

  @Test func `operations outside of a group are undone and redone together`() {
    #expect(!manager.canUndo && !manager.canRedo)
    manager.undo()
    manager.redo()
    counter.value = 1
    counter.value = 2
    #expect(manager.canUndo && manager.groupingLevel == 1)
    manager.undo()
    #expect(counter.value == 0 && !manager.canUndo && manager.canRedo)
    manager.redo()
    #expect(counter.value == 2 && manager.canUndo && !manager.canRedo)
    manager.undo()
    counter.value = 5
    #expect(!manager.canRedo)
  }

  @Test func `each explicit group is undone by itself`() {
    for value in 1...3 {
      manager.beginUndoGrouping()
      counter.value = 10 * value
      counter.value = value
      manager.endUndoGrouping()
    }
    #expect(manager.undoCount == 3 && manager.groupingLevel == 0)
    manager.undo()
    #expect(counter.value == 2)
    manager.undo()
    #expect(counter.value == 1 && manager.redoCount == 2)
    manager.redo()
    #expect(counter.value == 2)
    // An unmatched end and an empty group have no effect.
    manager.endUndoGrouping()
    manager.beginUndoGrouping()
    manager.endUndoGrouping()
    #expect(manager.undoCount == 2)
  }

  @Test func `a nested group is undone before its outer group`() {
    manager.beginUndoGrouping()
    counter.value = 1
    manager.beginUndoGrouping()
    counter.value = 2
    manager.endUndoGrouping()
    #expect(manager.groupingLevel == 1)
    manager.undoNestedGroup()
    #expect(counter.value == 1 && manager.groupingLevel == 1)
    manager.undo()
    #expect(counter.value == 0 && manager.groupingLevel == 0)
  }

  @Test func `without grouping by event each operation is a group`() {
    manager.groupsByEvent = false
    counter.value = 1
    counter.value = 2
    #expect(manager.undoCount == 2 && manager.groupingLevel == 0)
    manager.undo()
    #expect(counter.value == 1)
  }

  @Test func `levels of undo drop the oldest groups`() {
    manager.groupsByEvent = false
    manager.levelsOfUndo = 2
    for value in 1...4 { counter.value = value }
    #expect(manager.undoCount == 2)
    manager.undo()
    manager.undo()
    manager.undo()
    #expect(counter.value == 2)
    manager.levelsOfUndo = 1
    #expect(manager.redoCount == 1)
  }

  @Test func `names follow their groups between the stacks`() {
    counter.value = 1
    manager.setActionName("Count")
    #expect(manager.undoActionName == "Count" && manager.redoActionName.isEmpty)
    #expect(manager.undoMenuItemTitle == "Undo Count" && manager.redoMenuItemTitle == "Redo")
    manager.undo()
    #expect(manager.undoActionName.isEmpty && manager.redoActionName == "Count")
    #expect(manager.redoMenuItemTitle == "Redo Count")
    manager.redo()
    #expect(manager.undoActionName == "Count")
    // The name of the last group, when none is open.
    manager.setActionName("Add")
    #expect(manager.undoActionName == "Add")
    manager.setActionIsDiscardable(true)
    #expect(manager.undoActionIsDiscardable && !manager.redoActionIsDiscardable)
  }

  @Test func `disabled registrations are ignored`() {
    manager.disableUndoRegistration()
    manager.disableUndoRegistration()
    manager.enableUndoRegistration()
    #expect(!manager.isUndoRegistrationEnabled)
    counter.value = 1
    manager.enableUndoRegistration()
    manager.enableUndoRegistration()
    #expect(manager.isUndoRegistrationEnabled && !manager.canUndo)
    counter.value = 2
    manager.undo()
    #expect(counter.value == 1)
  }

  @Test func `operations of a target can be removed`() {
    let other = Counter(manager)
    counter.value = 1
    other.value = 1
    manager.removeAllActions(withTarget: counter)
    manager.undo()
    #expect(counter.value == 1 && other.value == 0)
    manager.removeAllActions()
    #expect(!manager.canUndo && !manager.canRedo)
  }

  @Test func `removing all operations enables registration again`() {
    manager.disableUndoRegistration()
    manager.disableUndoRegistration()
    manager.removeAllActions()
    #expect(manager.isUndoRegistrationEnabled)
    counter.value = 1
    manager.undo()
    #expect(counter.value == 0)
    // A later call without a matching one is ignored.
    manager.enableUndoRegistration()
    manager.disableUndoRegistration()
    #expect(!manager.isUndoRegistrationEnabled)
  }

  @Test func `a released target is not retained and has no operations`() {
    var other: Counter? = Counter(manager)
    weak let released = other
    other?.value = 1
    other = nil
    #expect(released == nil)
    manager.undo()
    #expect(counter.value == 0)
  }

  @Test func `undo and redo inside of an operation are ignored`() {
    counter.value = 1
    manager.registerUndo(withTarget: manager) { manager in
      #expect(manager.isUndoing && !manager.isRedoing)
      manager.undo()
      manager.redo()
    }
    manager.undo()
    #expect(counter.value == 0 && !manager.isUndoing)
  }

  @Test func `an observer may read the state of the manager and remove all groups`() {
    nonisolated(unsafe) let manager = manager
    nonisolated(unsafe) var states: [Bool] = []
    let checkpoints = NotificationCenter.default.addObserver(
      forName: .NSUndoManagerCheckpoint, object: manager, queue: nil
    ) { _ in states.append(manager.canRedo) }
    defer { NotificationCenter.default.removeObserver(checkpoints) }
    counter.value = 1
    manager.undo()
    states = []
    #expect(manager.canRedo)
    #expect(states == [true])
    for name in [
      Notification.Name.NSUndoManagerDidOpenUndoGroup, .NSUndoManagerWillCloseUndoGroup,
    ] {
      counter.value = 2
      let removal = NotificationCenter.default.addObserver(
        forName: name, object: manager, queue: nil
      ) { _ in manager.removeAllActions() }
      manager.undo()
      NotificationCenter.default.removeObserver(removal)
      #expect(!manager.canUndo && !manager.isUndoing && manager.groupingLevel == 0)
    }
  }

  @Test func `undo and redo post notifications`() {
    final class Names { var list: [Notification.Name] = [] }
    let names = Names()
    let observed: [Notification.Name] = [
      .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerWillCloseUndoGroup,
      .NSUndoManagerDidCloseUndoGroup, .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange,
      .NSUndoManagerWillRedoChange, .NSUndoManagerDidRedoChange,
    ]
    nonisolated(unsafe) let box = names
    let tokens = observed.map { name in
      NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) { note in
        box.list.append(note.name)
      }
    }
    defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
    counter.value = 1
    manager.undo()
    let group: [Notification.Name] = [
      .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerWillCloseUndoGroup,
      .NSUndoManagerDidCloseUndoGroup,
    ]
    #expect(
      names.list
        == group + [.NSUndoManagerWillUndoChange] + group + [.NSUndoManagerDidUndoChange])
    names.list = []
    manager.redo()
    #expect(
      names.list == [.NSUndoManagerWillRedoChange] + group + [.NSUndoManagerDidRedoChange])
  }
}
