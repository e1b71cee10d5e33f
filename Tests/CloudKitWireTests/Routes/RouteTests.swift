// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Testing

/// Construction and parsing of request paths.
@Suite struct RouteTests {
  private func route(_ path: String, _ method: String = "POST", prefix: String = "") throws
    -> OperationRoute
  {
    guard case .operation(let route) = try Route(path: path, method: method, mountedAt: prefix)
    else { throw WireError(path: path, found: "another route", expected: "an operation") }
    return route
  }

  private func refusal(_ path: String, _ method: String = "POST") -> RouteError? {
    do throws(RouteError) {
      _ = try Route(path: path, method: method)
      return nil
    } catch {
      return error
    }
  }

  @Test func `the path of every endpoint is parsed to that endpoint`() throws {
    for endpoint in Endpoint.allCases where !endpoint.operation.isEmpty {
      for database in endpoint.databases {
        for method in endpoint.methods {
          let route = OperationRoute(
            container: "iCloud.org.example", environment: .production, database: database,
            endpoint: endpoint)
          let found = try self.route(route.path, method.rawValue)
          #expect(found.endpoint == endpoint && found.environment == .production)
          if !route.path.hasPrefix("/device") { #expect(found == route) }
          #expect(try self.route("/ck" + route.path, method.rawValue, prefix: "/ck") == found)
        }
      }
    }
    for route in [
      Route.uploadAsset(token: "a-b_c"), .downloadAsset(token: "abc"), .notifications(token: "abc"),
    ] {
      let method = route.path.contains("upload") ? "POST" : "GET"
      #expect(try Route(path: route.path, method: method) == route)
    }
    #expect(
      try Route(path: "/assets/1/download/abc/track%20one.gpx", method: "HEAD")
        == .downloadAsset(token: "abc"))
  }

  @Test func `operation paths have the documented form`() {
    let route = OperationRoute(
      container: "iCloud.org.example", environment: .development, database: .private,
      endpoint: .queryRecords)
    #expect(route.path == "/database/1/iCloud.org.example/development/private/records/query")
    var token = route
    token.endpoint = .createToken
    #expect(token.path == "/device/1/iCloud.org.example/development/tokens/create")
  }

  @Test func `paths observed in other clients are accepted`() throws {
    let start = "/1/iCloud.org.example/development"
    let table: [(String, String, Endpoint, DatabaseScope)] = [
      ("/database\(start)/users/current", "GET", .currentUser, .public),
      ("/database\(start)/private/users/current", "GET", .currentUser, .private),
      ("/database\(start)/public/users/discover", "GET", .discoverAllUsers, .public),
      ("/database\(start)/public/users/discover", "POST", .discoverUsers, .public),
      ("/database\(start)/users/discover", "POST", .discoverUsers, .public),
      ("/database\(start)/users/restrict", "GET", .restrictUser, .private),
      ("/database\(start)/subscriptions/lookup", "POST", .lookupSubscriptions, .public),
      ("/database\(start)/tokens/create", "POST", .createToken, .public),
      ("/database\(start)/private/tokens/create", "POST", .createToken, .private),
      ("/device\(start)/tokens/register", "POST", .registerToken, .public),
      ("/database\(start)/public/records/shares/accept", "POST", .acceptShares, .public),
      ("/database\(start)/private/zones/list", "POST", .listZones, .private),
      (
        "/database/1/iCloud%2Eorg.example/development/private/zones/list", "GET", .listZones,
        .private
      ),
    ]
    for (path, method, endpoint, database) in table {
      let route = try self.route(path, method)
      #expect(route.endpoint == endpoint && route.database == database, "\(path)")
      #expect(route.container == "iCloud.org.example")
    }
  }

  @Test func `other paths are rejected with a status and a reason`() {
    let start = "/database/1/iCloud.org.example/development"
    let table: [(String, String, Int, String)] = [
      ("", "POST", 404, #"could not find handler for endpoint """#),
      ("/", "POST", 404, "could not find handler for endpoint \"/\""),
      ("/database", "POST", 404, "could not find handler for endpoint \"/database\""),
      ("\(start)/public/records/nothing", "POST", 404, "could not find handler"),
      ("\(start)/public/records/query/", "POST", 404, "could not find handler"),
      ("\(start)/public//records/query", "POST", 404, "could not find handler"),
      ("\(start)/records/query", "POST", 404, "could not find handler"),
      ("\(start)/public/../private/records/query", "POST", 404, "could not find handler"),
      ("\(start)/public/records%2", "POST", 404, "could not find handler"),
      ("\(start)/public/records/%ff", "POST", 404, "could not find handler"),
      ("/database/2/iCloud.org.example/development/public/records/query", "POST", 404, "could not"),
      ("/device/1/iCloud.org.example/development/records/query", "POST", 404, "could not find"),
      (
        "\(start)/public/zones/modify", "POST", 400,
        "endpoint not applicable in the database type 'publicdb'"
      ),
      (
        "\(start)/private/users/discover", "POST", 400,
        "endpoint not applicable in the database type 'privatedb'"
      ),
      (
        "/database/1/org.example/development/public/records/query", "POST", 400,
        "the path names the container \"org.example\""
      ),
      (
        "/database/1/iCloud.a%2f..%2fb/development/public/records/query", "POST", 400,
        "the path names the container \"iCloud.a/../b\""
      ),
      (
        "/database/1/iCloud.a/staging/public/records/query", "POST", 400,
        "the path names the environment \"staging\""
      ),
      ("\(start)/public/records/query", "GET", 405, "the method is \"GET\": expected POST"),
      ("\(start)/public/users/current", "DELETE", 405, "the method is \"DELETE\": expected GET or"),
      ("/assets/1/upload/a", "GET", 405, "the method is"),
      ("/assets/1/upload/a/b", "POST", 404, "could not find handler"),
      ("/webcourier/1/a", "POST", 405, "the method is"),
      ("/elsewhere", "GET", 404, "could not find handler"),
    ]
    for (path, method, status, reason) in table {
      let error = refusal(path, method)
      #expect(error?.httpStatus == status, "\(path)")
      #expect(error?.failure.reason.hasPrefix(reason) == true, "\(path): \(error as Any)")
      #expect((error?.allowedMethods.isEmpty == false) == (status == 405), "\(path)")
    }
  }

  @Test func `query items of a request are decoded and encoded`() {
    let target = RequestTarget("/a/b?remapEnums=true&ckAPIToken=0f&ckWebAuthToken=a%2Bb+c%20d%3D")
    #expect(target.path == "/a/b")
    #expect(target.apiToken == "0f")
    #expect(target.webAuthToken == "a+b+c+d=")
    #expect(!target.wantsSyncToken)
    #expect(RequestTarget("/a?getCurrentSyncToken=true&ckSession=x").wantsSyncToken)
    #expect(RequestTarget("/a?ckSession=x").webAuthToken == "x")
    let named = RequestTarget("/a?clientId=page%2B1&after=1-2")
    #expect(named.clientID == "page+1" && named.after == "1-2")
    for text in ["", "?", "/a?&&=&ckAPIToken", "/a?ckAPIToken=%zz", "/a?ckAPIToken=%ff"] {
      #expect(RequestTarget(text).apiToken == nil)
    }
    let query = RequestTarget.query(apiToken: "0f", webAuthToken: "a+/=", wantsSyncToken: true)
    #expect(query == "?ckAPIToken=0f&ckWebAuthToken=a%2B%2F%3D&getCurrentSyncToken=true")
    #expect(RequestTarget("/a" + query).webAuthToken == "a+/=")
    #expect(RequestTarget.query(apiToken: nil) == "")
  }
}
