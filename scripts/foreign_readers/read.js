// Counts the statements that a reader finds in files of N-Quads: node read.js n3|oxigraph; one path on each line of standard input.
// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { createRequire } from 'node:module'

// Packages are found from the working folder.
const require = createRequire(join(process.cwd(), 'read.js'))
const name = process.argv[2]
const library = require(name)
const countIn = {
  n3: (text) => new library.Parser({ format: 'N-Quads' }).parse(text).length,
  oxigraph: (text) => library.parse(text, { format: 'application/n-quads' }).length,
}[name]

// N-Quads can be cut behind any line: a part of a document needs little memory.
const linesAtOnce = 10_000
function* partsOf(text) {
  let begin = 0
  while (begin < text.length) {
    let end = begin
    for (let lines = 0; lines < linesAtOnce && end < text.length; ++lines) {
      const feed = text.indexOf('\n', end)
      end = feed < 0 ? text.length : feed + 1
    }
    yield text.slice(begin, end)
    begin = end
  }
}

for await (const path of createInterface({ input: process.stdin })) {
  let count = 0
  let complaint = ''
  try {
    for (const part of partsOf(readFileSync(path, 'utf8'))) count += countIn(part)
  } catch (error) {
    complaint = String(error?.message ?? error)
  }
  console.log(JSON.stringify({ path, count, complaint }))
}
