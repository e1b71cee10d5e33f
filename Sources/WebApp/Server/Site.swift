// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import RuckMap

/// What the routes share.
struct Site: Sendable {
  let library: RuckLibrary
  let configuration: WebServerConfiguration
  let logger: Logger
  let templates: Templates
  let token: FormToken
  let calendar: PageCalendar

  init(library: RuckLibrary, configuration: WebServerConfiguration, logger: Logger) throws {
    self.library = library
    self.configuration = configuration
    self.logger = logger
    templates = try Templates()
    token = FormToken()
    calendar = PageCalendar(timeZone: configuration.timeZone)
  }
}
