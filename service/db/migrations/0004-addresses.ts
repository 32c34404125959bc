/** Documents that were handed in as an address, which the service fetches when it learns them. */
export const addresses: readonly string[] = ['ALTER TABLE materials ADD COLUMN fetch_url TEXT'];
