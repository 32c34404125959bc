/** The service's response to a question if it found no passage. */
export const nothingFound = 'No passage in the available Memories mentions this.';

/** The `agent` of an answer that only quotes. */
export const quotesAgentName = 'quotation';

/** Starts an answer whose quotes cover too little of the question. */
export const closestMatches = 'I couldn’t find an answer in your library. Closest matches:';
