// A SPARQL store of npm's oxigraph, in memory: node oxigraph_server.js FOLDER-OF-NODE-MODULES. Prints its port.
// SPDX-License-Identifier: Apache-2.0
const http = require('http');
const oxigraph = require(require.resolve('oxigraph', { paths: [process.argv[2]] }));

const store = new oxigraph.Store();
const triples = 'application/n-triples';
// STORE_LOGIN: the header Authorization that every request must have.
const login = process.env.STORE_LOGIN;

function answer(method, url, type, accept, body) {
  if (url.pathname === '/update') return store.update(body), [204, ''];
  if (url.pathname === '/query') {
    const query = type.startsWith('application/x-www-form-urlencoded') ? new URLSearchParams(body).get('query') : body;
    return [200, store.query(query, { results_format: accept }), accept];
  }
  const graph = oxigraph.namedNode(url.searchParams.get('graph'));
  const clear = () => store.update(`DROP SILENT GRAPH <${graph.value}>`);
  if (method === 'GET') return [200, store.dump({ format: triples, from_graph_name: graph }), triples];
  if (method === 'DELETE') return clear(), [204, ''];
  if (method === 'PUT') clear();
  return store.load(body, { format: type, to_graph_name: graph }), [method === 'PUT' ? 201 : 204, ''];
}

const server = http.createServer((request, response) => {
  const parts = [];
  request.on('data', part => parts.push(part));
  request.on('end', () => {
    const send = (status, body, type) => {
      response.writeHead(status, type ? { 'Content-Type': type } : {});
      response.end(body);
    };
    if (login && request.headers.authorization !== login) {
      response.setHeader('WWW-Authenticate', 'Basic realm="store"');
      return send(401, '');
    }
    try {
      send(...answer(request.method, new URL(request.url, 'http://localhost'), request.headers['content-type'] || '',
        request.headers.accept || triples, Buffer.concat(parts).toString('utf8')));
    } catch (error) {
      send(400, String(error), 'text/plain');
    }
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
