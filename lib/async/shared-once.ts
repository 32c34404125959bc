/** Returns a function that runs the task on its first call, and again only after a failure. */
export function sharedOnce<T>(task: () => Promise<T>): () => Promise<T> {
  let shared: Promise<T> | null = null;
  return () => {
    shared ??= task().catch((cause: unknown) => {
      shared = null;
      throw cause;
    });
    return shared;
  };
}
