/**
 * Query parameters that say how a visitor came to a page and never which page it is.
 *
 * A name is listed only where its owner documents it as a click or campaign identifier. Names that some sites use to
 * choose content (`ref`, `source`, `id`, `s`, `feature`) are left alone: a duplicate costs less than two pages taken
 * for one.
 */
const prefixes: readonly string[] = [
  'utm_', // Google Analytics campaigns, and everyone who copied them
  'mtm_', // Matomo
  'matomo_',
  'piwik_',
  'hsa_', // HubSpot advertisements
  '__hs', // HubSpot cookies carried across domains
  'oly_', // Omeda
  'vero_',
];

const names: ReadonlySet<string> = new Set([
  // Click identifiers of advertisers
  'gclid',
  'gclsrc',
  'dclid',
  'gbraid',
  'wbraid',
  'gad_source',
  'gad_campaignid',
  'srsltid',
  'fbclid',
  'msclkid',
  'twclid',
  'ttclid',
  'li_fat_id',
  'yclid',
  'ysclid',
  'epik',
  'rdt_cid',
  'irclickid',
  'wickedid',
  'ef_id',
  's_kwcid',
  'rb_clickid',
  // Shares
  'igshid',
  'igsh',
  'ref_src',
  'ref_url',
  // Newsletters
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  '_hsenc',
  '_hsmi',
  'hsctatracking',
  'ml_subscriber',
  'ml_subscriber_hash',
  // Analytics
  '_ga',
  '_gl',
  'pk_campaign',
  'pk_kwd',
  'pk_source',
  'pk_medium',
  'pk_content',
  '_openstat',
  'guccounter',
  'guce_referrer',
  'guce_referrer_sig',
  'wt_mc',
  'at_medium',
  'at_campaign',
  'xtor',
  '_branch_match_id',
  '_branch_referrer',
  'wprov', // Wikimedia
  // The visit itself, which PHP and servlets write into the address of a visitor without cookies
  'phpsessid',
  'jsessionid',
]);

/** Says whether a query parameter of this name can be left out of a page's identity. */
export function isTrackingParameter(name: string): boolean {
  const lower = name.toLowerCase();
  return names.has(lower) || prefixes.some((prefix) => lower.startsWith(prefix));
}
