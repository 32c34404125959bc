import type { Door } from '../app.ts';
import { describeApi } from './describe-api.ts';

/** Publishes the description at `/openapi.json`, to everybody; `baseUrl` is where people reach the service. */
export function openApiDoor(baseUrl: (request: Request) => string): Door {
  return (app) => {
    app.get('/openapi.json', ({ req }) => Response.json(describeApi(baseUrl(req.raw))));
  };
}
