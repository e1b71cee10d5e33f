// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// The component schemas of request and response bodies.
enum OpenAPISchemas {
  static var all: [(key: String, value: JSONTree)] {
    shared + requestSchemas + responseSchemas + users + pushes
  }

  // MARK: Both ways

  private static let shared: [(key: String, value: JSONTree)] = [
    (
      "ZoneID",
      .request(
        [:],
        optional: [
          "zoneName": .text, "ownerRecordName": .text,
          "zoneType": .text.adding([
            "description": "DEFAULT_ZONE or REGULAR_CUSTOM_ZONE in responses"
          ]),
        ])
    ),
    (
      "Reference",
      .request(
        ["recordName": .text],
        optional: [
          "zoneID": .reference("ZoneID"), "action": .word(["NONE", "DELETE_SELF", "VALIDATE"]),
        ])
    ),
    (
      "Location",
      .request(
        [
          "latitude": ["type": "number", "minimum": -90, "maximum": 90],
          "longitude": ["type": "number", "minimum": -180, "maximum": 180],
        ],
        optional: [
          "horizontalAccuracy": .number, "verticalAccuracy": .number, "altitude": .number,
          "speed": .number, "course": .number, "timestamp": .moment,
        ])
    ),
    (
      "Query",
      .request(
        ["recordType": .text],
        optional: [
          "filterBy": .list(of: .reference("Filter"), atMost: Limits.queryTerms),
          "sortBy": .list(of: .reference("Sort"), atMost: Limits.queryTerms),
        ])
    ),
    (
      "Filter",
      .request(
        [
          "comparator": .word(
            Comparator.allCases.map(\.rawValue) + Comparator.aliases.keys.sorted()),
          "fieldValue": .reference("SentField"),
        ],
        optional: [
          "fieldName": .text, "systemFieldName": .text,
          "distance": .number.adding(["description": "metres, for NEAR"]),
        ])
    ),
    (
      "Sort",
      .request(
        [:],
        optional: [
          "fieldName": .text, "systemFieldName": .text, "ascending": .requestFlag,
          "relativeLocation": .reference("Location"),
        ])
    ),
  ]

  // MARK: To the server

  private static let requestSchemas: [(key: String, value: JSONTree)] = [
    ("SentField", .object([("anyOf", .array(requestFields))])),
    (
      "SentFields",
      [
        "type": "object", "maxProperties": .integer(Int64(Limits.fields)),
        "propertyNames": .schemaName, "additionalProperties": .reference("SentField"),
      ]
    ),
    (
      "RecordOperation",
      .any(
        .request(
          [
            "operationType": .constant(RecordOperation.Kind.create.rawValue),
            "record": .request(
              ["recordType": .schemaName], optional: record + [("recordName", .clientName)]),
          ], optional: ["desiredKeys": .names]),
        .request(
          [
            "operationType": .word(
              RecordOperation.Kind.allCases.filter { $0 != .create }.map(\.rawValue)),
            "record": .request(
              ["recordName": .name], optional: record + [("recordType", .schemaName)]),
          ], optional: ["desiredKeys": .names]))
    ),
    (
      "SentAsset",
      .any(
        .request(["fileChecksum": .text], optional: asset + [("receipt", .text)]),
        .request(["receipt": .text], optional: asset + [("fileChecksum", .text)]))
    ),
    (
      "SentZone",
      .any(.request(["zoneID": .reference("ZoneID")]), .request(["zoneName": .text]))
    ),
  ]

  private static let asset: [(String, JSONTree)] = [
    ("size", .int64), ("referenceChecksum", .text), ("wrappingKey", .text),
  ]

  /// The members of any record in a request.
  private static let record: [(String, JSONTree)] = [
    ("recordChangeTag", .text), ("fields", .reference("SentFields")),
    ("zoneID", .reference("ZoneID")), ("parent", .request(["recordName": .text])),
  ]

  /// A field in a request.
  ///
  /// A field without a value is cleared. A field without a type has its schema's or value's type.
  private static var requestFields: [JSONTree] {
    let cleared: JSONTree = [
      "type": "object", "additionalProperties": false,
      "properties": [
        "value": ["type": "null"], "isEncrypted": .requestFlag,
        "type": .word(FieldType.allCases.map(\.rawValue)),
      ],
    ]
    let bare = JSONTree.request([
      "value": .any(.text, .int64, .number, .reference("Reference"), .reference("Location"))
    ]).adding(["not": ["required": ["type"]]])
    return [cleared, bare]
      + FieldType.allCases.map { type in
        .request(
          ["value": requestValue(type), "type": .constant(type.rawValue)],
          optional: type.canBeEncrypted ? ["isEncrypted": .requestFlag] : [:])
      }
  }

  // MARK: From the server

