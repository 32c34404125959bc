import { expect, it } from 'vitest';
import { isTrackingParameter } from './custom-id.ts';

// Pages were saved under addresses without these: a name that went from the list would make others of them.
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
  ['visits', 'phpsessid jsessionid PHPSESSID'],
])('leaves out what is of %s: %s', (_whom, names) => {
  expect(names.split(' ').filter((name) => !isTrackingParameter(name))).toEqual([]);
});

it.each(['', 'ref', 'source', 'id', 's', 'feature', 'xutm_source', 'utm', 'xgclid', 'gclid2'])(
  'leaves %j, which may choose the page',
  (name) => {
    expect(isTrackingParameter(name)).toBe(false);
  },
);
