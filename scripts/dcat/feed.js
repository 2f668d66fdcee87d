// Follows the feed of a server from /.well-known/void, checks that it is a stream of events, and stores each answer: node feed.js ADDRESS FOLDER
// SPDX-License-Identifier: Apache-2.0
// Source: TREE hypermedia specification, Linked Data Event Streams.
import { mkdirSync, writeFileSync } from 'node:fs'
import { DataFactory, Parser, Store } from 'n3'

const { namedNode } = DataFactory
const tree = (name) => namedNode(`https://w3id.org/tree#${name}`)
const ldes = (name) => namedNode(`https://w3id.org/ldes#${name}`)
const type = namedNode('http://www.w3.org/1999/02/22-rdf-syntax-ns#type')

const [address, folder] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const problems = []
const expect = (holds, what) => holds || problems.push(what)
let answers = 0

const read = async (url) => {
  const answer = await fetch(url, { headers: { accept: 'text/turtle' } })
  expect(answer.status === 200, `${url}: ${answer.status}`)
  const text = await answer.text()
  writeFileSync(`${folder}/${String(answers++).padStart(3, '0')}.ttl`, text)
  return { url, graph: new Store(new Parser({ baseIRI: url }).parse(text)), cached: answer.headers.get('cache-control') }
}
const one = (graph, subject, predicate, where) => {
  const found = graph.getObjects(subject, predicate, null)
  expect(found.length === 1, `${where}: ${subject.value} has ${found.length} ${predicate.value}`)
  return found[0]
}

const whole = await read(`${address}/.well-known/void`)
const [stream] = whole.graph.getSubjects(type, ldes('EventStream'), null)
const view = one(whole.graph, stream, tree('view'), whole.url)
const timestampPath = one(whole.graph, stream, ldes('timestampPath'), whole.url)
const versionOfPath = one(whole.graph, stream, ldes('versionOfPath'), whole.url)
one(whole.graph, stream, tree('shape'), whole.url)

// Each page with the least time of its members that led to it.
const waiting = [{ url: view.value, since: undefined }]
const seen = new Set()
const members = new Map()
while (waiting.length > 0) {
  const { url, since } = waiting.shift()
  if (seen.has(url)) continue
  seen.add(url)
  const { graph, cached } = await read(url)
  const page = namedNode(url)
  expect(graph.has(page, type, tree('Node')), `${url} is no tree:Node`)
  expect(graph.has(stream, tree('view'), view), `${url} does not name the view`)
  for (const member of graph.getObjects(stream, tree('member'), null)) {
    expect(!members.has(member.value), `${member.value} is twice in the stream`)
    const time = one(graph, member, timestampPath, url)
    one(graph, member, versionOfPath, url)
    expect(since === undefined || Date.parse(time?.value) >= since, `${member.value} is earlier than the relation to ${url} says`)
    members.set(member.value, url)
  }
  let isFull = false
  for (const relation of graph.getObjects(page, tree('relation'), null)) {
    const next = one(graph, relation, tree('node'), url)
    const kind = one(graph, relation, type, url)
    if (!kind.equals(tree('GreaterThanOrEqualToRelation'))) {
      waiting.push({ url: next.value })
      continue
    }
    isFull = true
    expect(one(graph, relation, tree('path'), url).equals(timestampPath), `${url}: a relation by another path`)
    waiting.push({ url: next.value, since: Date.parse(one(graph, relation, tree('value'), url).value) })
  }
  expect(/\bimmutable\b/.test(cached) === isFull, `${url} is ${isFull ? 'full' : 'not full'}, and says ${cached}`)
}
for (const problem of problems) console.log(problem)
console.log(`a stream with ${members.size} members in ${seen.size} pages: ${problems.length === 0 ? 'as LDES and TREE ask' : `${problems.length} problems`}`)
process.exitCode = problems.length === 0 && members.size > 0 ? 0 : 1
