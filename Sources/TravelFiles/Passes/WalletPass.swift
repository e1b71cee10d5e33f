// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A Wallet pass: the fields of its pass.json, in the pass's own language.
struct WalletPass {
  /// A field that the pass shows.
  struct Field {
    var key: String
    var label: String
    var value: String
    /// The group, such as `primaryFields`.
    var group: String
  }

  /// The style, such as `boardingPass`.
  let style: String
  /// The fields of all groups.
  let fields: [Field]
  /// The content of pass.json.
  let object: StructuredObject
  /// The semantic tags, which state the meaning of the fields.
  let semantics: StructuredObject

  /// Reads the JSON of a pass.
  ///
  /// - Throws: An error if the text is not JSON, or has no style of a pass.
  init(json: [UInt8]) throws(TravelFileError) {
    guard let object = try StructuredJSON.parse(json).object else { throw Self.notAPass }
    let styles = ["boardingPass", "eventTicket", "coupon", "storeCard", "generic"]
    guard let style = styles.first(where: { object[$0]?.object != nil }),
      let content = object[style]?.object
    else { throw Self.notAPass }
    self.style = style
    self.object = object
    var fields: [Field] = []
    var semantics = object["semantics"]?.object ?? StructuredObject()
    let groups = [
      "headerFields", "primaryFields", "secondaryFields", "auxiliaryFields", "backFields",
    ]
    for group in groups {
      for value in (content[group]?.values ?? []).prefix(200) {
        guard let field = value.object else { continue }
        for (key, tag) in field["semantics"]?.object?.members ?? [:] where semantics[key] == nil {
          semantics[key] = tag
        }
        fields.append(
          Field(
            key: field.text("key") ?? "", label: field.text("label") ?? "",
            value: field.text("value") ?? "", group: group))
      }
    }
    self.fields = fields
    self.semantics = semantics
  }

  private static let notAPass = TravelFileError(
    .malformed, reason: "The pass.json describes no pass", remedy: "Download the pass again")

  /// The barcode; the first one with a known symbology.
  var barcode: Barcode? {
    let values = (object["barcodes"]?.values ?? []) + (object["barcode"]?.values ?? [])
    for value in values {
      guard let object = value.object, let message = object["message"]?.text else { continue }
      switch object.text("format") {
      case "PKBarcodeFormatQR": return Barcode(.qrCode, message: message)
      case "PKBarcodeFormatAztec": return Barcode(.aztecCode, message: message)
      case "PKBarcodeFormatPDF417": return Barcode(.pdf417, message: message)
      case "PKBarcodeFormatCode128": return Barcode(.code128, message: message)
      default: continue
      }
    }
    return nil
  }

  /// The first field whose key or label contains one of the words.
  func field(_ words: String..., in group: String? = nil) -> Field? {
    fields.first { field in
      let texts = [field.key.lowercased(), field.label.lowercased()]
      return (group == nil || field.group == group) && !field.value.isEmpty
        && words.contains { word in texts.contains { $0.contains(word) } }
    }
  }

  /// The positions of the pass's relevance.
  var position: Coordinates? {
    (object["locations"]?.values ?? []).lazy.compactMap { value -> Coordinates? in
      guard let object = value.object, let latitude = object.text("latitude").flatMap(Double.init),
        let longitude = object.text("longitude").flatMap(Double.init)
      else { return nil }
      return Coordinates(latitude: latitude, longitude: longitude)
    }.first
  }

  /// The identity, if the pass has a serial number.
  var identity: PassIdentity? {
    guard let type = object.text("passTypeIdentifier"), let serial = object.text("serialNumber")
    else { return nil }
    return PassIdentity(typeIdentifier: type, serialNumber: serial)
  }
}
