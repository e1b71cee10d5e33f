// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// The reason why a record is not synced until it changes: a code for programs, a message for users.
struct RecordRefusal: Sendable, Hashable {
  /// The state that a refusal stands for; the raw value is stored in the column `refusal_code`.
  enum Code: String {
    /// The server rejected the record, or the store could not save its object.
    case rejected
    /// A value of the record can't be read; the subject is its ``FieldProblem/place``.
    case unreadable
    /// The record is deferred until another one arrives; the subject is that one's name.
    case deferred
    /// All of the record's pending changes are encrypted values, and the device has no key for them.
    case withheld
    /// Another object has the record's unique values; the subject is the name of its record.
    case uniqueValuesTaken
  }

  let code: Code
  /// The property or the other record, as ``Code`` says; nil for ``Code/rejected``.
  let subject: String?
  /// The reason in words, which no program compares.
  let message: String

  init(_ code: Code, _ subject: String?, _ message: String) {
    self.code = code
    self.subject = subject
    self.message = message
  }

  static func rejected(_ message: String) -> RecordRefusal {
    RecordRefusal(.rejected, nil, message)
  }

  /// The refusal of a record whose encrypted values stay on the device.
  static let withheld = RecordRefusal(
    .withheld, nil, "Its encrypted values stay on this device until the device has the key.")

  static func unreadable(_ problem: FieldProblem) -> RecordRefusal {
    RecordRefusal(.unreadable, problem.place, problem.description)
  }

  /// The refusal of a record that needs another one first.
  ///
  /// - Parameters:
  ///   - waiting: The deferred object, as the subject of the message.
  ///   - target: The name of the record that it needs.
  /// - Returns: A refusal with the code ``Code/deferred``.
  static func deferred(_ waiting: String, until target: String) -> RecordRefusal {
    RecordRefusal(.deferred, target, "\(waiting) waits for \(target).")
  }

  static func uniqueValuesTaken(by holder: String) -> RecordRefusal {
    RecordRefusal(
      .uniqueValuesTaken, holder, "Another object has its unique values: \(holder).")
  }
}

// MARK: Stores without codes

extension MirrorTables {
  /// Adds the columns of the code to a store with messages only, and derives the codes from them.
  ///
  /// Versions before 0.1.0 derived the state from two messages. Only this function still does.
  func addRefusalCodes() throws {
    var hasCodes = false
    try tables.run(
      "SELECT 1 FROM pragma_table_info('_cairn_sync_record') WHERE name = 'refusal_code'"
    ) { _ in hasCodes = true }
    if hasCodes { return }
    try tables.execute(Self.refusalCodeScript)
  }

  private static let refusalCodeScript = """
    ALTER TABLE _cairn_sync_record ADD COLUMN refusal_code TEXT;
    ALTER TABLE _cairn_sync_record ADD COLUMN refusal_subject TEXT;
    UPDATE _cairn_sync_record SET refusal_code = 'rejected' WHERE refusal IS NOT NULL;
    UPDATE _cairn_sync_record SET refusal_code = 'uniqueValuesTaken',
      refusal_subject = substr(refusal, 39, length(refusal) - 39)
      WHERE substr(refusal, 1, 38) = 'Another object has its unique values: '
        AND substr(refusal, -1) = '.';
    UPDATE _cairn_sync_record SET refusal_code = 'unreadable',
      refusal_subject = substr(refusal, 1, instr(refusal, ' can''t be read from its record:') - 1)
      WHERE instr(refusal, ' can''t be read from its record:') > 1;
    UPDATE _cairn_sync_record SET refusal_code = 'deferred',
      refusal_subject =
        substr(refusal, instr(refusal, ' waits for ') + 11,
          length(refusal) - instr(refusal, ' waits for ') - 11)
      WHERE refusal_code = 'rejected' AND instr(refusal, ' waits for ') > 1
        AND substr(refusal, -1) = '.';
    """
}
