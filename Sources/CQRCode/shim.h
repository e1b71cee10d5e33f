// Cairn
// SPDX-License-Identifier: Apache-2.0

#ifndef CAIRN_CQRCODE_SHIM_H
#define CAIRN_CQRCODE_SHIM_H

#include <qrencode.h>

#endif
