// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Whose data and schema are meant: what is being developed, or what people use.
package enum Environment: String, JSONWord {
  case development
  case production
}
