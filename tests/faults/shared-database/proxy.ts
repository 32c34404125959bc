import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** Passes each request to the next running process. If that ends before it responds, the status is 502, as with any proxy. */
export async function startProxy(targets: () => readonly string[]) {
  let next = 0;
  const server = createServer((incoming, outgoing) => {
    const urls = targets();
    const target = urls[(next += 1) % urls.length];
    const fail = () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    };
    if (target === undefined) {
      incoming.resume();
      fail();
      return;
    }
    const { method, headers } = incoming;
    const passed = request(new URL(incoming.url ?? '/', target), { method, headers }, (answer) => {
      answer.on('error', fail);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', fail);
    incoming.on('error', () => passed.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
