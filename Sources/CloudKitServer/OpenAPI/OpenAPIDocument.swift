// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// The OpenAPI 3.1 description of the server's endpoints, generated from its routing tables.
package struct OpenAPIDocument: Sendable {
  private let endpoints: [Endpoint]
  private let mount: String

  /// Creates a description of endpoints below the server's mount path.
  package init(of endpoints: [Endpoint], mountedAt mount: String = "") {
    self.endpoints = endpoints
    self.mount = mount
  }

  /// The document as JSON.
  package var bytes: [UInt8] {
    var writer = JSONWriter(capacity: 65_536)
    tree.write(to: &writer)
    return writer.bytes
  }

  private var tree: JSONTree {
    [
      "openapi": "3.1.1",
      "info": [
        "title": "Cairn's CloudKit server", "version": .string(OperationRoute.version),
        "description": """
        CloudKit Web Services as implemented by this server. Differences from Apple's service are \
        listed in docs/differences-from-cloudkit.md.
        """,
        "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
      ],
      "servers": [["url": .string(mount.isEmpty ? "/" : mount)]],
      "paths": .object(operationPaths + assetPaths + courierPaths + OpenAPIPages.paths),
      "components": [
        "schemas": .object(OpenAPISchemas.all), "securitySchemes": Self.securitySchemes,
        "parameters": Self.parameters, "responses": Self.responses, "headers": Self.headers,
      ],
    ]
  }

  // MARK: Paths

  private var operationPaths: [(key: String, value: JSONTree)] {
    var paths: [(key: String, value: JSONTree)] = []
    for endpoint in endpoints where !endpoint.operation.isEmpty {
      let key = endpoint.template
      let methods = endpoint.methods.map { method in
        (key: method.rawValue.lowercased(), value: operation(endpoint, method))
      }
      // Two endpoints may differ only in their methods.
      if let index = paths.firstIndex(where: { $0.key == key }),
        case .object(let others) = paths[index].value
      {
        paths[index].value = .object(others + methods)
      } else {
        paths.append((key, .object(methods + [("parameters", Self.pathParameters(endpoint))])))
      }
    }
    return paths
  }

  private func operation(_ endpoint: Endpoint, _ method: Endpoint.Method) -> JSONTree {
    var operation: JSONTree = [
      "operationId": .string("\(endpoint)\(method == endpoint.methods[0] ? "" : "By\(method)")"),
      "tags": [.string(String(endpoint.operation.prefix { $0 != "/" }))],
      "security": endpoint.isAboutUsers ? [Self.user] : [Self.user, Self.program, Self.signed],
      "responses": Self.operationResponses(endpoint.responseSchema, [401, 403, 421, 429]),
    ]
    if method == .post {
      let schema = endpoint.requestSchema ?? ["type": "object"]
      operation = operation.adding([
        "requestBody": [
          "required": .bool(endpoint.needsBody),
          "content": ["application/json": ["schema": schema]],
        ]
      ])
    }
    guard endpoint.returnsSyncToken else { return operation }
    return operation.adding([
      "parameters": [["$ref": "#/components/parameters/getCurrentSyncToken"]]
    ])
  }

  private var assetPaths: [(key: String, value: JSONTree)] {
    guard endpoints.contains(.uploadAssets) else { return [] }
    let bytes: JSONTree = ["application/octet-stream": ["schema": [:]]]
    let token = Self.parameter("token", in: "path", .text)
    return [
      (
        Route.uploadAsset(token: "{token}").path,
        [
          "parameters": [token],
          "post": [
            "operationId": "uploadAssetData", "tags": ["assets"],
            "requestBody": [
              "required": true,
              "content": bytes.adding(["multipart/form-data": ["schema": Self.oneFile]]),
            ],
            "responses": Self.operationResponses(
              Endpoint.uploadAssetData.responseSchema, [403, 413]),
          ],
        ]
      ),
      (
        Route.downloadAsset(token: "{token}").path,
        [
          "parameters": [token],
          "get": [
            "operationId": "downloadAsset", "tags": ["assets"],
            "responses": JSONTree.object(Self.errors([400, 404, 405, 500, 503])).adding([
              "200": ["description": "The asset's bytes", "content": bytes],
              "206": ["description": "A range of the asset's bytes", "content": bytes],
              "416": ["description": "The range is not satisfiable"],
            ]),
          ],
        ]
      ),
    ]
  }

  /// A form with one file, under any name.
  private static let oneFile: JSONTree = [
    "type": "object", "minProperties": 1, "maxProperties": 1,
    "additionalProperties": ["type": "string", "contentMediaType": "application/octet-stream"],
  ]

  private var courierPaths: [(key: String, value: JSONTree)] {
    guard endpoints.contains(.createToken) else { return [] }
    let response: JSONTree = [
      "description": "The next notification, nothing after a timeout, or an event stream",
      "content": [
        "application/json": ["schema": Endpoint.receiveNotifications.responseSchema],
        "text/event-stream": ["schema": .text],
      ],
    ]
    return [
      (
        Route.notifications(token: "{token}").path,
        [
          "parameters": [Self.parameter("token", in: "path", .text)],
          "get": [
            "operationId": "receiveNotifications", "tags": ["tokens"],
            "responses": JSONTree.object(
              [(key: "200", value: response)]
                + Self.errors([400, 401, 403, 404, 405, 429, 500, 503])),
          ],
        ]
      )
    ]
  }

  // MARK: Responses

  static func operationResponses(_ schema: JSONTree, _ more: [Int]) -> JSONTree {
    let ok: JSONTree = [
      "description": "The response",
      "headers": ["X-Apple-Request-UUID": ["$ref": "#/components/headers/RequestUUID"]],
      "content": ["application/json": ["schema": schema]],
    ]
    return .object(
      [(key: "200", value: ok)] + errors([400, 404, 405, 409, 412, 413, 500, 503] + more))
  }

  private static func errors(_ statuses: [Int]) -> [(key: String, value: JSONTree)] {
    Set(statuses).sorted().map { status in
      (key: "\(status)", value: ["$ref": "#/components/responses/Error"])
    }
  }

  private static let responses: JSONTree = [
    "Error": [
      "description": "The error of the whole request",
      "headers": ["X-Apple-Request-UUID": ["$ref": "#/components/headers/RequestUUID"]],
      "content": ["application/json": ["schema": .reference("Error")]],
    ]
  ]

  private static let headers: JSONTree = [
    "RequestUUID": ["required": true, "schema": ["type": "string", "format": "uuid"]]
  ]

  // MARK: Parameters and credentials

  private static func pathParameters(_ endpoint: Endpoint) -> JSONTree {
    let database: [JSONTree] =
      endpoint.isForDevices
      ? []
      : [parameter("database", in: "path", .word(endpoint.databases.map(\.rawValue)))]
    return .array(
      [
        ["$ref": "#/components/parameters/container"],
        ["$ref": "#/components/parameters/environment"],
      ] + database)
  }

  static func parameter(_ name: String, in location: String, _ schema: JSONTree) -> JSONTree {
    ["name": .string(name), "in": .string(location), "required": true, "schema": schema]
  }

  private static let parameters: JSONTree = [
    "container": parameter(
      "container", in: "path", ["type": "string", "pattern": #"^iCloud\.[A-Za-z0-9._-]{1,248}$"#]),
    "environment": parameter(
      "environment", in: "path", .word(Environment.allCases.map(\.rawValue))),
    "getCurrentSyncToken": [
      "name": "getCurrentSyncToken", "in": "query", "schema": .flag,
      "description": "True to include the zone's sync token in the response",
    ],
  ]

  private static let program: JSONTree = ["apiToken": []]
  private static let user: JSONTree = ["apiToken": [], "webToken": []]
  private static let signed: JSONTree = ["keyID": [], "keyDate": [], "keySignature": []]

  private static let securitySchemes: JSONTree = [
    "apiToken": ["type": "apiKey", "in": "query", "name": "ckAPIToken"],
    "webToken": ["type": "apiKey", "in": "query", "name": "ckWebAuthToken"],
    "keyID": ["type": "apiKey", "in": "header", "name": .string(HeaderNames.keyID)],
    "keyDate": ["type": "apiKey", "in": "header", "name": .string(HeaderNames.date)],
    "keySignature": ["type": "apiKey", "in": "header", "name": .string(HeaderNames.signature)],
  ]
}

extension Endpoint {
  /// The path template, with parameters in braces.
  fileprivate var template: String {
    isForDevices
      ? "/device/\(OperationRoute.version)/{container}/{environment}/\(operation)"
      : "/database/\(OperationRoute.version)/{container}/{environment}/{database}/\(operation)"
  }

  /// False if an omitted body means an empty object.
  fileprivate var needsBody: Bool {
    requestSchema != nil && ![.databaseChanges, .zonesChanges, .discoverUsers].contains(self)
  }

  /// True if the response can include the zone's sync token on request.
  fileprivate var returnsSyncToken: Bool {
    self == .queryRecords || self == .modifyRecords || self == .lookupRecords
  }
}
