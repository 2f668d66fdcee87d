// Validates RDF files with SHACL shapes, by shacl-engine: node check.js SHAPES.ttl FILE...
// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { Parser } from 'n3'
import rdf from 'rdf-ext'
import { Validator } from 'shacl-engine'

const readText = (file) => {
  const bytes = readFileSync(file)
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

// Shapes apply to one graph, so statements of named graphs are added to it.
const readFiles = (files) => {
  const all = rdf.dataset()
  for (const file of files) {
    const format = /\.nq(\.gz)?$/.test(file) ? 'N-Quads' : 'Turtle'
    for (const { subject, predicate, object } of new Parser({ format }).parse(readText(file))) {
      all.add(rdf.quad(subject, predicate, object))
    }
  }
  return all
}

const [shapes, ...files] = process.argv.slice(2)
const dataset = readFiles(files)
const { conforms, results } = await new Validator(readFiles([shapes]), { factory: rdf }).validate({ dataset })

const name = (iri) => iri?.value.split('#').pop()
const broken = new Map()
for (const { focusNode, path, constraintComponent, message } of results) {
  const about = path?.flatMap((step) => step.predicates).map((one) => one.value).join(' / ') ?? 'the node'
  const rule = `${about}: ${name(constraintComponent)}: ${message?.map((one) => one.value).join(' ')}`
  const seen = broken.get(rule) ?? { count: 0, first: focusNode.term?.value ?? focusNode.value }
  broken.set(rule, { ...seen, count: seen.count + 1 })
}
for (const [rule, { count, first }] of broken) console.log(`${rule}: ${count} times, first at ${first}`)
console.log(`${files.length} ${files.length === 1 ? 'file' : 'files'}, ${dataset.size} statements: ${conforms ? 'every shape holds' : `${results.length} violations`}`)
process.exitCode = conforms && dataset.size > 0 ? 0 : 1
