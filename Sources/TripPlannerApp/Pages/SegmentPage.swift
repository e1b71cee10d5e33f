// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

/// A journey as a boarding pass: both ends with their local times, the bookings and their barcodes.
enum SegmentPage {
  /// An end of the journey.
  struct End: Sendable {
    var endLabel: String
    var code: String
    var isLong: Bool
    var placeName: String?
    var placePath: String?
    var clock: String?
    var machineTime: String?
    var endDay: String?
    var endZone: String?
    /// Terminal, gate and platform.
    var stand: String?
  }

  /// A value with its label.
  struct Fact: Sendable {
    var factLabel: String
    var factValue: String
    var factPath: String?
  }

  /// A booking of one traveller.
  struct BookingCard: Sendable {
    var bookingID: String
    var traveller: String
    var facts: [Fact]
    /// The output of ``BarcodePicture``.
    var barcode: String?
    var barcodeCaption: String?
    var editPath: String
  }

  /// The page's values, also of a stay or an event with a booking.
  struct Model: Sendable {
    var header: TripHeader
    var livePath: String
    var token: String
    var kind: String
    var icon: String
    var passTitle: String
    var passRight: String?
    var departure: End
    var arrival: End
    var way: String?
    var wayDistance: String?
    var chips: [TripStop.Chip]
    var facts: [Fact]
    var bookings: [BookingCard]
    var findings: [TimelinePage.FindingLine]
    var documents: [PageLink]
    var segmentNotes: String?
    var segmentMap: String?
    var editPath: String
    var addBookingPath: String
    var deleteAction: String
    var deleteTitle: String
    /// The form that moves the part to another trip.
    var transfer: TransferForm?
  }

  static let name = "trip-segment"

  static let template = #"""
    {{>trip-notices}}
    <div id="trip-segment" data-live="{{livePath}}">
    {{>trip-header}}
    <div class="split">
    <div class="stack">
    <section class="card glass pass kind-{{kind}}" aria-labelledby="pass">
    <div class="pass-head"><svg class="icon" aria-hidden="true"><use href="#i-{{icon}}"/></svg><p id="pass" role="heading" aria-level="2">{{passTitle}}</p>{{#passRight}}<p class="right">{{passRight}}</p>{{/passRight}}</div>
    <div class="pass-route">
    {{#departure}}{{>trip-end}}{{/departure}}
    <div class="pass-way"><span class="dot"><svg class="icon" aria-hidden="true"><use href="#i-{{icon}}"/></svg></span>{{#way}}<span>{{way}}</span>{{/way}}{{#wayDistance}}<span>{{wayDistance}}</span>{{/wayDistance}}</div>
    {{#arrival}}{{>trip-end}}{{/arrival}}
    </div>
    {{^empty(chips)}}<p class="chips facts">{{#chips}}<span class="chip {{chipStyle}}">{{chipText}}</span>{{/chips}}</p>{{/empty(chips)}}
    {{^empty(facts)}}<hr class="tear"><dl class="facts">{{#facts}}<div><dt>{{factLabel}}</dt><dd>{{#factPath}}<a href="{{factPath}}">{{/factPath}}{{factValue}}{{#factPath}}</a>{{/factPath}}</dd></div>{{/facts}}</dl>{{/empty(facts)}}
    {{#bookings}}
    <hr class="tear"><div id="{{bookingID}}"><dl class="facts"><div><dt>Traveller</dt><dd>{{traveller}}</dd></div>{{#facts}}<div><dt>{{factLabel}}</dt><dd>{{factValue}}</dd></div>{{/facts}}<div class="no-print"><dt class="hidden">Change</dt><dd><a href="{{editPath}}" aria-label="Edit booking: {{traveller}}">Edit booking</a></dd></div></dl>
    {{#barcode}}<div class="barcodes"><figure>{{{barcode}}}<figcaption>{{barcodeCaption}}</figcaption></figure></div>{{/barcode}}</div>
    {{/bookings}}
    </section>
    {{#segmentNotes}}<section class="card glass" aria-labelledby="segment-notes"><h2 id="segment-notes">Notes</h2><p class="prose">{{segmentNotes}}</p></section>{{/segmentNotes}}
    <div class="actions no-print"><a class="button primary" href="{{editPath}}">Edit</a><a class="button" href="{{addBookingPath}}">Add a booking</a><form method="post" action="{{deleteAction}}" class="inline-form"><input type="hidden" name="token" value="{{token}}"><button class="button danger quiet">{{deleteTitle}}</button></form></div>
    {{#transfer}}{{>trip-transfer}}{{/transfer}}
    </div>
    <div class="stack">
    {{^empty(findings)}}<section class="card glass no-print" aria-labelledby="segment-findings"><h2 id="segment-findings">To check</h2><ul class="remarks">{{#findings}}<li>{{findingText}}</li>{{/findings}}</ul></section>{{/empty(findings)}}
    {{#segmentMap}}<section class="card glass flush" aria-label="Map of the journey">{{{segmentMap}}}</section>{{/segmentMap}}
    {{^empty(documents)}}<section class="card glass" aria-labelledby="segment-documents"><h2 id="segment-documents">Documents</h2><ul class="lines">{{#documents}}<li><a class="main" href="{{path}}">{{title}}</a></li>{{/documents}}</ul></section>{{/empty(documents)}}
    </div>
    </div>
    </div>
    """#

  static let endName = "trip-end"

  static let endTemplate = #"""
    <div><p class="hidden">{{endLabel}}</p><p class="code{{#isLong}} long{{/isLong}}">{{code}}</p>
    {{#placeName}}<p class="soft">{{#placePath}}<a href="{{placePath}}">{{/placePath}}{{placeName}}{{#placePath}}</a>{{/placePath}}</p>{{/placeName}}
    {{#clock}}<p class="clock"><time datetime="{{machineTime}}">{{clock}}</time></p>{{/clock}}{{#endDay}}<p>{{endDay}}</p>{{/endDay}}{{#endZone}}<p class="soft">{{endZone}}</p>{{/endZone}}
    {{#stand}}<p><span class="chip plain">{{stand}}</span></p>{{/stand}}</div>
    """#
}
