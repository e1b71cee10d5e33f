// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A small card with one figure: its title, its value, its unit, and how near a target it is.
package struct MetricCard: Sendable, Equatable {
  static let name = "ruck-metric"
  static let template = #"""
    <div class="metric"><dt>{{metricTitle}}</dt><dd><span class="metric-value">{{metricValue}}</span>{{#metricUnit}} <span class="unit">{{metricUnit}}</span>{{/metricUnit}}{{#metricNote}}<small>{{metricNote}}</small>{{/metricNote}}</dd></div>

    """#

  var metricTitle: String
  var metricValue: String
  var metricUnit: String?
  var metricNote: String?

  /// Creates a card; a unit at the end of a text such as "4.02 mi" is shown smaller.
  package init(_ title: String, _ text: String, note: String? = nil) {
    (metricTitle, metricNote) = (title, note)
    let parts = text.split { $0 == " " || $0 == "\u{A0}" }
    if parts.count == 2, parts[0].first?.isNumber == true {
      (metricValue, metricUnit) = (String(parts[0]), String(parts[1]))
    } else {
      metricValue = text
    }
  }
}
