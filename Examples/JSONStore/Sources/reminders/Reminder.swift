// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

@Model
final class Reminder {
  var title: String
  var created = Date.now

  init(_ title: String) { self.title = title }
}
