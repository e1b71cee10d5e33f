// Cairn
// SPDX-License-Identifier: Apache-2.0

extension RecordScript {
  /// The receiver and the wake lock, and the decision which positions are stored: one in five
  /// seconds, none during a pause.
  static let positions = #"""
      // Positions.

      function metres(a, b) {
        const radians = (degrees) => degrees * Math.PI / 180;
        const [north, other] = [radians(a.latitude), radians(b.latitude)];
        const half = Math.sin((other - north) / 2) ** 2
          + Math.cos(north) * Math.cos(other) * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
        return 2 * 6371008.8 * Math.asin(Math.min(1, Math.sqrt(half)));
      }

      const isPaused = (recording) => recording.pauses.some((pause) => pause.end === null);

      // A phone's clock may differ from its receiver's.
      const timeOf = (position) =>
        Math.abs(position.timestamp - Date.now()) < 600000 ? position.timestamp : Date.now();

      function add(recording, points, coordinates, time) {
        const { latitude, longitude, accuracy, altitude, speed, heading } = coordinates;
        const { last } = recording;
        if (recording.end || isPaused(recording) || !(accuracy > 0) || time < recording.loads[0].time - 5000) return false;
        if (last && time - last.time < INTERVAL - 50) return false;
        const store = (segment, values) => {
          points.put({ ...values, secret: recording.secret, number: recording.next, segment });
          recording.next += 1;
          recording.segment = segment;
        };
        const point = {
          time, latitude, longitude, accuracy, altitude: altitude ?? null, speed: speed ?? null,
          heading: Number.isFinite(heading) ? heading : null,
        };
        const isGap = last && time - last.time > GAP;
        if (last && (isGap || recording.isBroken)) {
          // A gap or a pause has no distance. A new load continues at the last position.
          if (!isGap && recording.isBroken === "load") {
            store(recording.segment + 1, last);
            recording.distance += metres(last, point);
            store(recording.segment, point);
          } else {
            store(recording.segment + 1, point);
          }
        } else {
          if (last) recording.distance += metres(last, point);
          store(recording.segment, point);
        }
        recording.isBroken = null;
        recording.last = point;
      }

      // The receiver and the screen.

      let watch = null;
      let screenLock = null;
      let isOwner = false;

      async function keepAwake() {
        if (watch === null || document.hidden || !("wakeLock" in navigator)) return;
        try {
          screenLock = await navigator.wakeLock.request("screen");
        } catch {
          // Without power, a browser refuses it; the recording continues while the screen is on.
        }
      }

      function listen(secret) {
        if (watch !== null) return;
        watch = navigator.geolocation.watchPosition(async (position) => {
          try {
            const recording = await change(secret, (recording, points) =>
              add(recording, points, position.coords, timeOf(position)));
            if (!recording || recording.end) return stopListening();
            show(recording, position.coords);
            upload();
          } catch (error) {
            say(`The position can't be stored on this device: ${error?.message ?? error}. Free some space.`);
          }
        }, (error) => {
          say(error.code === 1
            ? "This page may not use positions. Permit it in the browser's settings of this site, then open the page again."
            : "No position now. Wait under open sky.");
        }, { enableHighAccuracy: true, maximumAge: 0, timeout: 30000 });
        keepAwake();
      }

      function stopListening() {
        if (watch !== null) navigator.geolocation.clearWatch(watch);
        watch = null;
        screenLock?.release().catch(() => {});
        screenLock = null;
      }

      document.addEventListener("visibilitychange", () => { if (!document.hidden) keepAwake(); });

    """#
}
