// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

/// The documents of a trip, which open without a network.
enum DocumentsPage {
  /// A document.
  struct Item: Sendable {
    var documentTitle: String
    var documentDetail: String
    var openPath: String
    var editPath: String
    /// The address of a picture; nil for other types.
    var picture: String?
    /// The type in short, such as "PDF"; nil for a picture.
    var typeName: String?
    var chips: [TripStop.Chip]
  }

  /// The page's values.
  struct Model: Sendable {
    var header: TripHeader
    var livePath: String
    var token: String
    var items: [Item]
    var uploadAction: String
    var limit: String
    let script = UploadScript.path
  }

  static let name = "trip-documents"

  static let template = #"""
    {{>trip-notices}}
    <div id="trip-documents" data-live="{{livePath}}">
    {{>trip-header}}
    {{#empty(items)}}<section class="card glass message empty"><h2>No documents yet</h2><p>Add tickets, passport copies or insurance papers. They are stored with the trip on every device, and open without a network.</p></section>{{/empty(items)}}
    <ul class="documents">{{#items}}
    <li class="card glass">{{#picture}}<img src="{{picture}}" alt="" loading="lazy">{{/picture}}{{#typeName}}<div class="sheet-icon" aria-hidden="true">{{typeName}}</div>{{/typeName}}<h3><a href="{{openPath}}">{{documentTitle}}</a></h3><p class="where">{{documentDetail}}</p>{{^empty(chips)}}<p class="chips">{{#chips}}<span class="chip {{chipStyle}}">{{chipText}}</span>{{/chips}}</p>{{/empty(chips)}}<p class="no-print"><a class="icon-button" href="{{editPath}}" aria-label="Edit {{documentTitle}}">Edit</a></p></li>
    {{/items}}</ul>
    </div>
    <section class="card glass narrow edit no-print" aria-labelledby="upload"><h2 id="upload">Add documents</h2>
    <form method="post" action="{{uploadAction}}" enctype="multipart/form-data" data-upload><input type="hidden" name="token" value="{{token}}">
    <p class="field drop"><label for="files">Files</label><input id="files" name="files" type="file" multiple required aria-describedby="files-hint"><small id="files-hint">PDF files, pictures or any others, up to {{limit}} together.</small></p>
    <p><button class="button primary">Add</button></p></form>
    {{>upload-progress}}
    </section>
    <script src="{{script}}" defer></script>
    """#
}

/// The people of a trip with their roles.
enum PeoplePage {
  /// A person.
  struct Item: Sendable {
    var personName: String
    var personDetail: String
    var roleTitle: String
    var isTraveller: Bool
    var editPath: String
  }

  /// The page's values.
  struct Model: Sendable {
    var header: TripHeader
    var livePath: String
    var token: String
    var items: [Item]
    var addAction: String
    var roles: [FieldForm.Choice]
    /// The user's name in the log.
    var ownName: String
    var ownAction: String
  }

  static let name = "trip-people"

  static let template = #"""
    {{>trip-notices}}
    <div id="trip-people" data-live="{{livePath}}">
    {{>trip-header}}
    <div class="split">
    <section class="card glass" aria-labelledby="people"><h2 id="people">People</h2>
    {{#empty(items)}}<p class="soft">Add the people who travel, so that bookings, packing and costs can name them.</p>{{/empty(items)}}
    <ul class="lines">{{#items}}<li><span class="main"><a href="{{editPath}}">{{personName}}</a>{{#personDetail}}<br><span class="where">{{personDetail}}</span>{{/personDetail}}</span><span class="chip plain">{{roleTitle}}</span>{{#isTraveller}}<span class="chip">travels</span>{{/isTraveller}}</li>{{/items}}</ul></section>
    <section class="card glass no-print" aria-labelledby="person-add"><h2 id="person-add">Add a person</h2>
    <form method="post" action="{{addAction}}"><input type="hidden" name="token" value="{{token}}"><p class="field"><label for="name">Name</label><input id="name" name="name" type="text" maxlength="200" required autocomplete="off"></p><p class="field"><label for="email">E-mail</label><input id="email" name="email" type="email" maxlength="200" autocomplete="off"></p><p class="field"><label for="role">Role</label><select id="role" name="role">{{#roles}}<option value="{{optionValue}}"{{#isSelected}} selected{{/isSelected}}>{{optionTitle}}</option>{{/roles}}</select></p><p><button class="button primary wide">Add</button></p></form>
    <p class="source">Roles are for your plan. The trip is in your account only; sharing it with theirs comes later.</p></section>
    <section class="card glass no-print" aria-labelledby="own"><h2 id="own">You</h2>
    <form method="post" action="{{ownAction}}"><input type="hidden" name="token" value="{{token}}"><p class="field"><label for="own-name">Your name in the activity</label><input id="own-name" name="own" type="text" maxlength="200" value="{{ownName}}" autocomplete="name"></p><p><button class="button">Save</button></p></form>
    <p class="source">Until it is set, the activity has the name of the computer.</p></section>
    </div>
    </div>
    """#
}
