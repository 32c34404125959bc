/** Data sent to services, in the categories of Firefox's data consent. */
export const sentToServices = [
  'authenticationInfo',
  'browsingActivity',
  'searchTerms',
  'websiteContent',
] as const;
