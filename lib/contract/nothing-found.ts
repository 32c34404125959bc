/** The service's answer to a question for which it found no passage. */
export const nothingFound = 'No passage in the Memories in reach speaks of this.';
