// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// A stored document, such as a ticket or a copy of a passport.
@Model
package final class DocumentAsset {
  #FullText<DocumentAsset>([\.title, \.fileName, \.notes])

  @Attribute(.unique) package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted: Bool = false
  package var deletedAt: Date?

  package var title: String = ""
  package var fileName: String = ""
  /// The media type.
  package var contentType: String = "application/octet-stream"
  package var byteCount: Int = 0
  /// The SHA-256 of the bytes in lowercase hexadecimal digits.
  package var sha256: String = ""
  @Attribute(.externalStorage, .allowsCloudEncryption) package var data: Data?
  @Attribute(.allowsCloudEncryption) package var notes: String?

  // Since version 2.
  /// The last day on which the document is valid.
  package var expiryDay: String?

  package var trip: Trip?
  package var segment: Segment?
  package var item: DayPlanItem?

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}
