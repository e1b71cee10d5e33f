// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import PageKit
import SystemSupport

/// The values of a form by the names of its fields, from an object or as submitted.
///
/// A form may be old when it arrives: it was open in another window, or waited offline. So it has a digest of each
/// value that it showed first, and a field that nobody touched has the object's present value.
struct FormValues: Sendable {
  /// The name of the hidden field with the digests.
  static let baseField = "base"

  private var values: [String: String] = [:]
  /// The digests of a submitted form.
  private var submittedBase: String?
  /// The values that the object has now; nil for a new object.
  private var present: [String: String]?

  init(_ values: [String: String?] = [:]) { self.values = values.compactMapValues(\.self) }

  /// The submitted values of fields, to show them again.
  init(_ form: FormFields, _ names: [String]) {
    for name in names { values[name] = form[name] }
    submittedBase = form[Self.baseField]
  }

  /// The submitted values of touched fields, and the present ones of all others.
  ///
  /// - Parameters:
  ///   - form: The submitted form.
  ///   - names: The names of its fields.
  ///   - present: The values that the object has now; nil for a new object.
  init(_ form: FormFields, _ names: [String], present: FormValues?) {
    self.init(form, names)
    guard let present else { return }
    self.present = present.values
    guard let submittedBase else { return }
    let (base, empty) = (Self.digests(submittedBase), Self.digest(nil))
    for name in names where base[name] ?? empty == Self.digest(values[name]) {
      values[name] = present[name]
    }
  }

  subscript(name: String) -> String? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// Whether one of the fields has another text than the object; true for a new object.
  func changes(_ names: String...) -> Bool {
    guard let present else { return true }
    return names.contains { TripInput.text(values[$0]) != TripInput.text(present[$0]) }
  }

  /// The digests of the values that the form showed first.
  var base: String {
    submittedBase
      ?? values.sorted { $0.key < $1.key }.map { "\($0.key):\(Self.digest($0.value))" }
      .joined(separator: ",")
  }

  /// Digests by the names of fields; a field without a value has none.
  private static func digests(_ base: String) -> [String: String] {
    var digests: [String: String] = [:]
    for pair in base.split(separator: ",") {
      let parts = pair.split(separator: ":")
      if parts.count == 2 { digests[String(parts[0])] = String(parts[1]) }
    }
    return digests
  }

  private static func digest(_ text: String?) -> String {
    Hexadecimal.text(SHA256.hash(data: Data((TripInput.text(text) ?? "").utf8)).prefix(8))
  }
}
