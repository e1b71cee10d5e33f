// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An entry of a day: a departure, a stay, or an item of the plan.
struct TripStop: Sendable {
  static let name = "trip-stop"

  /// A mark below an entry.
  struct Chip: Sendable {
    var chipText: String
    /// `warn`, `bad`, `plain` or nothing.
    var chipStyle: String
  }

  /// The forms that move an entry within its day.
  struct Mover: Sendable {
    var moveAction: String
    var moveToken: String
    var moveTitle: String
    var canMoveUp: Bool
    var canMoveDown: Bool
  }

  /// The identifier of the element.
  var stopID: String
  /// The class of the color, such as `flight`.
  var kind: String
  var icon: String
  /// The meaning of the icon, for screen readers.
  var kindTitle: String
  var clock: String?
  /// The time for programs.
  var machineTime: String?
  var zone: String?
  var stopTitle: String
  var stopPath: String
  var meta: String?
  /// The line with both ends of a journey.
  var ends: String?
  var stopNotes: String?
  var chips: [Chip] = []
  var isCancelled = false
  var mover: Mover?

  static let template = #"""
    <li class="stop kind-{{kind}}{{#isCancelled}} is-cancelled{{/isCancelled}}" id="{{stopID}}"{{#mover}} data-move="{{moveAction}}" tabindex="-1"{{/mover}}>
    <div class="when">{{#clock}}<time datetime="{{machineTime}}">{{clock}}</time>{{/clock}}{{#zone}}<small>{{zone}}</small>{{/zone}}</div>
    <span class="dot" role="img" aria-label="{{kindTitle}}"><svg class="icon" aria-hidden="true"><use href="#i-{{icon}}"/></svg></span>
    <div class="what"><h3><a href="{{stopPath}}">{{stopTitle}}</a></h3>
    {{#ends}}<p class="ends">{{ends}}</p>{{/ends}}{{#meta}}<p class="meta">{{meta}}</p>{{/meta}}{{#stopNotes}}<p class="meta">{{stopNotes}}</p>{{/stopNotes}}
    {{^empty(chips)}}<p class="chips">{{#chips}}<span class="chip {{chipStyle}}">{{chipText}}</span>{{/chips}}</p>{{/empty(chips)}}</div>
    {{#mover}}<form method="post" action="{{moveAction}}" class="tools"><input type="hidden" name="token" value="{{moveToken}}">{{#canMoveUp}}<button class="icon-button" name="by" value="-1" aria-label="Move {{moveTitle}} up" aria-keyshortcuts="Alt+ArrowUp" title="Alt + ↑"><svg class="icon" aria-hidden="true"><use href="#i-up"/></svg></button>{{/canMoveUp}}{{#canMoveDown}}<button class="icon-button" name="by" value="1" aria-label="Move {{moveTitle}} down" aria-keyshortcuts="Alt+ArrowDown" title="Alt + ↓"><svg class="icon" aria-hidden="true"><use href="#i-down"/></svg></button>{{/canMoveDown}}</form>{{/mover}}
    </li>

    """#
}
