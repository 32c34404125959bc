/** Streams what a generator yields, only as fast as it's read. Canceling the stream ends the generator. */
export function streamOf<T>(chunks: AsyncGenerator<T>): ReadableStream<T> {
  const source: UnderlyingDefaultSource<T> = {
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
