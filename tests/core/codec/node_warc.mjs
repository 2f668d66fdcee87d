// Reads a WARC file by npm node-warc and compares fields, heads and payloads: node node_warc.mjs FILE; "skipped" when it is not installed.
// SPDX-License-Identifier: Apache-2.0
import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createGunzip, gunzipSync } from "node:zlib";

// Modules are looked for from the working directory.
let Transform;
try {
  Transform = createRequire(process.cwd() + "/")("node-warc/lib/parsers/warcStreamTransform");
} catch (error) {
  if (error.code !== "MODULE_NOT_FOUND") throw error;
  console.log("skipped: npm node-warc is not installed here");
  process.exit(0);
}
// The released version calls back twice at the end, and loses the last record.
Transform.prototype._flush = function (done) {
  this._consumeChunk(this.buffered ?? Buffer.alloc(0), () => {}, true);
  done();
};

const records = [];
for await (const record of createReadStream(process.argv[2]).pipe(createGunzip()).pipe(new Transform()))
  records.push(record);

let wrong = 0, payloads = 0;
const expect = (holds, what) => {
  if (holds) return;
  wrong++;
  console.log(what);
};
// Counted without the reader: every record has one type.
const text = gunzipSync(readFileSync(process.argv[2])).toString("latin1");
const types = [...text.matchAll(/^WARC-Type: (\w+)\r$/gm)].map((found) => found[1]);
expect(JSON.stringify(records.map((r) => r.warcType)) === JSON.stringify(types), `not all of ${types} were found`);
expect(new Set(records.map((r) => r.warcRecordID)).size === types.length, "ids are not unique");
for (const record of records) {
  const head = record.warcHeader, type = record.warcType;
  for (const field of ["WARC-Date", "WARC-Block-Digest", "Content-Length", "Content-Type"])
    expect(head[field], `a ${type} has no ${field}`);
  expect(type === "warcinfo" || record.warcTargetURI, `a ${type} has no address`);
  if (type === "response") expect(record.httpInfo?.statusLine?.includes("200"), "a response has no status line");
  if (type === "request") expect(record.httpInfo?.requestLine?.startsWith("GET "), "a request has no first line");
  // The reader adds the line end behind the block, and drops empty lines: the bodies of which it has every byte are text.
  const body = (record.content ?? Buffer.alloc(0)).subarray(0, -2);
  const digest = "sha256:" + createHash("sha256").update(body).digest("hex");
  if (type === "response" && head["WARC-Payload-Digest"] === digest) payloads++;
}
expect(payloads >= 1, "no payload has its digest");
console.log(`${records.length} records, ${payloads} payloads, ${wrong} wrong`);
process.exit(wrong === 0 && records.length > 0 ? 0 : 1);
