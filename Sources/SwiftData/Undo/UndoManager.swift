// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A stack of operations that undo and redo changes.
///
/// ```swift
/// context.undoManager = UndoManager()
/// trip.name = "Alps"
/// context.undoManager?.setActionName("Rename Trip")
/// context.undoManager?.undo()
/// ```
///
/// The class has the API of Foundation's class on Apple's systems, which Foundation on Linux lacks.
/// It has no run loop: with ``groupsByEvent``, operations outside of a group are grouped until the
/// next ``ModelContext/save()`` or until ``undo()``, instead of until the end of an event.
///
/// A manager belongs to one isolation domain, like the contexts and objects that register with it.
/// Methods never trap: a call without effect, such as ``undo()`` with an empty stack, is ignored.
open class UndoManager {
  /// An operation, or a nested group.
  private enum Entry {
    case operation(Operation)
    case group(Group)
  }

  private struct Operation {
    weak var target: AnyObject?
    let perform: (AnyObject) -> Void
  }

  private final class Group {
    var entries: [Entry] = []
    var name = ""
    var isDiscardable = false
    /// True for a group that a registration opened.
    let isAutomatic: Bool

    init(isAutomatic: Bool) { self.isAutomatic = isAutomatic }

    var isEmpty: Bool {
      entries.allSatisfy { entry in
        if case .group(let group) = entry { return group.isEmpty }
        return false
      }
    }

    /// Removes the operations of a target and of released targets.
    func remove(_ target: AnyObject) {
      entries.removeAll { entry in
        switch entry {
        case .operation(let operation):
          return operation.target == nil || operation.target === target
        case .group(let group):
          group.remove(target)
          return group.isEmpty
        }
      }
    }
  }

  /// The open groups, outermost first.
  private var openGroups: [Group] = []
  private var undoStack: [Group] = []
  private var redoStack: [Group] = []
  private var disabledCount = 0
  private var participants: [WeakParticipant] = []
  private var isCollecting = false
  private var isAtCheckpoint = false

  private struct WeakParticipant {
    weak var object: (any UndoParticipant)?
  }

  /// Creates a manager with empty stacks.
  public init() {}

  // MARK: Registering

