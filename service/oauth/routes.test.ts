import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE, openOauth, type Oauth } from '../../tests/fixtures/open-oauth.ts';

let oauth: Oauth;
beforeAll(async () => {
  oauth = await openOauth();
});
afterAll(() => oauth.service.close());

describe('the metadata', () => {
  it.each([
    ['', '/mcp-http'],
    ['/mcp-http', '/mcp-http'],
    ['/v1', '/v1'],
  ])('of a resource is served at %j', async (path, resource) => {
    const response = await oauth.get(`/.well-known/oauth-protected-resource${path}`);

    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toEqual({
      resource: BASE + resource,
      authorization_servers: [BASE],
      scopes_supported: ['memory:read'],
      bearer_methods_supported: ['header'],
      resource_name: 'Personal Memory Service',
    });
  });

  it('of the authorization server offers only codes with S256, to public clients', async () => {
    const response = await oauth.get('/.well-known/oauth-authorization-server');

    expect(await response.json()).toEqual({
      issuer: BASE,
      authorization_endpoint: `${BASE}/oauth/authorize`,
      token_endpoint: `${BASE}/oauth/token`,
      registration_endpoint: `${BASE}/oauth/register`,
      revocation_endpoint: `${BASE}/oauth/revoke`,
      scopes_supported: ['memory:read'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: false,
    });
  });
});
