/** In-memory storage for the SDK's client, with an owner who consents to every request. */
import type {
  OAuthClientInformationMixed,
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
} from '@modelcontextprotocol/client';
import type { OwnerBrowser } from './oauth-flow.ts';

export class SdkProvider implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:51004/done';
  readonly clientMetadata = { client_name: 'The SDK', redirect_uris: [this.redirectUrl] };
  /** The URL that the owner's browser was redirected to after consent. */
  answered: URL | undefined;
  kept: OAuthTokens | undefined;
  readonly #browser: OwnerBrowser;
  #client: OAuthClientInformationMixed | undefined;
  #verifier = '';
  #discovered: OAuthDiscoveryState | undefined;

  constructor(browser: OwnerBrowser) {
    this.#browser = browser;
  }

  state(): string {
    return 'a state';
  }

  clientInformation(): OAuthClientInformationMixed | undefined {
    return this.#client;
  }

  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.#client = client;
  }

  tokens(): OAuthTokens | undefined {
    return this.kept;
  }

  saveTokens(tokens: OAuthTokens): void {
    this.kept = tokens;
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    this.answered = await this.#browser.allow(url);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered;
  }

  saveDiscoveryState(discovered: OAuthDiscoveryState): void {
    this.#discovered = discovered;
  }

  invalidateCredentials(what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (what === 'all' || what === 'tokens') this.kept = undefined;
    if (what === 'all' || what === 'client') this.#client = undefined;
  }
}
