// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// The forms of a kind of objects: PATH/new, PATH/:id/edit and PATH/:id/delete.
struct ObjectRoutes<Object: RuckObject>: Sendable {
  let site: RuckSite
  let kind: ObjectKind<Object>
  let tab: RuckTab
  /// The scripts of the form as HTML, in the user's units.
  var scripts: @Sendable (UnitSystem) -> String
  /// The page of an object after its form was saved; the list by default.
  var page: @Sendable (UUID) -> String

  /// The routes of a kind whose objects have no page of their own.
  init(site: RuckSite, kind: ObjectKind<Object>, tab: RuckTab) {
    self.init(site: site, kind: kind, tab: tab, page: { _ in kind.path })
  }

  init(
    site: RuckSite, kind: ObjectKind<Object>, tab: RuckTab,
    page: @escaping @Sendable (UUID) -> String,
    scripts: @escaping @Sendable (UnitSystem) -> String = { _ in "" }
  ) {
    (self.site, self.kind, self.tab) = (site, kind, tab)
    self.page = page
    self.scripts = scripts
  }

  func add(to router: PageRouter) {
    router.get(RouterPath("\(kind.path)/new")) { request, _ in
      try await form(nil, kind.new(), entered: Self.preset(request, kind))
    }
    router.post(RouterPath("\(kind.path)/new")) { request, _ in
      let form = try await FormFields(request, token: site.token)
      return try await insert(form)
    }
    router.get(RouterPath("\(kind.path)/:id/edit")) { _, context in
      let object = try await object(context)
      return try await self.form(object.id, object, entered: [:])
    }
    router.post(RouterPath("\(kind.path)/:id/edit")) { request, context in
      let form = try await FormFields(request, token: site.token)
      return try await edit(form, try await object(context))
    }
    router.post(RouterPath("\(kind.path)/:id/delete")) { request, context in
      _ = try await FormFields(request, token: site.token)
      try await site.library.remove(Object.self, try context.objectID(kind.noun))
      return site.redirect(to: kind.path, .deleted)
    }
  }

  /// Loads the object of the path.
  func object(_ context: some RequestContext) async throws -> Object {
    let id = try context.objectID(kind.noun)
    guard let object = try await site.library.object(Object.self, id) else {
      throw PageError.noSuch(kind.noun, list: PageLink(kind.title, kind.path))
    }
    return object
  }

  private func insert(_ form: FormFields) async throws -> Response {
    let values = kind.values(form)
    do {
      var object = kind.new()
      try kind.apply(values, to: &object, try await site.format())
      let stored = try await site.library.insert(object)
      return site.redirect(to: page(stored.id), .added)
    } catch {
      guard let problem = FieldProblem(rejecting: error) else { throw error }
      return try await self.form(nil, kind.new(), entered: values, problem)
    }
  }

  private func edit(_ form: FormFields, _ object: Object) async throws -> Response {
    let values = kind.values(form)
    let format = try await site.format()
    do {
      try await site.library.edit(Object.self, object.id) { object in
        try kind.apply(values, to: &object, format)
      }
      return site.redirect(to: page(object.id), .saved)
    } catch {
      guard let problem = FieldProblem(rejecting: error) else { throw error }
      return try await self.form(object.id, object, entered: values, problem)
    }
  }

  /// The page with the form of an object, or of a new one.
  private func form(
    _ id: UUID?, _ object: Object, entered: [String: String], _ problem: FieldProblem? = nil
  ) async throws -> Response {
    let format = try await site.format()
    let own = id.map { "\(kind.path)/\(RuckPaths.text($0))" }
    var fields: [FieldForm.Field] = []
    for field in kind.fields {
      fields.append(
        field.formField(
          object, format, entered: entered[field.name],
          related: try await site.choices(of: field.relation)))
    }
    var form = FieldForm(
      kind.command, action: own.map { $0 + "/edit" } ?? "\(kind.path)/new", token: site.token,
      submit: id == nil ? "Add" : "Save", cancel: id.map(page) ?? kind.path,
      fields)
    if let own { form.addRemoval("Delete this \(kind.noun)", action: own + "/delete") }
    if let problem { form.show(problem) }
    let name = object.title.isEmpty ? kind.noun : object.title
    let heading = id == nil ? "New \(kind.noun)" : "Edit \(name)"
    var model = try await site.sections(tab, heading: heading)
    model.livePath = nil
    model.scripts = scripts(format.unitSystem)
    model.forms = [
      SectionCard("form-title", id == nil ? "Values" : name, isWide: true).form(form)
    ]
    return site.page(
      status: problem == nil ? .ok : .unprocessableContent, model,
      crumbs: [PageLink(kind.title, kind.path)])
  }

  /// The values of a query, as presets of a new object.
  private static func preset(
    _ request: Request, _ kind: ObjectKind<Object>
  ) -> [String: String] {
    let query = FormFields(query: request)
    var values: [String: String] = [:]
    for field in kind.fields { values[field.name] = query[field.name] }
    return values
  }
}

extension RuckSite {
  /// The objects of a relation as identifiers with names.
  func choices(of relation: RelatedKind?) async throws -> [(value: String, title: String)] {
    switch relation {
    case nil: []
    case .group:
      try await library.objects(GroupItem.self).map { (RuckPaths.text($0.id), $0.name) }
    case .route: try await library.routes().map { (RuckPaths.text($0.id), $0.name) }
    }
  }
}

extension RequestContext {
  /// An identifier in the path.
  func objectID(_ noun: String, parameter: String = "id") throws -> UUID {
    guard let id = parameters.get(parameter).flatMap(UUID.init(uuidString:)) else {
      throw PageError.noSuch(noun, list: RuckSite.list)
    }
    return id
  }
}
