// Cairn
// SPDX-License-Identifier: Apache-2.0

import RuckMap

extension ObjectKind {
  /// The object as JSON.
  func record(_ object: Object) -> RuckJSON {
    var values = json(object)
    values["id"] = RuckJSON(object.id)
    return .object(values)
  }
}
