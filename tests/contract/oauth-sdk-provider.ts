/** What the SDK's client keeps of a connection, in memory, with an owner who allows whatever is asked. */
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
  /** Where the owner's browser was sent after they allowed. */
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
