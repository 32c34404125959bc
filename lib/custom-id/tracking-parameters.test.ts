import { expect, it } from 'vitest';
import { isTrackingParameter } from './custom-id.ts';

// Saved ids don't contain these parameters. Removing a name from the list would change the ids of saved pages.
it.each([
  ['advertisers', 'gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid fbclid'],
  ['advertisers', 'msclkid twclid ttclid li_fat_id yclid ysclid epik rdt_cid irclickid wickedid'],
  ['advertisers', 'ef_id s_kwcid rb_clickid hsa_cam'],
  ['shares', 'igshid igsh ref_src ref_url'],
  ['newsletters', 'mc_cid mc_eid mkt_tok _hsenc _hsmi __hstc hsctatracking ml_subscriber'],
  ['newsletters', 'ml_subscriber_hash oly_enc_id vero_id'],
  [
    'analytics',
    'utm_source mtm_kwd matomo_campaign piwik_kwd _ga _gl pk_campaign pk_kwd pk_source',
  ],
  ['analytics', 'pk_medium pk_content _openstat guccounter guce_referrer guce_referrer_sig wt_mc'],
  ['analytics', 'at_medium at_campaign xtor _branch_match_id _branch_referrer wprov UTM_Source'],
  ['sessions', 'phpsessid jsessionid PHPSESSID'],
])('recognizes parameters of %s: %s', (_whom, names) => {
  expect(names.split(' ').filter((name) => !isTrackingParameter(name))).toEqual([]);
});

it.each(['', 'ref', 'source', 'id', 's', 'feature', 'xutm_source', 'utm', 'xgclid', 'gclid2'])(
  'keeps %j, which may select the page',
  (name) => {
    expect(isTrackingParameter(name)).toBe(false);
  },
);
