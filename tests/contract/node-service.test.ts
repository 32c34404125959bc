import { openTestService } from '../fixtures/open-storage.ts';
import { describeContract } from './suite.ts';

const ownerToken = 'owner-of-the-test';

describeContract('the service in Node', async () => {
  const service = await openTestService({ ownerToken });
  return {
    close: () => service.close(),
    fetch: (request) => {
      if (!request.headers.has('authorization')) {
        request.headers.set('authorization', `Bearer ${ownerToken}`);
      }
      return service.fetch(request);
    },
  };
});
