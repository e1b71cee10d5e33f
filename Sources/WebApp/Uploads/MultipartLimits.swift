// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What a form may have at most.
package struct MultipartLimits: Sendable, Equatable {
  /// Bytes of one part's header block.
  package var headerBytes: Int
  /// Parts of the form.
  package var parts: Int
  /// Bytes of a part that is not a file.
  package var fieldBytes: Int
  /// Bytes of one file.
  package var fileBytes: Int
  /// Bytes of the whole body, delimiters included.
  package var totalBytes: Int

  /// Limits by their parts.
  package init(
    headerBytes: Int = 8 << 10, parts: Int = 1000, fieldBytes: Int = 64 << 10,
    fileBytes: Int = 1 << 30, totalBytes: Int = 1 << 30
  ) {
    self.headerBytes = headerBytes
    self.parts = parts
    self.fieldBytes = fieldBytes
    self.fileBytes = fileBytes
    self.totalBytes = totalBytes
  }
}
