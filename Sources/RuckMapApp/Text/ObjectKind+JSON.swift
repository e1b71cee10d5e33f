// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ObjectKind {
  /// The object as JSON.
  func record(_ object: Object) -> RuckJSON {
    var values = json(object)
    values["id"] = RuckJSON(object.id)
    return .object(values)
  }
}
