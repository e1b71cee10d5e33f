// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Who is editing: the identity of a context towards its stores.
public struct EditingState: Identifiable, Sendable {
  /// Tells contexts apart.
  public let id: UUID
  /// The name that history keeps with what the context saves.
  public var author: String?

  init() { id = UUID() }
}
