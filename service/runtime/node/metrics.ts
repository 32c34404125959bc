/**
 * Metrics in the text format of Prometheus, which OpenTelemetry collectors read too. They are counted from the log's events,
 * so they contain only what the log contains: codes, counts and durations, never content.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { isIP } from 'node:net';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { errorName, type Logger } from '../../ports.ts';
import { checkHost, type AccessRules } from './http-server.ts';

/** Upper bounds in seconds. Searches take milliseconds, and questions to a model up to a minute. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

interface MetricsServer extends Pick<AccessRules, 'hosts'> {
  readonly address: string;
  readonly port: number;
}

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'keepsake_request_duration_seconds',
    help: 'Duration of requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const learned = new Counter({
    name: 'keepsake_learning_runs_total',
    help: 'Documents and notes indexed.',
    registers,
  });
  const passages = new Counter({
    name: 'keepsake_passages_total',
    help: 'Passages indexed.',
    registers,
  });
  const problems = new Counter({
    name: 'keepsake_problems_total',
    help: 'Warnings and errors in the log.',
    labelNames: ['level', 'event', 'code'],
    registers,
  });

  const count: Logger['info'] = (event, fields = {}) => {
    if (event === 'request') {
      const { method = '', route = '', status = '', ms } = fields;
      requests.observe(labelsOf({ method, route, status }), Number(ms) / 1000);
    } else if (event === 'learning.ended') {
      learned.inc();
      passages.inc(Number(fields['passages']));
    }
  };
  const countProblem =
    (level: 'warn' | 'error'): Logger['warn'] =>
    (event, { error = '', code = error } = {}) =>
      problems.inc(labelsOf({ level, event, code }));

  return {
    /** Returns a logger that also counts. */
    counting(logger: Logger): Logger {
      const both =
        (first: Logger['info'], second: Logger['info']): Logger['info'] =>
        (event, fields) => {
          first(event, fields);
          second(event, fields);
        };
      return {
        audit: logger.audit,
        info: both(count, logger.info),
        warn: both(countProblem('warn'), logger.warn),
        error: both(countProblem('error'), logger.error),
      };
    },
    /**
     * Serves `/metrics` without a key, so the port must not be public. Rejects if it's in use. Host names must be allowed,
     * because a web page could reach the port through DNS rebinding. IP addresses always work: scrapers often use them.
     */
    async serve({ address, port, hosts }: MetricsServer) {
      const server = createServer((request, response) => {
        const host = request.headersDistinct['host'];
        if (!checkHost(host, { hosts }).ok && !isAddress(host?.[0] ?? '')) {
          response.writeHead(421).end();
          return;
        }
        if (request.method !== 'GET' || request.url !== '/metrics') {
          response.writeHead(404).end();
          return;
        }
        registry.metrics().then(
          (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
          (error: unknown) => response.writeHead(500).end(errorName(error)),
        );
      });
      server.listen(port, address);
      await once(server, 'listening');
      return {
        close(): void {
          server.closeAllConnections();
          server.close();
        },
      };
    },
  };
}

/** Returns whether a `Host` header has an IP address. */
function isAddress(host: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  return isIP(name.replaceAll(/[[\]]/g, '')) !== 0;
}

function labelsOf(fields: Readonly<Record<string, string | number | boolean | null>>) {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}
