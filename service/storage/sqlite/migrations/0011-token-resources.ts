/** The resources each token is for. Earlier tokens were all issued for MCP, the resource of their connections. */
export const tokenResources: readonly string[] = [
  `ALTER TABLE oauth_tokens ADD COLUMN resource TEXT NOT NULL DEFAULT ''`,
  `UPDATE oauth_tokens SET resource = (SELECT c.resource FROM connections c WHERE c.seq = connection)`,
];
