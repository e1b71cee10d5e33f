// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The key of Apple's user info for a discardable group; the notifications here have no user info.
public let NSUndoManagerGroupIsDiscardableKey = "NSUndoManagerGroupIsDiscardableKey"

extension NSNotification.Name {
  /// Posted by an ``UndoManager`` before it opens a nested group, closes a group, undoes or redoes,
  /// and when its ``UndoManager/canRedo`` is read.
  public static let NSUndoManagerCheckpoint = Self("NSUndoManagerCheckpointNotification")
  /// Posted by an ``UndoManager`` after it opened a group.
  public static let NSUndoManagerDidOpenUndoGroup = Self(
    "NSUndoManagerDidOpenUndoGroupNotification")
  /// Posted by an ``UndoManager`` before it closes a group.
  public static let NSUndoManagerWillCloseUndoGroup = Self(
    "NSUndoManagerWillCloseUndoGroupNotification")
  /// Posted by an ``UndoManager`` after it closed a group.
  public static let NSUndoManagerDidCloseUndoGroup = Self(
    "NSUndoManagerDidCloseUndoGroupNotification")
  /// Posted by an ``UndoManager`` before it undoes a group.
  public static let NSUndoManagerWillUndoChange = Self("NSUndoManagerWillUndoChangeNotification")
  /// Posted by an ``UndoManager`` after it undid a group.
  public static let NSUndoManagerDidUndoChange = Self("NSUndoManagerDidUndoChangeNotification")
  /// Posted by an ``UndoManager`` before it redoes a group.
  public static let NSUndoManagerWillRedoChange = Self("NSUndoManagerWillRedoChangeNotification")
  /// Posted by an ``UndoManager`` after it redid a group.
  public static let NSUndoManagerDidRedoChange = Self("NSUndoManagerDidRedoChangeNotification")
}
