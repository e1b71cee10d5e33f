// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

/// The head of every page of a trip: its name, dates, tabs and actions.
struct TripHeader: Sendable {
  static let name = "trip-header"
  /// The field of the form that undoes a change before the refused one.
  static let skipField = "skip"
  /// The parameter of the address of a page that offers this form.
  static let olderField = "older"

  /// A tab with the number of its objects.
  struct Tab: Sendable {
    var tabTitle: String
    var tabPath: String
    var isCurrent: Bool
    var tabCount: String?
  }

  /// A step of the log that can be undone or redone.
  struct Step: Sendable {
    var stepAction: String
    var stepTitle: String
    var stepIcon: String
  }

  var tripTitle: String
  var tripPath: String
  /// Dates and destination.
  var tripDates: String
  var countdown: String?
  var isArchived: Bool
  var tabs: [Tab]
  var steps: [Step]
  var headerToken: String
  /// The path of the page, to return to after an undo.
  var here: String
  var editPath: String
  var morePath: String
  /// The result of the form that was sent before.
  var notice: String?
  var problem: String?
  /// The path of the form that undoes a change before the refused one.
  var olderAction: String?

  /// The forms of the steps that undo and redo would take.
  static func steps(_ state: (undo: String?, redo: String?), of path: String) -> [Step] {
    [
      state.undo.map {
        Step(stepAction: path + "/undo", stepTitle: "Undo: \($0)", stepIcon: "undo")
      },
      state.redo.map {
        Step(stepAction: path + "/redo", stepTitle: "Redo: \($0)", stepIcon: "redo")
      },
    ].compactMap(\.self)
  }

  static let template = #"""
    {{#header}}
    <link rel="stylesheet" href="\#(TripStylesheet.path)">
    {{{sprite}}}
    <div class="trip-title"><div><h1>{{tripTitle}}</h1>
    <p class="where">{{tripDates}}{{#countdown}} <span class="chip">{{countdown}}</span>{{/countdown}}{{#isArchived}} <span class="chip plain">archived</span>{{/isArchived}}</p></div>
    <div class="actions"><a class="button" href="{{editPath}}">Edit trip</a><a class="button" href="{{morePath}}">Share and export</a>{{#steps}}<form method="post" action="{{stepAction}}" class="inline-form"><input type="hidden" name="token" value="{{headerToken}}"><input type="hidden" name="next" value="{{here}}"><button class="icon-button" title="{{stepTitle}}" aria-label="{{stepTitle}}"><svg class="icon" aria-hidden="true"><use href="#i-{{stepIcon}}"/></svg></button></form>{{/steps}}</div></div>
    <nav class="tabs" aria-label="Trip">{{#tabs}}<a href="{{tabPath}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}>{{tabTitle}}{{#tabCount}} <span class="count">{{tabCount}}</span>{{/tabCount}}</a>{{/tabs}}</nav>
    {{/header}}
    """#

  static let noticesName = "trip-notices"

  /// The result of the form that was sent before, outside of the part of the page that updates itself.
  static let noticesTemplate = #"""
    {{#header}}
    <div class="trip-notices">
    {{#notice}}<p class="note good" role="status">{{notice}}</p>{{/notice}}
    {{#problem}}<p class="note bad" role="alert">{{problem}}</p>{{/problem}}
    {{#olderAction}}<form method="post" action="{{olderAction}}"><input type="hidden" name="token" value="{{headerToken}}"><input type="hidden" name="next" value="{{here}}"><input type="hidden" name="skip" value="1"><p><button class="button">Undo an older change</button></p></form>{{/olderAction}}
    </div>
    {{/header}}
    """#

  let sprite = TripIcons.sprite
}

/// The head of pages that belong to no trip: the stylesheet and the icons.
enum TripPageHead {
  static let name = "trip-head"
  static let template = #"""
    <link rel="stylesheet" href="\#(TripStylesheet.path)">
    """# + TripIcons.sprite
}
