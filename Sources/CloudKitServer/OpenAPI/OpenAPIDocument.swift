// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// The description of the protocol by OpenAPI 3.1: of the endpoints that this server answers, made from
/// the tables that it answers by.
package struct OpenAPIDocument: Sendable {
  private let endpoints: [Endpoint]
  private let mount: String

  /// A description of some endpoints, below the path that the server is mounted at.
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
        CloudKit Web Services as this server answers them. What differs from Apple's service is in \
        docs/differences-from-cloudkit.md.
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
      // Two endpoints may be told apart by their methods alone.
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
      "responses": Self.answers(endpoint.answerSchema, [401, 403, 421, 429]),
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
    guard endpoint.isAboutRecords else { return operation }
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
            "responses": Self.answers(Endpoint.uploadAssetData.answerSchema, [403, 413]),
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
              "200": ["description": "The bytes", "content": bytes],
              "206": ["description": "Some of the bytes", "content": bytes],
              "416": ["description": "A range that the asset does not have"],
            ]),
          ],
        ]
      ),
    ]
  }

  /// A form whose only member is a file, under any name.
  private static let oneFile: JSONTree = [
    "type": "object", "minProperties": 1, "maxProperties": 1,
    "additionalProperties": ["type": "string", "contentMediaType": "application/octet-stream"],
  ]

  private var courierPaths: [(key: String, value: JSONTree)] {
    guard endpoints.contains(.createToken) else { return [] }
    let answer: JSONTree = [
      "description": "The next notification; nothing if there was none for a while; or a stream",
      "content": [
        "application/json": ["schema": Endpoint.receiveNotifications.answerSchema],
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
              [(key: "200", value: answer)]
                + Self.errors([400, 401, 403, 404, 405, 429, 500, 503])),
          ],
        ]
      )
    ]
  }

  // MARK: Answers

  static func answers(_ schema: JSONTree, _ more: [Int]) -> JSONTree {
    let ok: JSONTree = [
      "description": "The answer",
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
      "description": "Why the request as a whole was refused",
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

  static func parameter(_ name: String, in place: String, _ schema: JSONTree) -> JSONTree {
    ["name": .string(name), "in": .string(place), "required": true, "schema": schema]
  }

  private static let parameters: JSONTree = [
    "container": parameter(
      "container", in: "path", ["type": "string", "pattern": #"^iCloud\.[A-Za-z0-9._-]{1,248}$"#]),
    "environment": parameter(
      "environment", in: "path", .word(Environment.allCases.map(\.rawValue))),
    "getCurrentSyncToken": [
      "name": "getCurrentSyncToken", "in": "query", "schema": .flag,
      "description": "True to have the zone's sync token in the answer",
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
  /// The path, with names in braces for what a client fills in.
  fileprivate var template: String {
    isForDevices
      ? "/device/\(OperationRoute.version)/{container}/{environment}/\(operation)"
      : "/database/\(OperationRoute.version)/{container}/{environment}/{database}/\(operation)"
  }

  /// False where no body stands for an empty object.
  fileprivate var needsBody: Bool {
    requestSchema != nil && self != .databaseChanges && self != .zonesChanges
  }

  /// True for what is answered with the zone's sync token when that is asked for.
  fileprivate var isAboutRecords: Bool {
    self == .queryRecords || self == .modifyRecords || self == .lookupRecords
  }
}
