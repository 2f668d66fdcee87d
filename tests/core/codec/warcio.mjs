// Reads a WARC file by npm warcio and compares block and payload digests: node warcio.mjs FILE; "skipped" when warcio is not installed.
// SPDX-License-Identifier: Apache-2.0
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createRequire } from "node:module";

// Modules are looked for from the working directory.
let WARCParser;
try {
  ({ WARCParser } = createRequire(process.cwd() + "/")("warcio"));
} catch (error) {
  if (error.code !== "MODULE_NOT_FOUND") throw error;
  console.log("skipped: npm warcio is not installed here");
  process.exit(0);
}

let records = 0, digests = 0, wrong = 0;
for (const [field, parseHttp] of [["WARC-Block-Digest", false], ["WARC-Payload-Digest", true]]) {
  for await (const record of new WARCParser(createReadStream(process.argv[2]), { parseHttp })) {
    const content = await record.readFully(false);
    const type = record.warcHeaders.headers.get("WARC-Type");
    const stated = record.warcHeaders.headers.get(field);
    if (!parseHttp) records++;
    // The payload of a revisit is in another record.
    if (!stated || (parseHttp && type === "revisit")) continue;
    digests++;
    const found = "sha256:" + createHash("sha256").update(content ?? "").digest("hex");
    if (found === stated) continue;
    wrong++;
    console.log(`${field} of the ${type} ${record.warcTargetURI}: ${stated}, computed ${found}`);
  }
}
console.log(`${records} records, ${digests} digests, ${wrong} wrong`);
process.exit(wrong === 0 && records > 0 ? 0 : 1);
