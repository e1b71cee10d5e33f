// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// What is not of the protocol, but answered beside it.
enum OpenAPIPages {
  static let description = "/openapi.json"

  /// They are found below the root, too, wherever the server is mounted.
  static let paths: [(key: String, value: JSONTree)] = [
    (
      "/health",
      [
        "get": [
          "operationId": "health", "tags": ["operation"],
          "responses": [
            "200": answer("The storage answers", .answered(["status": .constant("ok")])),
            "503": answer(
              "The storage does not answer", .answered(["status": .constant("unavailable")])),
          ],
        ]
      ]
    ),
    (
      description,
      [
        "get": [
          "operationId": "openapi", "tags": ["operation"],
          "responses": ["200": answer("This description", ["type": "object"])],
        ]
      ]
    ),
  ]

  private static func answer(_ text: String, _ schema: JSONTree) -> JSONTree {
    ["description": .string(text), "content": ["application/json": ["schema": schema]]]
  }
}
