import { openNodeService } from '../../service/runtime/node/node-service.ts';
import { describeContract } from './suite.ts';

const ownerToken = 'owner-of-the-test';

describeContract('the home in Node', async () => {
  const home = await openNodeService({ file: ':memory:', ownerToken });
  return {
    close: () => home.close(),
    fetch: (request) => {
      if (!request.headers.has('authorization')) {
        request.headers.set('authorization', `Bearer ${ownerToken}`);
      }
      return home.fetch(request);
    },
  };
});
