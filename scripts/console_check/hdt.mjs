// Prints the triples of files of HDT, as hdt-cpp reads them: for each file a line of JSON, with terms as in SPARQL's JSON.
// SPDX-License-Identifier: Apache-2.0
import hdt from 'hdt';

function described(term) {
  if (term.termType === 'NamedNode') return {type: 'uri', value: term.value};
  if (term.termType !== 'Literal') return {type: 'bnode', value: term.value};
  const said = {type: 'literal', value: term.value};
  if (!term.language) return {...said, datatype: term.datatype.value};
  return {...said, 'xml:lang': term.direction ? `${term.language}--${term.direction}` : term.language};
}

for (const file of process.argv.slice(2)) {
  const document = await hdt.fromFile(file);
  const found = await document.searchTriples();
  await document.close();
  console.log(JSON.stringify(found.triples.map(({subject, predicate, object}) => [subject, predicate, object].map(described))));
}
