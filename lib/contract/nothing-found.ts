/** What the service answers a question by where no passage was found: there is no answer to rely on then. */
export const nothingFound = 'No passage in the Memories in reach speaks of this.';
