/** The service's response to a question if it found no passage. */
export const nothingFound = 'No passage in the available Memories mentions this.';

/** The `agent` of an answer that only quotes. */
export const quotesAgentName = 'quotation';

/** The service's answer if nothing it found answers the question; its sources are only related. */
export const nothingAnswers = 'Nothing saved in the available Memories answers this.';
