/**
 * What is sent to a service the person connects, as Firefox names it for its built-in consent. Nobody who connects none
 * is asked for it.
 */
export const sentToServices = [
  'authenticationInfo',
  'browsingActivity',
  'searchTerms',
  'websiteContent',
] as const;
