/** What is sent to a connected service, in the categories of Firefox's data consent. */
export const sentToServices = [
  'authenticationInfo',
  'browsingActivity',
  'searchTerms',
  'websiteContent',
] as const;
