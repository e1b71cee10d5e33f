// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

/// The form that imports files or pasted text, and the preview or the result by file.
enum ImportPage {
  /// An object of a file.
  struct Item: Sendable {
    var itemTitle: String
    var itemPath: String?
    var itemDetail: String
    var itemAction: String
    var itemStyle: String
  }

  /// A file with its result.
  struct File: Sendable {
    var fileID: String
    var fileName: String
    var fileState: String
    var fileStyle: String
    var fileProblem: String?
    var items: [Item]
    var warnings: [String]
  }

  /// Uploaded files that wait for the confirmation.
  struct Stage: Sendable {
    var stageID: String
    var stageAction: String
  }

  /// The page's values.
  struct Model: Sendable {
    var token: String
    var importAction: String
    var pasteAction: String
    var heading: String
    var isResult: Bool
    var files: [File]
    var stage: Stage?
    var tripLinks: [PageLink]
    var trips: [FieldForm.Choice]
    var limit: String
    var formMessage: String?
    var pasted: String
    let script = UploadScript.path
  }

  static let name = "trip-import"

  static let template = #"""
    {{>trip-head}}
    <h1>{{heading}}</h1>
    {{#formMessage}}<p class="note bad" role="alert">{{formMessage}}</p>{{/formMessage}}
    {{#isResult}}
    <div class="stack edit">
    {{#files}}
    <section class="card glass{{#fileProblem}} problem{{/fileProblem}}" aria-labelledby="{{fileID}}"><div class="heading"><h2 id="{{fileID}}">{{fileName}}</h2><span class="chip {{fileStyle}}">{{fileState}}</span></div>
    {{#fileProblem}}<p>{{fileProblem}}</p>{{/fileProblem}}
    <ul class="lines">{{#items}}<li><span class="chip {{itemStyle}}">{{itemAction}}</span><span class="main">{{#itemPath}}<a href="{{itemPath}}">{{/itemPath}}{{itemTitle}}{{#itemPath}}</a>{{/itemPath}}{{#itemDetail}}<br><span class="where">{{itemDetail}}</span>{{/itemDetail}}</span></li>{{/items}}</ul>
    {{^empty(warnings)}}<ul class="remarks edit">{{#warnings}}<li>{{.}}</li>{{/warnings}}</ul>{{/empty(warnings)}}</section>
    {{/files}}
    <div class="actions">{{#stage}}<form method="post" action="{{stageAction}}" class="inline-form"><input type="hidden" name="token" value="{{token}}"><input type="hidden" name="stage" value="{{stageID}}"><button class="button primary">Import these</button></form>{{/stage}}{{#tripLinks}}<a class="button primary" href="{{path}}">{{title}}</a>{{/tripLinks}}<a class="button" href="/trips">All trips</a></div>
    </div>
    {{/isResult}}
    <div class="split edit">
    <section class="card glass" aria-labelledby="choose"><h2 id="choose">Files</h2>
    <form method="post" action="{{importAction}}" enctype="multipart/form-data" data-upload><input type="hidden" name="token" value="{{token}}">
    <p class="field drop"><label for="files">Choose or drop files</label><input id="files" name="files" type="file" multiple required aria-describedby="files-hint"><small id="files-hint">Booking mails (.eml), Wallet passes (.pkpass), calendars (.ics), web pages, JSON, GPX, KML, GeoJSON, Google Takeout, packing lists (CSV), PDF files and pictures; up to {{limit}} together.</small></p>
    <p class="field"><label for="trip">Trip</label><select id="trip" name="trip" aria-describedby="trip-hint">{{#trips}}<option value="{{optionValue}}"{{#isSelected}} selected{{/isSelected}}>{{optionTitle}}</option>{{/trips}}</select><small id="trip-hint">By date: each booking goes to the trip whose dates fit, or to a new one.</small></p>
    <p class="actions"><button class="button primary" name="action" value="import">Import</button><button class="button" name="action" value="preview" data-whole>Preview</button></p></form>
    {{>upload-progress}}
    </section>
    <section class="card glass" aria-labelledby="paste"><h2 id="paste">Paste</h2>
    <form method="post" action="{{pasteAction}}" data-online><input type="hidden" name="token" value="{{token}}">
    <p class="field"><label for="text">Calendar, JSON, HTML or mail text</label><textarea id="text" name="text" class="paste" rows="8" maxlength="200000" required spellcheck="false">
    {{pasted}}</textarea></p>
    <p class="field"><label for="paste-trip">Trip</label><select id="paste-trip" name="trip">{{#trips}}<option value="{{optionValue}}"{{#isSelected}} selected{{/isSelected}}>{{optionTitle}}</option>{{/trips}}</select></p>
    <p class="actions"><button class="button primary" name="action" value="import">Import</button><button class="button" name="action" value="preview">Preview</button></p></form></section>
    </div>
    <script src="{{script}}" defer></script>
    """#
}

/// The page that exports, shares, copies, moves, archives and deletes a trip.
enum SharePage {
  /// A file format.
  struct Format: Sendable {
    var formatTitle: String
    var formatDetail: String
    var formatPath: String
  }

  /// The page's values.
  struct Model: Sendable {
    var header: TripHeader
    var token: String
    var formats: [Format]
    var printPath: String
    /// The list of the pages and documents that a device saves.
    var pinnedPath: String
    /// The address of the feed; nil if it is off.
    var feed: String?
    var feedAction: String
    var feedTitle: String
    var stopAction: String
    var copyAction: String
    var copyTitle: String
    var copyStart: String
    var shiftAction: String
    var archiveAction: String
    var archiveTitle: String
    /// The state that the button sets: `1` for archived, otherwise `0`.
    var archiveState: String
    var deletePath: String
    let script = PinnedPages.scriptPath
  }

  static let name = "trip-share"

  static let template = #"""
    {{>trip-notices}}
    {{>trip-header}}
    <div class="split">
    <div class="stack">
    <section class="card glass" aria-labelledby="export"><h2 id="export">Export</h2><ul class="lines">{{#formats}}<li><span class="main"><a href="{{formatPath}}" download>{{formatTitle}}</a><br><span class="where">{{formatDetail}}</span></span></li>{{/formats}}<li><span class="main"><a href="{{printPath}}">Print view</a><br><span class="where">The whole trip on paper, or as PDF.</span></span></li></ul></section>
    <section class="card glass" aria-labelledby="offline"><h2 id="offline">Without a network</h2><p>Save the pages and documents of the trip on this device, and open them while the server does not answer. Save again after changes.</p>
    {{>pinned-pages}}
    </section>
    <section class="card glass" aria-labelledby="feed"><h2 id="feed">Calendar feed</h2>
    {{#feed}}<p>Subscribe to this address in a calendar program that can reach this page. Everybody who knows it can read the trip.</p><p><code>{{feed}}</code></p>{{/feed}}{{^feed}}<p>A calendar program can subscribe to the trip at a secret address, and sees every change.</p>{{/feed}}
    <div class="actions"><form method="post" action="{{feedAction}}" class="inline-form"><input type="hidden" name="token" value="{{token}}"><button class="button">{{feedTitle}}</button></form>{{#feed}}<form method="post" action="{{stopAction}}" class="inline-form"><input type="hidden" name="token" value="{{token}}"><button class="button danger quiet">Stop the feed</button></form>{{/feed}}</div></section>
    </div>
    <div class="stack">
    <section class="card glass" aria-labelledby="copy"><h2 id="copy">Copy</h2><form method="post" action="{{copyAction}}"><input type="hidden" name="token" value="{{token}}"><p class="field"><label for="copy-title">Name of the copy</label><input id="copy-title" name="title" type="text" maxlength="200" value="{{copyTitle}}" required autocomplete="off"></p><p class="field"><label for="copy-start">First day</label><input id="copy-start" name="start" type="date" value="{{copyStart}}"></p><p><button class="button wide">Copy the trip</button></p></form></section>
    <section class="card glass" aria-labelledby="shift"><h2 id="shift">Move to other dates</h2><form method="post" action="{{shiftAction}}"><input type="hidden" name="token" value="{{token}}"><p class="field"><label for="shift-days">Days later</label><input id="shift-days" name="days" type="text" inputmode="numeric" placeholder="7" required autocomplete="off" aria-describedby="shift-hint"><small id="shift-hint">Negative for earlier. Local times stay.</small></p><p><button class="button wide">Move the trip</button></p></form></section>
    <section class="card glass" aria-labelledby="remove"><h2 id="remove">Put away</h2><div class="actions"><form method="post" action="{{archiveAction}}" class="inline-form"><input type="hidden" name="token" value="{{token}}"><input type="hidden" name="archived" value="{{archiveState}}"><button class="button">{{archiveTitle}}</button></form><a class="button danger quiet" href="{{deletePath}}">Delete this trip…</a></div></section>
    </div>
    </div>
    <script src="{{script}}" defer></script>
    """#
}

/// The confirmation before a trip is deleted.
enum DeleteTripPage {
  /// The page's values.
  struct Model: Sendable {
    var tripTitle: String
    var summary: String
    var deleteAction: String
    var token: String
    var back: String
  }

  static let name = "trip-delete"

  static let template = #"""
    <section class="card glass narrow message">
    <h1>Delete {{tripTitle}}?</h1>
    <p>{{summary}} The trip moves to the deleted things, from where it can be restored with everything in it.</p>
    <form method="post" action="{{deleteAction}}"><input type="hidden" name="token" value="{{token}}"><p class="actions"><button class="button danger">Delete it</button><a class="button" href="{{back}}">Keep it</a></p></form>
    </section>
    """#
}

/// The page that asks before an object is deleted for good.
enum PurgePage {
  /// The page's values.
  struct Model: Sendable {
    var purgedTitle: String
    /// The kind of the object, and its trip.
    var purgedDetail: String
    var purgeAction: String
    var token: String
    var back: String
  }

  static let name = "trip-purge"

  static let template = #"""
    <section class="card glass narrow message">
    <h1>Delete {{purgedTitle}} for good?</h1>
    <p>{{purgedDetail}}. It is deleted on every device, with everything in it, and nothing brings it back.</p>
    <form method="post" action="{{purgeAction}}"><input type="hidden" name="token" value="{{token}}"><p class="actions"><button class="button danger">Delete it for good</button><a class="button" href="{{back}}">Keep it</a></p></form>
    </section>
    """#
}
