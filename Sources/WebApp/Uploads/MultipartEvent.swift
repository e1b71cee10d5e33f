// Cairn
// SPDX-License-Identifier: Apache-2.0

package import NIOCore

/// What a form's body tells, in order.
package enum MultipartEvent: Sendable, Equatable {
  /// A part begins.
  case part(MultipartPart)
  /// Bytes of the part that began last.
  case body(ByteBuffer)
  /// The part has ended.
  case partEnd
  /// The form has ended; what follows is ignored.
  case end
}