  /// Registers an operation that `handler` performs on `target`.
  ///
  /// The manager does not retain the target: after its release the operation has no effect.
  /// Operations that are registered while the manager undoes are redone by ``redo()``.
  open func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping (TargetType) -> Void
  ) {
    guard isUndoRegistrationEnabled else { return }
    let hasGroup = !openGroups.isEmpty
    if !hasGroup { openGroup(isAutomatic: true) }
    let operation = Operation(target: target) { target in
      if let target = target as? TargetType { handler(target) }
    }
    openGroups.last?.entries.append(.operation(operation))
    if !isUndoing && !isRedoing { redoStack = [] }
    if !hasGroup && !groupsByEvent { closeGroup() }
  }

  /// Whether operations are registered; true unless ``disableUndoRegistration()`` was called.
  open var isUndoRegistrationEnabled: Bool { disabledCount == 0 }

  /// Ignores registrations until the matching ``enableUndoRegistration()``; calls can be nested.
  open func disableUndoRegistration() {
    collect()
    disabledCount += 1
  }

  /// Ends the effect of one ``disableUndoRegistration()``.
  ///
  /// Changes of contexts in between can't be undone.
  open func enableUndoRegistration() {
    collect()
    disabledCount = Swift.max(0, disabledCount - 1)
  }

  /// Removes all operations from both stacks, closes all groups, and enables registration.
  open func removeAllActions() {
    collect()
    disabledCount = 0
    openGroups = []
    undoStack = []
    redoStack = []
  }

  /// Removes the operations of a target from both stacks.
  open func removeAllActions(withTarget target: Any) {
    let target = target as AnyObject
    for group in openGroups { group.remove(target) }
    for group in undoStack + redoStack { group.remove(target) }
    undoStack.removeAll(where: \.isEmpty)
    redoStack.removeAll(where: \.isEmpty)
  }

  // MARK: Grouping

  /// Whether operations outside of a group are grouped automatically; true by default.
  ///
  /// If false, each registration outside of a group is a group of its own.
  open var groupsByEvent = true

  /// The maximum number of top-level groups in the undo stack; 0 for no limit.
  open var levelsOfUndo = 0 {
    didSet { dropOldGroups() }
  }

  /// The number of open groups.
  open var groupingLevel: Int { openGroups.count }

  /// Opens a group, which one ``undo()`` undoes as a whole.
  ///
  /// An automatic group is closed first. Groups can be nested.
  open func beginUndoGrouping() {
    collect()
    closeAutomaticGroup()
    if !openGroups.isEmpty { postCheckpoint() }
    openGroup(isAutomatic: false)
  }

  /// Closes the group that was opened last.
  open func endUndoGrouping() {
    collect()
    postCheckpoint()
    closeGroup()
  }

  /// Closes the group of operations that were registered outside of an explicit group.
  func closeAutomaticGroup() {
    guard !isUndoing, !isRedoing, openGroups.count == 1, openGroups[0].isAutomatic else { return }
    closeGroup()
  }

  private func openGroup(isAutomatic: Bool) {
    openGroups.append(Group(isAutomatic: isAutomatic))
    post(.NSUndoManagerDidOpenUndoGroup)
  }

  private func closeGroup() {
    guard let group = openGroups.last else { return }
    post(.NSUndoManagerWillCloseUndoGroup)
    // An observer may have removed all groups.
    guard let index = openGroups.lastIndex(where: { $0 === group }) else { return }
    openGroups.removeSubrange(index...)
    if !group.isEmpty {
      if let outer = openGroups.last {
        outer.entries.append(.group(group))
        if outer.name.isEmpty { outer.name = group.name }
      } else if isUndoing {
        redoStack.append(group)
      } else {
        undoStack.append(group)
        dropOldGroups()
      }
    }
    post(.NSUndoManagerDidCloseUndoGroup)
  }

  private func dropOldGroups() {
    guard levelsOfUndo > 0 else { return }
    if undoStack.count > levelsOfUndo { undoStack.removeFirst(undoStack.count - levelsOfUndo) }
    if redoStack.count > levelsOfUndo { redoStack.removeFirst(redoStack.count - levelsOfUndo) }
  }

  // MARK: Undoing

  /// True while operations are undone.
  public private(set) var isUndoing = false

  /// True while operations are redone.
  public private(set) var isRedoing = false

  /// Whether there is a group to undo, including unregistered changes of contexts.
  open var canUndo: Bool {
    collect()
    return !undoStack.isEmpty || openGroups.contains { !$0.isEmpty }
  }

  /// Whether there is a group to redo.
  open var canRedo: Bool {
    collect()
    postCheckpoint()
    return !redoStack.isEmpty
  }

  /// The number of top-level groups that can be undone.
  open var undoCount: Int {
    collect()
    return undoStack.count + (openGroups.contains { !$0.isEmpty } ? 1 : 0)
  }

  /// The number of top-level groups that can be redone.
  open var redoCount: Int { redoStack.count }

  /// Closes all open groups and undoes the last top-level group.
  open func undo() {
    guard !isUndoing, !isRedoing else { return }
    collect()
    while !openGroups.isEmpty { closeGroup() }
    undoNestedGroup()
  }

  /// Undoes the last closed group, which may be nested in an open one.
  open func undoNestedGroup() {
    guard !isUndoing, !isRedoing else { return }
    collect()
    postCheckpoint()
    let group: Group
    if let outer = openGroups.last {
      guard case .group(let last) = outer.entries.last else { return }
      outer.entries.removeLast()
      group = last
    } else {
      guard let last = undoStack.popLast() else { return }
      group = last
    }
    isUndoing = true
    post(.NSUndoManagerWillUndoChange)
    perform(group)
    isUndoing = false
    post(.NSUndoManagerDidUndoChange)
  }

  /// Redoes the group that was undone last.
  open func redo() {
    guard !isUndoing, !isRedoing else { return }
    collect()
    postCheckpoint()
    guard let group = redoStack.popLast() else { return }
    isRedoing = true
    post(.NSUndoManagerWillRedoChange)
    perform(group)
    isRedoing = false
    post(.NSUndoManagerDidRedoChange)
  }

  /// Performs the operations of a group, last first; the operations that they register become one
  /// group of the other stack.
  private func perform(_ group: Group) {
    let outer = openGroups
    openGroups = []
    openGroup(isAutomatic: false)
    openGroups.first?.name = group.name
    openGroups.first?.isDiscardable = group.isDiscardable
    performEntries(of: group)
    collect()
    while !openGroups.isEmpty { closeGroup() }
    openGroups = outer
  }

  private func performEntries(of group: Group) {
    for entry in group.entries.reversed() {
      switch entry {
      case .operation(let operation):
        if let target = operation.target { operation.perform(target) }
      case .group(let group): performEntries(of: group)
      }
    }
  }

  // MARK: Names

  /// Names the open group, or the last group if none is open.
  open func setActionName(_ actionName: String) {
    collect()
    (openGroups.first ?? (isRedoing ? redoStack : undoStack).last)?.name = actionName
  }

  /// The name of the group that ``undo()`` undoes; empty if it has none.
  open var undoActionName: String {
    collect()
    return (openGroups.first { !$0.isEmpty } ?? undoStack.last)?.name ?? ""
  }

  /// The name of the group that ``redo()`` redoes; empty if it has none.
  open var redoActionName: String { redoStack.last?.name ?? "" }

  /// The title of a menu item that undoes, such as "Undo Rename Trip".
  open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

  /// The title of a menu item that redoes, such as "Redo Rename Trip".
  open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// The title of a menu item that undoes an action with a name; not localized.
  open func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  /// The title of a menu item that redoes an action with a name; not localized.
  open func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  /// Marks the open group, or the last group, as one whose loss a user would not notice.
  open func setActionIsDiscardable(_ discardable: Bool) {
    collect()
    (openGroups.first ?? undoStack.last)?.isDiscardable = discardable
  }

  /// Whether the group that ``undo()`` undoes is discardable.
  open var undoActionIsDiscardable: Bool {
    collect()
    return (openGroups.first { !$0.isEmpty } ?? undoStack.last)?.isDiscardable ?? false
  }

  /// Whether the group that ``redo()`` redoes is discardable.
  open var redoActionIsDiscardable: Bool { redoStack.last?.isDiscardable ?? false }

  // MARK: Contexts

  /// Adds an object that registers its pending changes when the manager needs them.
  func add(_ participant: any UndoParticipant) {
    participants.removeAll { $0.object == nil }
    participants.append(WeakParticipant(object: participant))
  }

  /// Removes an object and its operations.
  func remove(_ participant: any UndoParticipant) {
    participants.removeAll { $0.object == nil || $0.object === participant }
    removeAllActions(withTarget: participant)
  }

  /// Lets the contexts register their changes since the last registration.
  private func collect() {
    if isCollecting { return }
    isCollecting = true
    defer { isCollecting = false }
    for participant in participants { participant.object?.registerUndo() }
  }

  /// Lets observers register their changes; the properties that they read post no further one.
  private func postCheckpoint() {
    if isAtCheckpoint { return }
    isAtCheckpoint = true
    post(.NSUndoManagerCheckpoint)
    isAtCheckpoint = false
  }

  private func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }
}

/// An object that registers its changes with an undo manager on request.
protocol UndoParticipant: AnyObject {
  /// Registers the changes since the last registration.
  func registerUndo()
}

@available(*, unavailable)
extension UndoManager: Sendable {}
