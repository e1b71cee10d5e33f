#!/bin/sh
# Cairn
# SPDX-License-Identifier: Apache-2.0
#
# Sends one request that is signed by a server-to-server key, with openssl and curl alone:
#
#     signed-request.sh ADDRESS KEY-ID KEY-FILE PATH [BODY]
#
#     signed-request.sh http://127.0.0.1:8333 "$key_id" job.pem \
#       /database/1/iCloud.org.example.app/development/public/records/query \
#       '{"query":{"recordType":"Note"}}'
#
# What is signed is `date:hash:path`: the date in UTC without fractions of a second, the SHA-256
# of the body's bytes in base64, and the path as it is sent, with its query if it has one.
set -eu

address=$1 key_id=$2 key_file=$3 path=$4 body=${5-'{}'}

date=$(date -u +%Y-%m-%dT%H:%M:%SZ)
hash=$(printf %s "$body" | openssl dgst -sha256 -binary | openssl base64 -A)
signature=$(printf %s "$date:$hash:$path" | openssl dgst -sha256 -sign "$key_file" |
  openssl base64 -A)

# Certificates of an authority of one's own: CURL_CA_BUNDLE=authority.pem in the environment.
exec curl --silent --show-error --fail-with-body "$address$path" \
  --header "X-Apple-CloudKit-Request-KeyID: $key_id" \
  --header "X-Apple-CloudKit-Request-ISO8601Date: $date" \
  --header "X-Apple-CloudKit-Request-SignatureV1: $signature" \
  --header 'Content-Type: application/json' \
  --data-binary "$body"
