// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A round button at the lower right of a page, for its main action.
///
/// It is a link, so that it works without JavaScript.
package struct FloatingActionButton: GlassPart {
  package let glassConfiguration: GlassConfiguration? = GlassConfiguration(
    primaryTint: .green, secondaryTint: .green, intensity: .regular)
  let actionPath: String
  /// The accessible name.
  let actionTitle: String

  package init(_ title: String, path: String) {
    (actionTitle, actionPath) = (title, path)
  }

  static let name = "ruck-action"
  static let template = #"""
    <p class="floating"><a class="floating-action" href="{{actionPath}}"><svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true"><path d="M12 5v14M5 12h14"/></svg><span class="hidden">{{actionTitle}}</span></a></p>
    """#
}

/// A button of glass that shrinks while it is pressed.
///
/// The animation is a transition between two states, so that a new press interrupts it at its
/// present position; users who prefer reduced motion see none.
package struct AnimatedGlassButton: GlassPart {
  package let glassConfiguration: GlassConfiguration? = GlassConfiguration(
    primaryTint: .blue, secondaryTint: .blue, intensity: .regular)
  let buttonPath: String
  let buttonTitle: String

  package init(_ title: String, path: String) {
    (buttonTitle, buttonPath) = (title, path)
  }

  static let name = "ruck-animated-button"
  static let template =
    #"<a class="button glass-button" href="{{buttonPath}}">{{buttonTitle}}</a>"#
}
