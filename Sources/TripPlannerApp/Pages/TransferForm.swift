// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

/// The form that moves a journey, an item or a day to another trip.
struct TransferForm: Sendable {
  var transferAction: String
  var transferToken: String
  var transferTitle: String
  var trips: [FieldForm.Choice]

  static let name = "trip-transfer"

  static let template = #"""
    <details class="no-print"><summary>{{transferTitle}}</summary><form method="post" action="{{transferAction}}" class="row-form edit"><input type="hidden" name="token" value="{{transferToken}}"><label>Trip<select name="trip" required>{{#trips}}<option value="{{optionValue}}">{{optionTitle}}</option>{{/trips}}</select></label><button class="button">Move</button></form></details>
    """#
}
