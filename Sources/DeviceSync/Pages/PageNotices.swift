// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The results of forms, shown by the pages that the forms lead to.
///
/// An address contains a random identifier instead of the text, which can contain the user's data.
final class PageNotices: Sendable {
  /// A result.
  struct Notice: Sendable, Equatable {
    var text: String
    /// Whether the form had no or only a part of its effect.
    var isProblem = false
  }

  /// The name of the query's field.
  static let field = "notice"
  private static let capacity = 100

  private let state = Mutex<[(id: String, notice: Notice)]>([])

  /// Stores a notice, and returns the address of a page that shows it.
  func address(_ path: String, _ notice: Notice) -> String {
    let id = UUID().uuidString
    state.withLock { notices in
      notices.append((id, notice))
      if notices.count > Self.capacity { notices.removeFirst() }
    }
    return path + (path.contains("?") ? "&" : "?") + "\(Self.field)=\(id)"
  }

  /// The notice of an identifier; nil if it is unknown or too old.
  subscript(id: String?) -> Notice? {
    state.withLock { notices in notices.first { $0.id == id }?.notice }
  }
}

extension String {
  /// The words, other than names, with which messages of the command begin.
  private static let openings: Set<Substring> = [
    "a", "can't", "no", "none", "refused", "that", "the", "there", "these", "this", "too",
    "without",
    "your",
  ]

  /// A message of the command as a sentence: with a capital letter, unless it begins with a name or an
  /// address, and a full stop.
  var sentence: String {
    let isOpening = Self.openings.contains(prefix { $0 != " " })
    let text = isOpening ? prefix(1).uppercased() + dropFirst() : self
    guard let last = text.last, !".!?)".contains(last) else { return text }
    return text + "."
  }
}
