// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Random changes of a tree of models, undone and redone.
@Suite(.timeLimit(.minutes(15))) struct UndoRandomTests {
  let container: ModelContainer
  let context: ModelContext
  let manager = UndoManager()

  init() throws {
    container = try ModelContainer(
      for: Folder.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    context.undoManager = manager
  }

  @Test(arguments: 0..<20) func `random changes are undone to each earlier state`(seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    let folders = (0..<6).map { Folder("f\($0)") }
    for folder in folders { context.insert(folder) }
    try context.save()
    manager.removeAllActions()
    var states = [try state()]
    for step in 0..<15 {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        try change(step, &random)
      }
      try context.save()
      let now = try state()
      // A save without changes is no group.
      if manager.undoCount == states.count { states.append(now) }
    }
    for _ in 0..<2 {
      for expected in states.dropLast().reversed() {
        manager.undo()
        try context.save()
        #expect(try state() == expected)
      }
      #expect(!manager.canUndo)
      for expected in states.dropFirst() {
        manager.redo()
        try context.save()
        #expect(try state() == expected)
      }
      #expect(!manager.canRedo)
    }
  }

  private func change(_ step: Int, _ random: inout SeededGenerator) throws {
    let all = try context.fetch(FetchDescriptor<Folder>(sortBy: [SortDescriptor(\.name)]))
    guard let one = all.randomElement(using: &random) else {
      context.insert(Folder("n\(step)"))
      return
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: one.name += "'"
    case 1: context.insert(Folder("n\(step)-\(all.count)", parent: one))
    case 2:
      let parent = all.randomElement(using: &random)
      var above = parent
      while let next = above, next !== one { above = next.parent }
      if above == nil { one.parent = parent }
    case 3: one.parent = nil
    case 4: one.children.reverse()
    default: if all.count > 3 { context.delete(one) }
    }
  }

  /// All folders with their parents and the order of their children, as the store has them.
  private func state() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Folder>()).map { folder in
      "\(folder.name) in \(folder.parent?.name ?? "-"): "
        + folder.children.map(\.name).joined(separator: " ")
    }.sorted()
  }
}
