/** What a home in use cannot do, in the words every surface has for it. */
export const homeWords = {
  onlyReads: {
    title: 'This connection only reads',
    text: 'You consented to reading, so Keepsake can search this memory but not save to it. To save, connect with a key that allows writing.',
    action: 'Connect with a key',
  },
  noMemory: {
    title: 'There is no Memory in reach here',
    text: 'The owner of the service makes Memories there, or lets your key reach one.',
  },
} as const;
