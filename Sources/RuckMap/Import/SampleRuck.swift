// Cairn
// SPDX-License-Identifier: Apache-2.0

import Measures

/// A real recording, as sample data before the first import.
///
/// A walk near Lake Cerknica in Slovenia on 5 August 2010: the track "ACTIVE LOG #2" of
/// `test_files/cerknicko-jezero.gpx` of gpxpy (https://github.com/tkrajina/gpxpy, commit 017d996,
/// Apache License 2.0), with coordinates rounded to six decimals and heights to one.
enum SampleRuck {
  /// The file's name.
  static let file = "sample.gpx"
  /// The carried weight in kilograms: 35 lb.
  static let packWeight = Mass.kilograms(pounds: 35)

  /// The recording as GPX 1.1.
  static let gpx = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="Cairn" xmlns="http://www.topografix.com/GPX/1/1">
    <trk><name>Lake Cerknica (sample)</name><trkseg>
    <trkpt lat="45.772175" lon="14.357659"><ele>542.3</ele><time>2010-08-05T14:23:59Z</time></trkpt>
    <trkpt lat="45.772090" lon="14.357567"><ele>551.0</ele><time>2010-08-05T14:25:08Z</time></trkpt>
    <trkpt lat="45.772064" lon="14.357461"><ele>553.9</ele><time>2010-08-05T14:26:36Z</time></trkpt>
    <trkpt lat="45.772003" lon="14.357343"><ele>555.8</ele><time>2010-08-05T14:26:46Z</time></trkpt>
    <trkpt lat="45.771906" lon="14.357355"><ele>555.8</ele><time>2010-08-05T14:26:56Z</time></trkpt>
    <trkpt lat="45.771813" lon="14.357374"><ele>555.3</ele><time>2010-08-05T14:27:05Z</time></trkpt>
    <trkpt lat="45.771737" lon="14.357434"><ele>553.9</ele><time>2010-08-05T14:27:14Z</time></trkpt>
    <trkpt lat="45.771649" lon="14.357448"><ele>552.4</ele><time>2010-08-05T14:27:28Z</time></trkpt>
    <trkpt lat="45.771551" lon="14.357470"><ele>551.9</ele><time>2010-08-05T14:27:46Z</time></trkpt>
    <trkpt lat="45.771472" lon="14.357517"><ele>552.9</ele><time>2010-08-05T14:27:55Z</time></trkpt>
    <trkpt lat="45.771404" lon="14.357417"><ele>552.4</ele><time>2010-08-05T14:28:05Z</time></trkpt>
    <trkpt lat="45.771397" lon="14.357317"><ele>552.9</ele><time>2010-08-05T14:28:20Z</time></trkpt>
    <trkpt lat="45.771366" lon="14.357202"><ele>552.9</ele><time>2010-08-05T14:28:29Z</time></trkpt>
    <trkpt lat="45.771279" lon="14.357151"><ele>552.9</ele><time>2010-08-05T14:28:40Z</time></trkpt>
    <trkpt lat="45.771188" lon="14.357120"><ele>552.4</ele><time>2010-08-05T14:28:50Z</time></trkpt>
    <trkpt lat="45.771096" lon="14.357100"><ele>552.4</ele><time>2010-08-05T14:29:02Z</time></trkpt>
    <trkpt lat="45.771002" lon="14.357058"><ele>551.5</ele><time>2010-08-05T14:29:21Z</time></trkpt>
    <trkpt lat="45.770906" lon="14.357027"><ele>551.0</ele><time>2010-08-05T14:29:30Z</time></trkpt>
    <trkpt lat="45.770821" lon="14.357021"><ele>551.5</ele><time>2010-08-05T14:29:40Z</time></trkpt>
    <trkpt lat="45.770731" lon="14.357007"><ele>551.9</ele><time>2010-08-05T14:29:50Z</time></trkpt>
    <trkpt lat="45.770663" lon="14.356961"><ele>551.9</ele><time>2010-08-05T14:30:10Z</time></trkpt>
    <trkpt lat="45.770596" lon="14.356866"><ele>550.5</ele><time>2010-08-05T14:30:19Z</time></trkpt>
    <trkpt lat="45.770516" lon="14.356807"><ele>550.0</ele><time>2010-08-05T14:30:27Z</time></trkpt>
    <trkpt lat="45.770441" lon="14.356734"><ele>550.0</ele><time>2010-08-05T14:30:35Z</time></trkpt>
    <trkpt lat="45.770396" lon="14.356623"><ele>549.5</ele><time>2010-08-05T14:30:44Z</time></trkpt>
    <trkpt lat="45.770342" lon="14.356472"><ele>548.1</ele><time>2010-08-05T14:31:12Z</time></trkpt>
    <trkpt lat="45.770321" lon="14.356346"><ele>547.6</ele><time>2010-08-05T14:31:20Z</time></trkpt>
    <trkpt lat="45.770325" lon="14.356216"><ele>547.6</ele><time>2010-08-05T14:31:29Z</time></trkpt>
    <trkpt lat="45.770287" lon="14.356161"><ele>548.1</ele><time>2010-08-05T14:33:31Z</time></trkpt>
    <trkpt lat="45.770196" lon="14.356117"><ele>548.6</ele><time>2010-08-05T14:33:40Z</time></trkpt>
    <trkpt lat="45.770110" lon="14.356068"><ele>548.6</ele><time>2010-08-05T14:33:48Z</time></trkpt>
    <trkpt lat="45.770022" lon="14.356012"><ele>548.1</ele><time>2010-08-05T14:33:57Z</time></trkpt>
    <trkpt lat="45.769935" lon="14.356022"><ele>547.6</ele><time>2010-08-05T14:34:05Z</time></trkpt>
    <trkpt lat="45.769840" lon="14.356054"><ele>548.1</ele><time>2010-08-05T14:34:14Z</time></trkpt>
    <trkpt lat="45.769756" lon="14.356108"><ele>549.5</ele><time>2010-08-05T14:34:22Z</time></trkpt>
    <trkpt lat="45.769677" lon="14.356159"><ele>551.0</ele><time>2010-08-05T14:34:57Z</time></trkpt>
    <trkpt lat="45.769613" lon="14.356229"><ele>551.0</ele><time>2010-08-05T14:35:24Z</time></trkpt>
    <trkpt lat="45.769537" lon="14.356298"><ele>551.5</ele><time>2010-08-05T14:35:33Z</time></trkpt>
    <trkpt lat="45.769447" lon="14.356357"><ele>551.0</ele><time>2010-08-05T14:35:42Z</time></trkpt>
    <trkpt lat="45.769356" lon="14.356414"><ele>551.5</ele><time>2010-08-05T14:35:51Z</time></trkpt>
    <trkpt lat="45.769272" lon="14.356455"><ele>551.5</ele><time>2010-08-05T14:35:59Z</time></trkpt>
    <trkpt lat="45.769192" lon="14.356506"><ele>551.5</ele><time>2010-08-05T14:36:08Z</time></trkpt>
    <trkpt lat="45.769169" lon="14.356552"><ele>551.5</ele><time>2010-08-05T14:36:37Z</time></trkpt>
    <trkpt lat="45.769183" lon="14.356667"><ele>551.5</ele><time>2010-08-05T14:36:47Z</time></trkpt>
    <trkpt lat="45.769152" lon="14.356752"><ele>549.1</ele><time>2010-08-05T14:37:08Z</time></trkpt>
    <trkpt lat="45.769066" lon="14.356757"><ele>546.6</ele><time>2010-08-05T14:37:28Z</time></trkpt>
    <trkpt lat="45.769024" lon="14.356816"><ele>548.1</ele><time>2010-08-05T14:40:44Z</time></trkpt>
    <trkpt lat="45.768939" lon="14.356788"><ele>546.2</ele><time>2010-08-05T14:40:57Z</time></trkpt>
    <trkpt lat="45.768877" lon="14.356693"><ele>548.6</ele><time>2010-08-05T14:41:43Z</time></trkpt>
    <trkpt lat="45.768804" lon="14.356688"><ele>550.0</ele><time>2010-08-05T14:41:55Z</time></trkpt>
    <trkpt lat="45.768726" lon="14.356618"><ele>552.9</ele><time>2010-08-05T14:42:18Z</time></trkpt>
    <trkpt lat="45.768643" lon="14.356583"><ele>553.9</ele><time>2010-08-05T14:42:28Z</time></trkpt>
    <trkpt lat="45.768552" lon="14.356552"><ele>553.4</ele><time>2010-08-05T14:42:41Z</time></trkpt>
    <trkpt lat="45.768533" lon="14.356433"><ele>552.9</ele><time>2010-08-05T14:42:50Z</time></trkpt>
    <trkpt lat="45.768547" lon="14.356289"><ele>553.4</ele><time>2010-08-05T14:43:04Z</time></trkpt>
    <trkpt lat="45.768510" lon="14.356174"><ele>553.9</ele><time>2010-08-05T14:43:12Z</time></trkpt>
    <trkpt lat="45.768412" lon="14.356161"><ele>553.9</ele><time>2010-08-05T14:43:50Z</time></trkpt>
    <trkpt lat="45.768288" lon="14.356271"><ele>551.5</ele><time>2010-08-05T14:44:45Z</time></trkpt>
    <trkpt lat="45.768203" lon="14.356327"><ele>552.9</ele><time>2010-08-05T14:44:56Z</time></trkpt>
    <trkpt lat="45.768118" lon="14.356315"><ele>553.9</ele><time>2010-08-05T14:45:06Z</time></trkpt>
    <trkpt lat="45.768031" lon="14.356270"><ele>553.4</ele><time>2010-08-05T14:45:15Z</time></trkpt>
    <trkpt lat="45.767949" lon="14.356187"><ele>553.4</ele><time>2010-08-05T14:45:24Z</time></trkpt>
    <trkpt lat="45.767873" lon="14.356099"><ele>553.9</ele><time>2010-08-05T14:45:33Z</time></trkpt>
    <trkpt lat="45.767792" lon="14.356042"><ele>553.9</ele><time>2010-08-05T14:45:41Z</time></trkpt>
    <trkpt lat="45.767695" lon="14.355998"><ele>554.3</ele><time>2010-08-05T14:45:50Z</time></trkpt>
    <trkpt lat="45.767610" lon="14.355942"><ele>554.3</ele><time>2010-08-05T14:45:58Z</time></trkpt>
    <trkpt lat="45.767529" lon="14.355887"><ele>553.9</ele><time>2010-08-05T14:46:06Z</time></trkpt>
    <trkpt lat="45.767442" lon="14.355836"><ele>552.9</ele><time>2010-08-05T14:46:14Z</time></trkpt>
    <trkpt lat="45.767348" lon="14.355794"><ele>553.4</ele><time>2010-08-05T14:46:22Z</time></trkpt>
    <trkpt lat="45.767251" lon="14.355773"><ele>552.9</ele><time>2010-08-05T14:46:30Z</time></trkpt>
    <trkpt lat="45.767155" lon="14.355755"><ele>553.4</ele><time>2010-08-05T14:46:38Z</time></trkpt>
    <trkpt lat="45.767059" lon="14.355742"><ele>553.4</ele><time>2010-08-05T14:46:46Z</time></trkpt>
    <trkpt lat="45.766967" lon="14.355721"><ele>553.4</ele><time>2010-08-05T14:46:54Z</time></trkpt>
    <trkpt lat="45.766871" lon="14.355696"><ele>553.4</ele><time>2010-08-05T14:47:03Z</time></trkpt>
    <trkpt lat="45.766783" lon="14.355636"><ele>553.4</ele><time>2010-08-05T14:47:11Z</time></trkpt>
    <trkpt lat="45.766693" lon="14.355578"><ele>553.9</ele><time>2010-08-05T14:47:19Z</time></trkpt>
    <trkpt lat="45.766604" lon="14.355516"><ele>554.3</ele><time>2010-08-05T14:47:27Z</time></trkpt>
    <trkpt lat="45.766511" lon="14.355465"><ele>553.9</ele><time>2010-08-05T14:47:36Z</time></trkpt>
    <trkpt lat="45.766406" lon="14.355474"><ele>553.4</ele><time>2010-08-05T14:47:55Z</time></trkpt>
    <trkpt lat="45.766317" lon="14.355442"><ele>552.9</ele><time>2010-08-05T14:48:07Z</time></trkpt>
    <trkpt lat="45.766348" lon="14.355553"><ele>552.9</ele><time>2010-08-05T14:48:49Z</time></trkpt>
    <trkpt lat="45.766361" lon="14.355662"><ele>552.4</ele><time>2010-08-05T14:48:59Z</time></trkpt>
    <trkpt lat="45.766296" lon="14.355767"><ele>551.5</ele><time>2010-08-05T14:49:12Z</time></trkpt>
    <trkpt lat="45.766230" lon="14.355860"><ele>550.5</ele><time>2010-08-05T14:49:23Z</time></trkpt>
    <trkpt lat="45.766163" lon="14.355965"><ele>550.5</ele><time>2010-08-05T14:49:31Z</time></trkpt>
    <trkpt lat="45.766104" lon="14.356076"><ele>551.0</ele><time>2010-08-05T14:49:39Z</time></trkpt>
    <trkpt lat="45.766048" lon="14.356191"><ele>550.5</ele><time>2010-08-05T14:49:48Z</time></trkpt>
    <trkpt lat="45.765985" lon="14.356282"><ele>550.5</ele><time>2010-08-05T14:49:56Z</time></trkpt>
    <trkpt lat="45.765922" lon="14.356383"><ele>549.5</ele><time>2010-08-05T14:50:07Z</time></trkpt>
    <trkpt lat="45.765888" lon="14.356515"><ele>549.1</ele><time>2010-08-05T14:50:16Z</time></trkpt>
    <trkpt lat="45.765891" lon="14.356643"><ele>550.0</ele><time>2010-08-05T14:50:34Z</time></trkpt>
    <trkpt lat="45.765915" lon="14.356764"><ele>551.0</ele><time>2010-08-05T14:50:49Z</time></trkpt>
    <trkpt lat="45.765940" lon="14.356893"><ele>551.9</ele><time>2010-08-05T14:50:57Z</time></trkpt>
    <trkpt lat="45.765952" lon="14.357034"><ele>551.0</ele><time>2010-08-05T14:51:06Z</time></trkpt>
    <trkpt lat="45.765956" lon="14.357175"><ele>549.5</ele><time>2010-08-05T14:51:15Z</time></trkpt>
    <trkpt lat="45.765976" lon="14.357300"><ele>548.1</ele><time>2010-08-05T14:51:23Z</time></trkpt>
    <trkpt lat="45.765997" lon="14.357424"><ele>546.6</ele><time>2010-08-05T14:51:31Z</time></trkpt>
    <trkpt lat="45.766028" lon="14.357545"><ele>546.2</ele><time>2010-08-05T14:51:39Z</time></trkpt>
    <trkpt lat="45.766058" lon="14.357672"><ele>545.7</ele><time>2010-08-05T14:51:48Z</time></trkpt>
    <trkpt lat="45.766093" lon="14.357791"><ele>545.7</ele><time>2010-08-05T14:52:02Z</time></trkpt>
    <trkpt lat="45.766090" lon="14.357789"><ele>547.1</ele><time>2010-08-05T14:52:23Z</time></trkpt>
    <trkpt lat="45.766054" lon="14.357882"><ele>548.1</ele><time>2010-08-05T14:53:26Z</time></trkpt>
    <trkpt lat="45.766071" lon="14.357981"><ele>548.1</ele><time>2010-08-05T14:53:42Z</time></trkpt>
    <trkpt lat="45.766096" lon="14.358057"><ele>548.6</ele><time>2010-08-05T14:54:12Z</time></trkpt>
    <trkpt lat="45.766130" lon="14.358171"><ele>547.1</ele><time>2010-08-05T14:54:20Z</time></trkpt>
    <trkpt lat="45.766103" lon="14.358293"><ele>546.6</ele><time>2010-08-05T14:54:29Z</time></trkpt>
    <trkpt lat="45.766075" lon="14.358421"><ele>546.2</ele><time>2010-08-05T14:54:37Z</time></trkpt>
    <trkpt lat="45.766055" lon="14.358547"><ele>546.2</ele><time>2010-08-05T14:54:44Z</time></trkpt>
    <trkpt lat="45.766025" lon="14.358667"><ele>545.7</ele><time>2010-08-05T14:54:51Z</time></trkpt>
    <trkpt lat="45.766023" lon="14.358777"><ele>542.8</ele><time>2010-08-05T14:55:51Z</time></trkpt>
    <trkpt lat="45.766049" lon="14.358916"><ele>543.8</ele><time>2010-08-05T14:56:00Z</time></trkpt>
    <trkpt lat="45.766079" lon="14.359056"><ele>543.8</ele><time>2010-08-05T14:56:09Z</time></trkpt>
    <trkpt lat="45.766112" lon="14.359177"><ele>543.8</ele><time>2010-08-05T14:56:17Z</time></trkpt>
    <trkpt lat="45.766154" lon="14.359310"><ele>544.7</ele><time>2010-08-05T14:56:26Z</time></trkpt>
    <trkpt lat="45.766190" lon="14.359432"><ele>544.7</ele><time>2010-08-05T14:56:33Z</time></trkpt>
    <trkpt lat="45.766231" lon="14.359567"><ele>545.2</ele><time>2010-08-05T14:56:41Z</time></trkpt>
    <trkpt lat="45.766320" lon="14.359636"><ele>545.7</ele><time>2010-08-05T14:56:50Z</time></trkpt>
    <trkpt lat="45.766418" lon="14.359656"><ele>545.2</ele><time>2010-08-05T14:56:58Z</time></trkpt>
    <trkpt lat="45.766502" lon="14.359692"><ele>545.7</ele><time>2010-08-05T14:57:06Z</time></trkpt>
    <trkpt lat="45.766521" lon="14.359831"><ele>545.7</ele><time>2010-08-05T14:57:14Z</time></trkpt>
    <trkpt lat="45.766533" lon="14.359963"><ele>545.2</ele><time>2010-08-05T14:57:21Z</time></trkpt>
    <trkpt lat="45.766545" lon="14.360095"><ele>544.2</ele><time>2010-08-05T14:57:28Z</time></trkpt>
    <trkpt lat="45.766550" lon="14.360247"><ele>543.3</ele><time>2010-08-05T14:57:37Z</time></trkpt>
    <trkpt lat="45.766525" lon="14.360364"><ele>544.2</ele><time>2010-08-05T14:57:44Z</time></trkpt>
    <trkpt lat="45.766479" lon="14.360491"><ele>545.7</ele><time>2010-08-05T14:57:52Z</time></trkpt>
    <trkpt lat="45.766447" lon="14.360614"><ele>546.6</ele><time>2010-08-05T14:58:00Z</time></trkpt>
    <trkpt lat="45.766480" lon="14.360736"><ele>546.6</ele><time>2010-08-05T14:58:11Z</time></trkpt>
    <trkpt lat="45.766560" lon="14.360777"><ele>550.0</ele><time>2010-08-05T14:58:24Z</time></trkpt>
    <trkpt lat="45.766652" lon="14.360730"><ele>550.5</ele><time>2010-08-05T14:58:31Z</time></trkpt>
    <trkpt lat="45.766742" lon="14.360684"><ele>550.5</ele><time>2010-08-05T14:58:38Z</time></trkpt>
    <trkpt lat="45.766841" lon="14.360630"><ele>551.0</ele><time>2010-08-05T14:58:46Z</time></trkpt>
    <trkpt lat="45.766935" lon="14.360577"><ele>551.0</ele><time>2010-08-05T14:58:53Z</time></trkpt>
    <trkpt lat="45.767225" lon="14.360401"><ele>551.0</ele><time>2010-08-05T14:59:15Z</time></trkpt>
    <trkpt lat="45.767318" lon="14.360366"><ele>550.5</ele><time>2010-08-05T14:59:22Z</time></trkpt>
    <trkpt lat="45.767416" lon="14.360309"><ele>550.5</ele><time>2010-08-05T14:59:30Z</time></trkpt>
    <trkpt lat="45.767511" lon="14.360244"><ele>551.0</ele><time>2010-08-05T14:59:37Z</time></trkpt>
    <trkpt lat="45.767607" lon="14.360205"><ele>551.9</ele><time>2010-08-05T14:59:44Z</time></trkpt>
    <trkpt lat="45.767700" lon="14.360150"><ele>551.9</ele><time>2010-08-05T14:59:51Z</time></trkpt>
    <trkpt lat="45.767789" lon="14.360093"><ele>551.9</ele><time>2010-08-05T14:59:58Z</time></trkpt>
    <trkpt lat="45.767891" lon="14.360041"><ele>551.9</ele><time>2010-08-05T15:00:05Z</time></trkpt>
    <trkpt lat="45.767986" lon="14.359995"><ele>552.4</ele><time>2010-08-05T15:00:12Z</time></trkpt>
    <trkpt lat="45.768079" lon="14.359925"><ele>552.9</ele><time>2010-08-05T15:00:19Z</time></trkpt>
    <trkpt lat="45.768170" lon="14.359869"><ele>551.5</ele><time>2010-08-05T15:00:26Z</time></trkpt>
    <trkpt lat="45.768261" lon="14.359815"><ele>551.0</ele><time>2010-08-05T15:00:33Z</time></trkpt>
    <trkpt lat="45.768351" lon="14.359758"><ele>550.5</ele><time>2010-08-05T15:00:40Z</time></trkpt>
    <trkpt lat="45.768450" lon="14.359702"><ele>551.0</ele><time>2010-08-05T15:00:47Z</time></trkpt>
    <trkpt lat="45.768537" lon="14.359648"><ele>550.5</ele><time>2010-08-05T15:00:54Z</time></trkpt>
    <trkpt lat="45.768630" lon="14.359596"><ele>550.5</ele><time>2010-08-05T15:01:01Z</time></trkpt>
    <trkpt lat="45.768727" lon="14.359547"><ele>550.0</ele><time>2010-08-05T15:01:08Z</time></trkpt>
    <trkpt lat="45.768820" lon="14.359492"><ele>549.5</ele><time>2010-08-05T15:01:15Z</time></trkpt>
    <trkpt lat="45.768926" lon="14.359449"><ele>550.5</ele><time>2010-08-05T15:01:22Z</time></trkpt>
    <trkpt lat="45.769022" lon="14.359394"><ele>551.0</ele><time>2010-08-05T15:01:29Z</time></trkpt>
    <trkpt lat="45.769122" lon="14.359345"><ele>550.5</ele><time>2010-08-05T15:01:36Z</time></trkpt>
    <trkpt lat="45.769292" lon="14.359245"><ele>551.5</ele><time>2010-08-05T15:01:48Z</time></trkpt>
    <trkpt lat="45.769383" lon="14.359183"><ele>556.3</ele><time>2010-08-05T15:01:54Z</time></trkpt>
    <trkpt lat="45.769460" lon="14.359141"><ele>553.9</ele><time>2010-08-05T15:02:01Z</time></trkpt>
    <trkpt lat="45.769553" lon="14.359091"><ele>554.3</ele><time>2010-08-05T15:02:08Z</time></trkpt>
    <trkpt lat="45.769653" lon="14.359048"><ele>553.9</ele><time>2010-08-05T15:02:15Z</time></trkpt>
    <trkpt lat="45.769741" lon="14.359010"><ele>552.4</ele><time>2010-08-05T15:02:21Z</time></trkpt>
    <trkpt lat="45.769837" lon="14.358968"><ele>551.5</ele><time>2010-08-05T15:02:28Z</time></trkpt>
    <trkpt lat="45.769915" lon="14.358930"><ele>550.5</ele><time>2010-08-05T15:02:35Z</time></trkpt>
    <trkpt lat="45.770004" lon="14.358887"><ele>549.5</ele><time>2010-08-05T15:02:42Z</time></trkpt>
    <trkpt lat="45.770254" lon="14.358710"><ele>546.2</ele><time>2010-08-05T15:03:11Z</time></trkpt>
    <trkpt lat="45.770358" lon="14.358661"><ele>545.7</ele><time>2010-08-05T15:03:17Z</time></trkpt>
    <trkpt lat="45.770934" lon="14.358443"><ele>543.3</ele><time>2010-08-05T15:04:00Z</time></trkpt>
    <trkpt lat="45.771038" lon="14.358421"><ele>544.2</ele><time>2010-08-05T15:04:08Z</time></trkpt>
    <trkpt lat="45.771128" lon="14.358290"><ele>546.2</ele><time>2010-08-05T15:04:19Z</time></trkpt>
    <trkpt lat="45.771174" lon="14.358227"><ele>546.6</ele><time>2010-08-05T15:04:29Z</time></trkpt>
    <trkpt lat="45.771373" lon="14.358057"><ele>545.7</ele><time>2010-08-05T15:04:41Z</time></trkpt>
    <trkpt lat="45.771504" lon="14.358020"><ele>546.6</ele><time>2010-08-05T15:04:48Z</time></trkpt>
    <trkpt lat="45.771614" lon="14.357968"><ele>545.7</ele><time>2010-08-05T15:04:55Z</time></trkpt>
    <trkpt lat="45.771711" lon="14.357920"><ele>544.2</ele><time>2010-08-05T15:05:01Z</time></trkpt>
    <trkpt lat="45.771826" lon="14.357858"><ele>543.3</ele><time>2010-08-05T15:05:08Z</time></trkpt>
    </trkseg></trk></gpx>
    """
}
