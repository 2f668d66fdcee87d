// Replicates the feed of a server by the LDES client of RDF-Connect, and prints each member as a line of JSON: node feed.mjs URL
// SPDX-License-Identifier: Apache-2.0
import { intoConfig, replicateLDES } from 'ldes-client'

const members = replicateLDES(intoConfig({ url: process.argv[2] })).stream().getReader()
for (;;) {
  const { done, value } = await members.read()
  if (done) break
  const files = value.quads.filter(({ predicate }) => predicate.value.endsWith('#downloadURL')).map(({ object }) => object.value)
  console.log(JSON.stringify({ id: value.id.value, at: value.timestamp, of: value.isVersionOf, files }))
}
process.exit(0)
