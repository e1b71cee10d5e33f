// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

// A long trip may have thousands of findings.

extension FindingsPage.Item: TemplateRow {
  func value(named name: String) -> TemplateValue? {
    switch name {
    case "findingID": .text(findingID)
    case "findingTitle": .text(findingTitle)
    case "findingMessage": .text(findingMessage)
    case "findingPath": findingPath.map { .text($0) }
    case "severity": .text(severity)
    case "severityStyle": .text(severityStyle)
    case "dismissAction": .text(dismissAction)
    case "dismissTitle": .text(dismissTitle)
    case "key": .text(key)
    default: nil
    }
  }
}