  private static let responseSchemas: [(key: String, value: JSONTree)] = [
    (
      "Error",
      // ATOMIC_ERROR includes the results of the operations.
      failure(["records": .list(of: .reference("RecordResult"), atMost: Limits.operations)])
    ),
    ("Field", .object([("oneOf", .array(FieldType.allCases.map { field($0) }))])),
    (
      "Asset",
      .response(
        ["fileChecksum": .text, "size": .int64],
        optional: [
          "referenceChecksum": .text, "wrappingKey": .text, "receipt": .text, "downloadURL": .text,
        ])
    ),
    (
      "Stamp",
      .response(["timestamp": .moment], optional: ["userRecordName": .text, "deviceID": .text])
    ),
    (
      "Record",
      .response(
        ["recordName": .text, "recordType": .text, "recordChangeTag": .text],
        optional: [
          "fields": ["type": "object", "additionalProperties": .reference("Field")],
          "pluginFields": ["type": "object"], "created": .reference("Stamp"),
          "modified": .reference("Stamp"), "deleted": .flag,
          "zoneID": .reference("ZoneID"), "parent": ["type": "object"], "share": ["type": "object"],
        ])
    ),
    (
      "DeletedRecord",
      .response(
        ["recordName": .text, "deleted": ["const": true]],
        optional: ["deletedRecordType": .text, "zoneID": .reference("ZoneID")])
    ),
    (
      "RecordError",
      failure([
        "recordName": .text, "zoneID": .reference("ZoneID"), "serverRecord": .reference("Record"),
      ])
    ),
    (
      "RecordResult",
      [
        "oneOf": [
          .reference("Record"), .reference("DeletedRecord"), .reference("RecordError"),
        ]
      ]
    ),
    (
      "Zone",
      .response(
        ["zoneID": .reference("ZoneID")],
        optional: [
          "syncToken": .text, "atomic": .flag, "deleted": .flag, "isEligibleForZoneShare": .flag,
          "isEligibleForHierarchicalShare": .flag,
        ])
    ),
    ("ZoneError", failure(["zoneID": .reference("ZoneID")])),
    ("ZoneResult", ["oneOf": [.reference("Zone"), .reference("ZoneError")]]),
    (
      "ZoneChanges",
      .response([
        "zoneID": .reference("ZoneID"), "syncToken": .text, "moreComing": .flag,
        "records": .list(of: .reference("RecordResult"), atMost: Limits.records),
      ])
    ),
  ]

  private static let error:
    (required: KeyValuePairs<String, JSONTree>, optional: KeyValuePairs<String, JSONTree>) = (
      [
        "serverErrorCode": .word(ServerErrorCode.allCases.map(\.rawValue)), "reason": .text,
      ],
      [
        "uuid": .text, "retryAfter": ["type": "integer", "minimum": 0, "description": "seconds"],
        "redirectURL": .text,
        "cairnErrorDetail": .word(ServerErrorDetail.allCases.map(\.rawValue)),
      ]
    )

  /// An error instead of a result.
  private static func failure(_ members: [(key: String, value: JSONTree)]) -> JSONTree {
    let properties = error.required.map { $0 } + error.optional.map { $0 } + members
    return [
      "type": "object", "required": ["serverErrorCode", "reason"],
      "properties": .object(properties.map { (key: $0.0, value: $0.1) }),
      "additionalProperties": false,
    ]
  }

  private static func failure(_ members: KeyValuePairs<String, JSONTree>) -> JSONTree {
    failure(members.map { (key: $0.key, value: $0.value) })
  }

  private static func requestValue(_ type: FieldType) -> JSONTree {
    if type.isList {
      guard let element = type.element else { return .list(of: [:], atMost: 0) }
      return .list(of: requestValue(element))
    }
    return switch type {
    case .int64: .any(.int64, .digits, .flag)
    case .timestamp: .any(.int64, .digits)
    case .double:
      .any(.number, ["type": "string", "pattern": #"^-?[0-9]{1,15}(\.[0-9]{1,15})?$"#])
    case .asset: .reference("SentAsset")
    default: value(type)
    }
  }

  /// A field of a type in a response.
  private static func field(_ type: FieldType) -> JSONTree {
    let value: JSONTree =
      if type.isList {
        .list(of: type.element.map { Self.value($0) } ?? [:])
      } else {
        Self.value(type)
      }
    return .response(
      ["value": value, "type": .constant(type.rawValue)], optional: ["isEncrypted": .flag])
  }

  private static func value(_ type: FieldType) -> JSONTree {
    switch type {
    case .int64, .timestamp: .any(.int64, .digits)
    case .double: .any(.number, .text)
    case .bytes: ["type": "string", "contentEncoding": "base64"]
    case .reference: .reference("Reference")
    case .asset: .reference("Asset")
    case .location: .reference("Location")
    default: .text
    }
  }
}
